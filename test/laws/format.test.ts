// Campaign in CI: The laws of formatting on 200 layers each

// Formatting keeps content and comments, and formatting twice is formatting once.

import * as fc from "fast-check";
import { describe, expect, inject, test } from "vitest";
import { dumpLayer } from "../../packages/layer/src/index.ts";
import { applyEdits, formatUsda, formatUsdaEdits, parseUsda, printUsda } from "../../packages/usda/src/index.ts";
import type { FormatOptions } from "../../packages/usda/src/index.ts";
import { layerArbitrary } from "@usdkit/layer/arbitraries";
import { messUp } from "./mess.ts";

const RUNS = { numRuns: inject("deep") ? 200 : 40 };
const TIMEOUT = 120_000;

const options: fc.Arbitrary<FormatOptions> = fc.record(
  {
    indent: fc.constantFrom(0, 1, 2, 4),
    maxBlankLines: fc.constantFrom(0, 1, 3),
    reflow: fc.boolean(),
    lineWidth: fc.constantFrom(20, 80, 120),
  },
  { requiredKeys: [] },
);

/** Valid texts in any layout, with comments. */
const messyText: fc.Arbitrary<string> = fc
  .tuple(layerArbitrary, fc.integer({ min: 0, max: 1_000_000 }))
  .map(([layer, seed]) => messUp(printUsda(layer), seed));

describe("a valid text in any layout", () => {
  test("is valid, and sometimes has comments", { timeout: TIMEOUT }, () => {
    let comments = 0;
    fc.assert(
      fc.property(messyText, (text) => {
        const { diagnostics, layer } = parseUsda(text);
        expect({ text, diagnostics }).toEqual({ text, diagnostics: [] });
        comments += layer.comments.length;
      }),
      { numRuns: 100 },
    );
    expect(comments).toBeGreaterThan(100);
  });

  test("keeps its content and its comments", { timeout: TIMEOUT }, () => {
    fc.assert(
      fc.property(messyText, options, (text, option) => {
        const before = parseUsda(text).layer;
        const { layer: after, diagnostics } = parseUsda(formatUsda(text, option));
        expect(diagnostics).toEqual([]);
        expect(dumpLayer(after)).toBe(dumpLayer(before));
        expect(after.comments.map(bare)).toEqual(before.comments.map(bare));
      }),
      RUNS,
    );
  });

  test("is stable after formatting once", { timeout: TIMEOUT }, () => {
    fc.assert(
      fc.property(messyText, options, (text, option) => {
        const once = formatUsda(text, option);
        expect(formatUsda(once, option)).toBe(once);
      }),
      RUNS,
    );
  });

  test("applying the edits gives the formatted text", { timeout: TIMEOUT }, () => {
    fc.assert(
      fc.property(messyText, options, (text, option) => {
        const edited = applyEdits(new TextEncoder().encode(text), formatUsdaEdits(text, option));
        expect(new TextDecoder().decode(edited)).toBe(formatUsda(text, option));
      }),
      RUNS,
    );
  });
});

test("printed text is already formatted", { timeout: TIMEOUT }, () => {
  fc.assert(
    fc.property(layerArbitrary, fc.constantFrom("authored", "reference"), (layer, order) => {
      const text = printUsda(layer, { order });
      expect(formatUsda(text)).toBe(text);
      expect(printUsda(parseUsda(formatUsda(text)).layer, { order })).toBe(text);
    }),
    RUNS,
  );
});

/** A comment's text without blanks: what is inside of a block comment may be indented differently. */
function bare({ text }: { readonly text: string }): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
