// Campaign in CI: Decimals of 20,000 random texts for each form, read as JavaScript reads them

import * as fc from "fast-check";
import { describe, expect, inject, test } from "vitest";
import { DecimalReader, decimalToDouble, divideDigits } from "./decimal.ts";

const numRuns = inject("deep") ? 20_000 : 5_000;
const encoder = new TextEncoder();

function read(text: string): number {
  const bytes = encoder.encode(text);
  return decimalToDouble(bytes, 0, bytes.length);
}

/** The exact decimal expansion of the midpoint between a double and the next one away from zero. */
function midpointText(value: number, digits: number, offset: bigint): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, Math.abs(value));
  const bits = view.getBigUint64(0);
  const biased = bits >> 52n;
  const significand = (bits & 0xfffffffffffffn) + (biased === 0n ? 0n : 1n << 52n);
  const exponent = (biased === 0n ? 1n : biased) - 1075n;
  // (2m + 1) · 2^(e - 1) as N · 10^-k.
  let whole = 2n * significand + 1n;
  let power = 0n;
  if (exponent - 1n >= 0n) whole <<= exponent - 1n;
  else {
    power = 1n - exponent;
    whole *= 5n ** power;
  }
  let text = whole.toString();
  if (text.length > digits) {
    power -= BigInt(text.length - digits);
    text = (BigInt(text.slice(0, digits)) + offset).toString();
  }
  return `${text}e${-power}`;
}

const digits = (min: number, max: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.integer({ min: 0, max: 9 }).map(String), minLength: min, maxLength: max });

describe("decimalToDouble", () => {
  test("equals Number over all digit counts", () => {
    fc.assert(
      fc.property(fc.boolean(), digits(0, 25), fc.option(digits(0, 25)), (negative, whole, fraction) => {
        fc.pre(whole.length + (fraction?.length ?? 0) > 0);
        const text = `${negative ? "-" : ""}${whole}${fraction === null ? "" : `.${fraction}`}`;
        // The integer `-00` is 0, not -0, in the format.
        expect(read(text)).toBe(/^-00+$/.test(text) ? 0 : Number(text));
      }),
      { numRuns },
    );
  });

  test("equals Number over all exponents", () => {
    for (let exponent = -345; exponent <= 312; exponent++) {
      for (const mantissa of [
        "1",
        "9",
        "123456789",
        "1.7976931348623157",
        "987654321.123456789",
        "0.00494065645841247",
      ]) {
        const text = `${mantissa}e${exponent}`;
        expect(read(text)).toBe(Number(text));
      }
    }
  });

  test("equals Number for random digits and exponents", () => {
    const exponent = fc.oneof(fc.integer({ min: -50, max: 30 }), fc.integer({ min: -400, max: 400 }));
    fc.assert(
      fc.property(digits(1, 20), digits(0, 20), exponent, (whole, fraction, power) => {
        const text = `${whole}.${fraction}E${power >= 0 && fraction.length % 2 === 0 ? "+" : ""}${power}`;
        expect(read(text)).toBe(Number(text));
      }),
      { numRuns },
    );
  });

  test("equals Number for the shortest and the longer texts of doubles", () => {
    const value = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.double({ min: -1000, max: 1000, noNaN: true }),
    );
    fc.assert(
      fc.property(value, fc.integer({ min: 15, max: 19 }), (x, precision) => {
        for (const text of [String(x), x.toPrecision(precision)]) expect(read(text)).toBe(Number(text));
      }),
      { numRuns },
    );
  });

  test("equals Number around the midpoints of neighbouring doubles", () => {
    const value = fc.oneof(
      fc.double({ min: 1e-20, max: 1e20, noNaN: true }),
      fc.double({ min: 5e-324, max: 1e308, noNaN: true }),
      fc.integer({ min: 1, max: 2 ** 30 }).map((n) => n / 1024),
    );
    const offset = fc.constantFrom(-1n, 0n, 1n);
    fc.assert(
      fc.property(value, fc.integer({ min: 16, max: 24 }), offset, (x, count, near) => {
        const text = midpointText(x, count, near);
        expect(read(text)).toBe(Number(text));
      }),
      { numRuns },
    );
  });

  test("ties that a pair of doubles can hold go to the even neighbour", () => {
    // 2^53 + 1 and the like, with the point moved.
    for (const text of [
      "9007199254740993",
      "9007199254740993.0",
      "90071992547409.93e2",
      "4503599627370496.5",
      "4503599627370497.5",
    ]) {
      expect(read(text)).toBe(Number(text));
    }
  });

  test("keeps the sign of zero, and reads inf and nan", () => {
    expect(read("-0")).toBe(-0);
    expect(read("-0.000e5")).toBe(-0);
    expect(read("inf")).toBe(Infinity);
    expect(read("-inf")).toBe(-Infinity);
    expect(read("1e400")).toBe(Infinity);
    expect(read(`1${"0".repeat(500)}`)).toBe(Infinity);
  });

  test.each([
    "nan",
    "",
    "-",
    ".",
    "-.",
    "e5",
    "1e",
    "1e+",
    "+1",
    "-nan",
    "Inf",
    "in",
    "1a",
    "1.5.5",
    "0x1",
    " 1",
    "1 ",
  ])("returns NaN for %j", (text) => expect(read(text)).toBeNaN());

  test("the reader stops after the number and recognises whole numbers", () => {
    const reader = new DecimalReader();
    const bytes = encoder.encode("12, -3.5)");
    expect(reader.read(bytes, 0, bytes.length)).toBe(2);
    expect(reader.integral).toBe(true);
    expect(reader.read(bytes, 4, bytes.length)).toBe(8);
    expect(reader.value).toBe(-3.5);
    expect(reader.integral).toBe(false);
    expect(reader.read(bytes, 4, 6)).toBe(6);
    expect(reader.value).toBe(-3);
  });
});

test("divideDigits is exact or returns NaN", () => {
  let undecided = 0;
  fc.assert(
    fc.property(
      fc.bigInt(1n, 10n ** 9n),
      fc.bigInt(0n, 10n ** 9n - 1n),
      fc.integer({ min: 0, max: 44 }),
      (high, low, power) => {
        const value = divideDigits(Number(high), Number(low), 9, power);
        if (value !== value) undecided++;
        else expect(value).toBe(Number(`${high * 10n ** 9n + low}e-${power}`));
      },
    ),
    { numRuns },
  );
  // Mostly whole numbers beyond 2^53 halfway between doubles.
  expect(undecided).toBeLessThan(400);
});
