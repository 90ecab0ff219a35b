import { encodeSrgb } from "@usdkit/base/math";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { byteSteps } from "./byte-steps.ts";

const LAST = 4 * (2 ** 29 - 1);
const BITS = 19;
const toByte = (sum: number): number => (encodeSrgb(sum / LAST) * 255 + 0.5) | 0;

test("a table of steps has the values of its function", () => {
  const words = byteSteps(LAST, BITS, toByte);
  const at = (sum: number): number => (words[sum >> BITS] + (sum & (2 ** BITS - 1))) >> BITS;
  fc.assert(
    fc.property(fc.integer({ min: 0, max: LAST }), (sum) => {
      expect(at(sum)).toBe(toByte(sum));
    }),
    { numRuns: 2000 },
  );
  for (const [bucket, word] of words.entries()) {
    // Where the byte of the bucket rises, or its first number.
    const sum = Math.max(1, (bucket + 1) * 2 ** BITS - (word % 2 ** BITS));
    if (sum > LAST) continue;
    expect([at(sum), at(sum - 1)]).toStrictEqual([toByte(sum), toByte(sum - 1)]);
  }
  expect([at(0), at(LAST)]).toStrictEqual([0, 255]);
});
