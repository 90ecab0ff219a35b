// Campaign: 5,000 arbitrary layers as text, crate and text, in every version

import { diffLayers, dumpLayer } from "@usdkit/layer";
import { layerArbitrary } from "@usdkit/layer/arbitraries";
import { parseUsda, printUsdaBytes } from "@usdkit/usda";
import * as fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { readUsdc } from "../read/read-usdc.ts";
import { crateLayerArbitrary } from "../test-support/crate-layer-arbitrary.ts";
import { UsdcWriteError } from "./usdc-write-error.ts";
import { writeUsdc } from "./write-usdc.ts";

const LAYERS: number = inject("deep") ? 5_000 : 40;

const versions = Array.from({ length: 13 }, (_, i) => `0.${i + 4}`);

describe("arbitrary layers", () => {
  it(`are the same after text, crate and text, in every version that holds them (${LAYERS} layers)`, () => {
    fc.assert(
      fc.property(crateLayerArbitrary, fc.constantFrom(...versions), (layer, version) => {
        const text = printUsdaBytes(layer);
        const parsed = parseUsda(text);
        expect(parsed.diagnostics).toEqual([]);
        // The lowest version holds every layer; one that is asked for holds it if it is not lower.
        const bytes = writeUsdc(parsed.layer);
        const lowest = Number(readUsdc(bytes).version.split(".")[1]);
        const minor = Number(version.split(".")[1]);
        const crates = [bytes];
        if (minor >= lowest) crates.push(writeUsdc(parsed.layer, { version }));
        else if (minor >= 8) expect(() => writeUsdc(parsed.layer, { version })).toThrow(`needs crate version 0.`);
        else {
          // Versions before 0.8 lack lists of payloads as well.
          const older = tryWrite(() => writeUsdc(parsed.layer, { version }));
          if (older !== undefined) crates.push(older);
        }
        for (const crate of crates) {
          const read = readUsdc(crate, { checkArrays: true });
          expect(read.diagnostics).toEqual([]);
          expect(dumpLayer(read.layer)).toBe(dumpLayer(layer));
          expect(diffLayers(read.layer, layer)).toEqual([]);
          expect(Buffer.compare(printUsdaBytes(read.layer), text)).toBe(0);
          // The same layer gives the same bytes, also the one that was read.
          expect(Buffer.compare(writeUsdc(read.layer, { version: read.version }), crate)).toBe(0);
        }
      }),
      { numRuns: LAYERS },
    );
  }, 1_200_000);

  it("are written, or rejected for content that crates have no form for", () => {
    const reasons = [
      "A crate cannot hold text with a NUL character",
      "A crate cannot hold the field displayUnit",
      "A crate cannot hold the default of a relationship",
      "A crate cannot hold a path as a value",
    ];
    fc.assert(
      fc.property(layerArbitrary, (layer) => {
        try {
          expect(readUsdc(writeUsdc(layer)).ok).toBe(true);
        } catch (error) {
          if (!(error instanceof UsdcWriteError)) throw error;
          expect(reasons.some((reason) => error.message.startsWith(reason))).toBe(true);
          expect(error.path).toMatch(/^\//u);
        }
      }),
      { numRuns: LAYERS },
    );
  }, 1_200_000);
});

/** The result of `write`; undefined if the content does not fit. */
function tryWrite(write: () => Uint8Array): Uint8Array | undefined {
  try {
    return write();
  } catch (error) {
    if (error instanceof UsdcWriteError) return undefined;
    throw error;
  }
}
