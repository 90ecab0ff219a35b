import * as fc from "fast-check";
import { expect, test } from "vitest";
import { floatToHalfBits, MAX_NUMBER_BYTES, formatDouble, formatFloat, formatHalf } from "@usdkit/base";
import { ByteWriter } from "./byte-writer.ts";
import type { NumberRun } from "./number-runs.ts";
import { SCALARS, writeDoubles, writeFloats, writeHalves, writeIntegers } from "./number-runs.ts";

const ROOM = MAX_NUMBER_BYTES + 4;

type WriteRun<T> = (writer: ByteWriter, data: T, run: NumberRun) => void;

/** Returns the output of `write` for all numbers but the first and the last, after three bytes that it must keep. */
function written<T extends { readonly length: number }>(write: WriteRun<T>, data: T): string {
  const count = data.length - 2;
  const writer = new ByteWriter(3 + count * ROOM);
  writer.text("xxx");
  write(writer, data, { from: 1, to: 1 + count, rowSize: SCALARS });
  const text = new TextDecoder().decode(writer.bytes.subarray(0, writer.length));
  expect(text.slice(0, 3)).toBe("xxx");
  return text.slice(3);
}

/** Floats with these bits, and one more on each side. */
function floatsOf(bits: readonly number[]): Float32Array {
  return new Float32Array(Uint32Array.from([0, ...bits, 0]).buffer);
}

function expectFloats(bits: readonly number[]): void {
  const floats = floatsOf(bits);
  const texts = Array.from(floats.subarray(1, -1), formatFloat);
  expect(written(writeFloats, floats)).toBe(texts.join(", "));
}

/** Bits of a float of magnitude 2^-13 to below 2^24, occasionally of any other. */
const someBits = fc.oneof(
  { weight: 9, arbitrary: fc.tuple(fc.integer({ min: 114 << 23, max: (151 << 23) - 1 }), fc.boolean()) },
  { weight: 1, arbitrary: fc.tuple(fc.integer({ min: 0, max: 0x7fffffff }), fc.boolean()) },
);
const floatBits = someBits.map(([bits, isNegative]) => (isNegative ? bits + 0x80000000 : bits));

test("writes each float in a row like a single one", () => {
  fc.assert(
    fc.property(fc.array(floatBits, { minLength: 1, maxLength: 100 }), (bits) => expectFloats(bits)),
    { numRuns: 3000 },
  );
});

test("decimals of few digits, as users and programs write them", () => {
  const decimal = fc
    .tuple(fc.integer({ min: -99_999_999, max: 99_999_999 }), fc.integer({ min: 0, max: 9 }))
    .map(([whole, power]) => new Uint32Array(Float32Array.of(whole / 10 ** power).buffer)[0]);
  fc.assert(
    fc.property(fc.array(decimal, { minLength: 1, maxLength: 100 }), (bits) => expectFloats(bits)),
    { numRuns: 1000 },
  );
});

test("powers of two and of ten and their neighbours", () => {
  const bits: number[] = [];
  for (let exponent = 0; exponent < 255; exponent++) {
    for (let step = -3; step <= 3; step++) bits.push(Math.max(0, (exponent << 23) + step));
  }
  for (let power = -7; power <= 9; power++) {
    const [near] = new Uint32Array(Float32Array.of(10 ** power).buffer);
    for (let step = -300; step <= 300; step++) bits.push(near + step, near + step + 0x80000000);
  }
  expectFloats(bits);
});

test("floats halfway between two texts", () => {
  const bits = Array.from({ length: 20_000 }, (_, index) => 0x49800000 + index);
  expectFloats(bits);
});

test("zeros, infinities and NaN", () => {
  expect(written(writeFloats, Float32Array.of(9, 0, -0, Infinity, -Infinity, NaN, 1, 9))).toBe(
    "0, -0, inf, -inf, nan, 1",
  );
});

test("writes each whole number, double and half in a row like a single one", () => {
  fc.assert(
    fc.property(fc.array(fc.double(), { minLength: 3 }), (numbers) => {
      const inner = numbers.slice(1, -1);
      expect(written(writeDoubles, Float64Array.from(numbers))).toBe(inner.map(formatDouble).join(", "));
      const integers = Int32Array.from(numbers);
      expect(written(writeIntegers, integers)).toBe(integers.subarray(1, -1).join(", "));
      const halves = Uint16Array.from(numbers, (number) => floatToHalfBits(number));
      expect(written(writeHalves, halves)).toBe(inner.map(formatHalf).join(", "));
    }),
  );
  expect(written(writeIntegers, Uint32Array.of(1, 4294967295, 10, 1))).toBe("4294967295, 10");
  expect(written(writeIntegers, Int32Array.of(1, -2147483648, -9, 9, 1))).toBe("-2147483648, -9, 9");
});
