import * as fc from "fast-check";
import { expect, test } from "vitest";
import { ln, roughLog2 } from "./log.ts";

const normal = fc.float({ min: Math.fround(1.2e-38), max: Math.fround(3.4e38), noNaN: true });

test("the logarithm is that of the engine to 1e-14", () => {
  fc.assert(
    fc.property(normal, (x) => {
      expect(Math.abs(ln(x) - Math.log(x))).toBeLessThan(1e-14 * Math.max(1, Math.abs(Math.log(x))));
    }),
    { numRuns: 2_000 },
  );
  for (const x of [1, 2, 1 - 2 ** -30, 2 - 2 ** -40, 2 ** 127, 3.4e38]) expect(ln(x)).toBeCloseTo(Math.log(x), 13);
});

test("is -Infinity for non-positive numbers", () => {
  expect([0, -1, Number.NaN, 1e-39].map(ln)).toEqual([-Infinity, -Infinity, -Infinity, -Infinity]);
  expect(ln(1e39)).toBe(Infinity);
});

test("roughLog2 has an error below 0.009", () => {
  fc.assert(
    fc.property(fc.double({ min: 1, max: 2 ** 30, noNaN: true }), (x) => {
      expect(Math.abs(roughLog2(x) - Math.log2(x))).toBeLessThan(0.009);
    }),
    { numRuns: 2_000 },
  );
  expect([1, 2, 1024, 2 ** 30, 1e30, Infinity].map(roughLog2)).toEqual([0, 1, 10, 30, 30, 30]);
});
