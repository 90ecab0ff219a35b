import { encodeSrgb } from "@usdkit/base/math";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { byteSteps } from "./byte-steps.ts";

const LAST = 4 * (2 ** 29 - 1);
const BITS = 19;
const toByte = (sum: number): number => (encodeSrgb(sum / LAST) * 255 + 0.5) | 0;

test("a table of steps has the values of its function", () => {
  const { first, step } = byteSteps(LAST, BITS, toByte);
  const at = (sum: number): number => {
    const bucket = sum >> BITS;
    return first[bucket] + (sum >= step[bucket] ? 1 : 0);
  };
  fc.assert(
    fc.property(fc.integer({ min: 0, max: LAST }), (sum) => {
      expect(at(sum)).toBe(toByte(sum));
    }),
    { numRuns: 2000 },
  );
  for (const sum of step.filter((each) => each <= LAST)) {
    expect([at(sum), at(sum - 1)]).toStrictEqual([toByte(sum), toByte(sum - 1)]);
  }
  expect([at(0), at(LAST)]).toStrictEqual([0, 255]);
});
