import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isOpacityExact, isScaleExact, logarithmOf, logitOf, opacityOf, scaleOf } from "./trained-values.ts";

const float = fc.float({ min: -100, max: 100, noNaN: true });

test("numbers that are called exact are computed from what they become", () => {
  fc.assert(
    fc.property(float, (value) => {
      if (isScaleExact(value, scaleOf(value))) expect(logarithmOf(scaleOf(value))).toBe(value);
      if (isOpacityExact(value, opacityOf(value))) expect(logitOf(opacityOf(value))).toBe(value);
    }),
    { numRuns: 3000 },
  );
});

test("are exact where training has most of them", () => {
  for (let value = -80; value < -2; value += 0.37) {
    expect(isScaleExact(Math.fround(value), scaleOf(value))).toBe(true);
    expect(isOpacityExact(Math.fround(value), opacityOf(value))).toBe(true);
  }
});
