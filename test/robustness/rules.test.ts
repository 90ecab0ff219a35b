// Campaign: The rules and their fixes on 4,500 mutated texts and 300 layers

// The rules on all readable input: mutated real files and arbitrary layers. Nothing throws, findings are in the text's
// range, in order and deterministic, and the fixed text parses and has no further fixes.

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { layerArbitrary } from "@usdkit/layer/arbitraries";
import * as fc from "fast-check";
import { expect, inject, test } from "vitest";
import { fixScene, profiles, validate } from "../../packages/validate/src/index.ts";
import type { CheckOptions, Finding } from "../../packages/validate/src/index.ts";
import { applyEdits } from "../../packages/usda/src/text-edits/text-edit.ts";
import { parseUsda } from "../../packages/usda/src/parse/parse-usda.ts";
import { printUsda } from "../../packages/usda/src/print/print-usda.ts";
import { mutate, mutateUnsafely } from "./mutations.ts";
import { readSeeds } from "./seeds.ts";

const SEED = 20_261_121;
const COUNT = inject("deep") ? 1500 : 100;
const TIMEOUT = 300_000;

const seeds = readSeeds();
const scenes = globSync("../{scenes,false-alarms/scenes}/*.usda", { cwd: import.meta.dirname })
  .toSorted()
  .map((name) => new Uint8Array(readFileSync(join(import.meta.dirname, name))));
const base = scenes.at(-1);

function optionsOf(number: number): CheckOptions {
  return {
    profile: profiles[number % profiles.length],
    base: number % 3 === 0 ? base : undefined,
    assets: number % 4 === 0 ? ["chair-01"] : undefined,
  };
}

/** Returns the problems with the findings of a text. */
function problemsOf(source: Uint8Array, options: CheckOptions): string[] {
  const findings = validate(source, options);
  const problems: string[] = [];
  let last = 0;
  for (const { rule, range, start, message, primPath } of findings) {
    if (range.start < last) problems.push(`${rule} is out of order`);
    if (range.end > source.length || range.end < range.start) problems.push(`${rule} is outside of the text`);
    if (start.line < 1 || start.column < 1 || message === "") problems.push(`${rule} has no place or no message`);
    if (!primPath.startsWith("/")) problems.push(`${rule} has the path ${primPath}`);
    last = range.start;
  }
  if (JSON.stringify(findings) !== JSON.stringify(validate(source, options))) problems.push("not twice the same");
  if (parseUsda(source).ok) {
    for (const { rule, fixes } of findings) {
      for (const { edits } of fixes) {
        if (!parseUsda(applyEdits(source, edits)).ok) problems.push(`a fix of ${rule} breaks the text`);
      }
    }
    const fixed = fixScene(source, options);
    if (fixScene(fixed.source, options).applied > 0) problems.push("fixes leave something to fix");
  }
  return problems;
}

test.each([
  ["mutated files", seeds, mutate],
  ["mutated scenes of the service", scenes, mutate],
  ["scenes with unsafe characters", scenes, mutateUnsafely],
] as const)(
  "%s",
  (_, from, make) => {
    const problems: string[] = [];
    for (let number = 0; number < COUNT; number++) {
      const found = problemsOf(make(from, SEED, number).bytes, optionsOf(number));
      if (found.length > 0) problems.push(`${number}: ${found.slice(0, 3).join("; ")}`);
    }
    expect(problems).toEqual([]);
  },
  TIMEOUT,
);

test(
  "layers of all that the format has, as text and as they are",
  () => {
    fc.assert(
      fc.property(layerArbitrary, layerArbitrary, fc.constantFrom(...profiles), (layer, other, profile) => {
        const options = { profile, base: other, assets: [] };
        const ids = (findings: readonly Finding[]): string[] =>
          findings.flatMap(({ rule }) => (rule.startsWith("usda-") ? [] : rule)).toSorted();
        const built = ids(validate(layer, options));
        const text = new TextEncoder().encode(printUsda(layer));
        expect(problemsOf(text, options)).toEqual([]);
        expect(ids(validate(text, options))).toEqual(built);
      }),
      { numRuns: inject("deep") ? 300 : 40 },
    );
  },
  TIMEOUT,
);
