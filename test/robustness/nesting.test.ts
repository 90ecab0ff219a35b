// Campaign: Texts nested 20,000 deep, parsed, and 3,000 deep, dumped, printed and read again

// The bound of nesting: what is within it works whatever the stack is, what is beyond is one diagnostic.

import { Worker } from "node:worker_threads";
import { describe, expect, inject, test } from "vitest";
import { parseUsda } from "../../packages/usda/src/parse/parse-usda.ts";
import { dumpLayer } from "@usdkit/layer";
import { printUsda } from "../../packages/usda/src/print/print-usda.ts";
import { describeDiagnostic, examine } from "./examine.ts";
import { nestedTexts } from "./nested-texts.ts";
import { visitEverything } from "./visit.ts";

const BOUND = 1000;
const SQUARE = inject("deep") ? 3000 : BOUND + 100;
/** Deeper than the stack of a thread has room for calls. */
const DEEP = inject("deep") ? 20_000 : 12_000;

describe.each(Object.entries(nestedTexts))("%s", (_name, textOf) => {
  test("at the bound: parse, look, dump, print and format", () => {
    const text = textOf(BOUND);
    expect(parseUsda(text).diagnostics.map(describeDiagnostic)).toEqual([]);
    expect(examine(new TextEncoder().encode(text))).toEqual([]);
  });

  // Variants nest by two.
  test("beyond the bound: one diagnostic, and nothing throws", () => {
    const text = textOf(BOUND + 2);
    expect(parseUsda(text).diagnostics.map(({ code }) => code)).toEqual(["USDA_LIMIT_NESTING"]);
    expect(examine(new TextEncoder().encode(text))).toEqual([]);
  });

  test("far beyond the bound: still one diagnostic", () => {
    expect(parseUsda(textOf(3 * BOUND)).diagnostics.map(({ code }) => code)).toEqual(["USDA_LIMIT_NESTING"]);
  });

  test("the bound is what is asked for", () => {
    const codes = (depth: number, maxNesting: number): readonly string[] =>
      parseUsda(textOf(depth), { maxNesting }).diagnostics.map(({ code }) => code);
    expect(codes(9, 9)).toEqual([]);
    expect(codes(11, 9)).toEqual(["USDA_LIMIT_NESTING"]);
  });

  test(`a bound of ${DEEP}: parse and look`, () => {
    const { layer, diagnostics } = parseUsda(textOf(DEEP), { maxNesting: DEEP });
    expect(diagnostics.map(describeDiagnostic)).toEqual([]);
    expect(visitEverything(layer)).toBeGreaterThan(0);
  });

  // The length of paths and indents grows with the depth: these texts take the square of it.
  test(`a bound of ${SQUARE}: dump, print and read again`, () => {
    const options = { maxNesting: SQUARE };
    const { layer } = parseUsda(textOf(SQUARE), options);
    const dump = dumpLayer(layer);
    expect(dumpLayer(parseUsda(printUsda(layer), options).layer) === dump).toBe(true);
  });
});

// `examine` reads them in this thread in every run.
test.runIf(inject("deep"))("all of them in a thread, at the bound and beyond", async () => {
  for (const depth of [BOUND, BOUND + 2]) {
    const worker = new Worker(new URL("./nesting-worker.ts", import.meta.url), { workerData: { depth } });
    const problems = await new Promise<unknown>((resolve, reject) => {
      worker.once("message", resolve);
      worker.once("error", reject);
    });
    await worker.terminate();
    expect(problems).toEqual([]);
  }
});
