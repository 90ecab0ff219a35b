import * as fc from "fast-check";
import { expect, test } from "vitest";
import { sinCos } from "./sin-cos.ts";

test("sine and cosine are those of the engine to 1e-14", () => {
  fc.assert(
    fc.property(fc.double({ min: -1000, max: 1000, noNaN: true }), (x) => {
      const [sine, cosine] = sinCos(x);
      expect(Math.abs(sine - Math.sin(x))).toBeLessThan(1e-14);
      expect(Math.abs(cosine - Math.cos(x))).toBeLessThan(1e-14);
    }),
    { numRuns: 3000 },
  );
});

test.each([0, 0.5, 1, 1.5, 2, -0.5, 7.25])("of %d half turns", (halves) => {
  const [sine, cosine] = sinCos(halves * Math.PI);
  expect(sine).toBeCloseTo(Math.sin(halves * Math.PI), 15);
  expect(cosine).toBeCloseTo(Math.cos(halves * Math.PI), 15);
});

test("are on the unit circle for any finite angle, and NaN for others", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (x) => {
      const [sine, cosine] = sinCos(x);
      expect(sine * sine + cosine * cosine).toBeCloseTo(1, 12);
    }),
  );
  expect(sinCos(Infinity)).toStrictEqual([NaN, NaN]);
  expect(sinCos(NaN)).toStrictEqual([NaN, NaN]);
});
