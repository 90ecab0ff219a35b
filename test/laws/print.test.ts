// Campaign: The laws of printing on 300 layers each

// Printing is complete: reading the text gives the same layer, and printing that gives the same text.

import * as fc from "fast-check";
import { expect, inject, test } from "vitest";
import { parseUsda } from "../../packages/usda/src/parse/parse-usda.ts";
import { dumpLayer } from "@usdkit/layer";
import { printUsda } from "../../packages/usda/src/print/print-usda.ts";
import { layerArbitrary } from "@usdkit/layer/arbitraries";

const RUNS = { numRuns: inject("deep") ? 300 : 40 };
const TIMEOUT = 120_000;

test("a printed layer is read as the same layer", { timeout: TIMEOUT }, () => {
  fc.assert(
    fc.property(layerArbitrary, (layer) => {
      const text = printUsda(layer);
      const { layer: again, diagnostics } = parseUsda(text);
      expect({ text, diagnostics }).toEqual({ text, diagnostics: [] });
      expect({ text, dump: dumpLayer(again) }).toEqual({ text, dump: dumpLayer(layer) });
    }),
    RUNS,
  );
});

test("printing is idempotent", { timeout: TIMEOUT }, () => {
  fc.assert(
    fc.property(layerArbitrary, fc.constantFrom("authored", "reference"), (layer, order) => {
      const text = printUsda(layer, { order });
      expect(printUsda(parseUsda(text).layer, { order })).toBe(text);
    }),
    RUNS,
  );
});

test("a layer prints the same before and after its specs are accessed", { timeout: TIMEOUT }, () => {
  fc.assert(
    fc.property(layerArbitrary, fc.constantFrom("authored", "reference"), (original, order) => {
      const source = printUsda(original);
      const seen = parseUsda(source).layer;
      const { children } = seen.root;
      const dump = dumpLayer(seen);
      const unseen = parseUsda(source).layer;
      expect(printUsda(unseen, { order })).toBe(printUsda(seen, { order }));
      expect(dumpLayer(unseen)).toBe(dump);
      // Existing views stay valid: they are still part of the layer.
      expect(seen.root.children).toBe(children);
    }),
    RUNS,
  );
});
