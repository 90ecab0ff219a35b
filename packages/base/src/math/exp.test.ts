import * as fc from "fast-check";
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { exp, sigmoid } from "./exp.ts";

describe("exp", () => {
  test("is e to the power of x to 1e-14 of its value", () => {
    fc.assert(
      fc.property(fc.double({ min: -707.9, max: 708.9, noNaN: true }), (x) => {
        expect(Math.abs(exp(x) / Math.exp(x) - 1)).toBeLessThan(1e-14);
      }),
      { numRuns: 5000 },
    );
  });

  test.each([
    [0, 1],
    [-0, 1],
    [-Infinity, 0],
    [-1000, 0],
    [Infinity, Infinity],
    [709, Infinity],
    [NaN, NaN],
  ])("of %d is %d", (x, expected) => {
    expect(exp(x)).toBe(expected);
  });

  test("is monotonic across table entries", () => {
    for (let n = -2000; n < 2000; n++) {
      const edge = ((n + 0.5) * Math.LN2) / 32;
      expect(exp(edge + 1e-12)).toBeGreaterThan(exp(edge - 1e-12));
    }
  });

  test("has the same bits everywhere", () => {
    const values = Float64Array.from({ length: 100_000 }, (_, i) => exp((i - 50_000) / 71));
    expect(createHash("sha256").update(new Uint8Array(values.buffer)).digest("hex")).toBe(
      "ee8da25bb1d76ee3ffdd18584e7f0d5ee5826e48049974d5e01d5c0aa7818a4c",
    );
  });
});

test("sigmoid is between 0 and 1, and symmetric", () => {
  expect(sigmoid(0)).toBe(0.5);
  expect(sigmoid(-Infinity)).toBe(0);
  expect(sigmoid(Infinity)).toBe(1);
  fc.assert(
    fc.property(fc.double({ min: -50, max: 50, noNaN: true }), (x) => {
      expect(sigmoid(x) + sigmoid(-x)).toBeCloseTo(1, 12);
    }),
  );
});
