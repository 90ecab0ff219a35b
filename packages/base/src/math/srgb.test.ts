import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeSrgb, encodeSrgb, linearOfByte } from "./srgb.ts";

const encode = (x: number): number => (x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055);
const decode = (x: number): number => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
const part = fc.double({ min: 0, max: 1, noNaN: true });

describe("the curve of IEC 61966-2-1", () => {
  test("matches the tables", () => {
    fc.assert(
      fc.property(part, (x) => {
        expect(Math.abs(encodeSrgb(x) - encode(x))).toBeLessThan(2e-5);
        expect(Math.abs(decodeSrgb(x) - decode(x))).toBeLessThan(1e-6);
      }),
      { numRuns: 5_000 },
    );
  });

  test("maps bytes to themselves", () => {
    for (let byte = 0; byte < 256; byte++) {
      expect(linearOfByte[byte]).toBeCloseTo(decode(byte / 255), 14);
      expect(Math.floor(encodeSrgb(linearOfByte[byte]) * 255 + 0.5)).toBe(byte);
    }
  });

  test("ends at 0 and 1", () => {
    for (const f of [encodeSrgb, decodeSrgb]) {
      expect([-1, Number.NaN, 0, 1, 2, Infinity].map(f)).toEqual([0, 0, 0, 1, 1, 1]);
    }
  });
});
