import { encodeSrgb } from "@usdkit/base/math";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { byteSteps } from "./byte-steps.ts";

const toByte = (sum: number): number => (encodeSrgb(sum / 1020) * 255 + 0.5) | 0;

test("a table of steps has the values of its function", () => {
  const { perUnit, first, step } = byteSteps(1020, 4, toByte);
  const at = (sum: number): number => {
    const bucket = (sum * perUnit) | 0;
    return first[bucket] + (sum >= step[bucket] ? 1 : 0);
  };
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1020, noNaN: true }), (sum) => {
      expect(at(sum)).toBe(toByte(sum));
    }),
    { numRuns: 2000 },
  );
  for (const sum of step.filter(Number.isFinite)) {
    expect([at(sum), at(sum * (1 - 2 ** -52))]).toStrictEqual([toByte(sum), toByte(sum * (1 - 2 ** -52))]);
  }
  expect([at(0), at(1020)]).toStrictEqual([0, 255]);
});
