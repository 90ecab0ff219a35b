import * as fc from "fast-check";
import { expect, test } from "vitest";
import { floatToHalfBits, halfBitsToFloat } from "./half.ts";

test("converts every half to a number and back", () => {
  const wrong: number[] = [];
  for (let bits = 0; bits < 65536; bits++) {
    const value = halfBitsToFloat(bits);
    if (floatToHalfBits(value) !== (Number.isNaN(value) ? 0x7e00 : bits)) wrong.push(bits);
  }
  expect(wrong).toEqual([]);
});

test("rounds to the nearest, ties to even", () => {
  const wrong: number[] = [];
  for (let bits = 0; bits < 0x7bff; bits++) {
    const [lower, upper] = [halfBitsToFloat(bits), halfBitsToFloat(bits + 1)];
    const middle = (lower + upper) / 2;
    const isRight =
      floatToHalfBits(middle) === (bits % 2 === 0 ? bits : bits + 1) &&
      floatToHalfBits(middle * (1 - 2 ** -20)) === bits &&
      floatToHalfBits(-middle * (1 + 2 ** -20)) === (0x8000 | (bits + 1));
    if (!isRight) wrong.push(bits);
  }
  expect(wrong).toEqual([]);
});

// Each as usd-core 26.11 reads the text.
test.each([
  ["1.00048828125000001", 0x3c00],
  ["65519.99", 0x7bff],
  ["65519.9999999999", 0x7c00],
  ["65520", 0x7c00],
  ["-65520", 0xfc00],
  ["2.98023223876953126e-8", 0],
  ["5.9604645e-8", 1],
  ["4098", 0x6c00],
  ["4098.1", 0x6c01],
  ["-0", 0x8000],
])("%s", (text, bits) => expect(floatToHalfBits(Number(text))).toBe(bits));

test("rounds to float32 first", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true }), (x) => {
      expect(floatToHalfBits(x)).toBe(floatToHalfBits(Math.fround(x)));
    }),
  );
});
