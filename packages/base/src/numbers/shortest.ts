/**
 * Writes numbers as the reference (usd-core 26.11) does. float and double: the shortest text that reads back as the
 * same value, the nearest if there are several; fixed notation from 1e-6 to below 1e15. half: C's `%g`, six digits,
 * exponents with at least two digits (`1.19209e-07`), which reads back as the same half. Also `-0`, `inf`, `-inf`,
 * `nan`.
 */
import { floatToHalfBits, halfBitsToFloat } from "./half.ts";
import { countDigits, writeAscii, writeDecimal, writeDigits } from "./decimal-text.ts";

/** Maximum bytes of any number written here. */
export const MAX_NUMBER_BYTES = 32;

const MINUS = 45;

/** 10^k for k = -60 … 60; exact for 0 … 22, otherwise the nearest double. */
const POWER_BIAS = 60;
const POWER: Float64Array = /* @__PURE__ */ Float64Array.from({ length: 121 }, (_, i) => Number(`1e${i - POWER_BIAS}`));

/**
 * By the eight exponent bits of a float: the number of decimals that scales it to 10^8 … 2·10^9 units (nine digits
 * always distinguish floats), that power of ten, and half the distance to the next float.
 */
const DECIMALS: Int8Array = /* @__PURE__ */ Int8Array.from(
  { length: 255 },
  (_, biased) => 8 - Math.floor(Math.log10(2 ** (biased - 127))),
);
const HALF_ULP: Float64Array = /* @__PURE__ */ Float64Array.from({ length: 255 }, (_, biased) => 2 ** (biased - 151));

/**
 * From 2^-13 to below 2^30 the bounds of a float's interval times 10^decimals are exact doubles: 25 bits · 5^12 < 2^53.
 * Elsewhere three roundings of numbers below 2^31 err by less than 2^-20.
 */
const EXACT_FROM = 114;
const EXACT_TO = 157;
const SLACK = 2 ** -20;

const floats = /* @__PURE__ */ new Float32Array(1);
const floatBits = /* @__PURE__ */ new Int32Array(floats.buffer);

/** Returns the text of a float32 (another number is first rounded to float32). */
export function formatFloat(value: number): string {
  return formatted(writeFloat, value);
}

/** Returns the text of a double. */
export function formatDouble(value: number): string {
  return formatted(writeDouble, value);
}

/** Returns the text of a number that is a half. */
export function formatHalf(value: number): string {
  return formatted(writeHalf, value);
}

/**
 * Writes the text of `formatFloat`; returns the new offset. Needs `MAX_NUMBER_BYTES` free bytes, like all writers
 * here.
 */
export function writeFloat(value: number, out: Uint8Array, offset: number): number {
  floats[0] = value;
  const bits = floatBits[0];
  const biased = (bits >>> 23) & 255;
  const fraction = bits & 0x7fffff;
  if (biased === 255 || (bits & 0x7fffffff) === 0) return writeSpecial(floats[0], out, offset);
  let p = offset;
  if (bits < 0) out[p++] = MINUS;
  const x = Math.abs(floats[0]);
  if (biased === 0) return writeFloatExactly(x, out, p);
  if (x < 16777216 && (x | 0) === x) {
    const count = countDigits(x);
    writeDigits(x, count, out, p + count);
    return p + count;
  }
  // Every decimal between `low` and `high` reads back as x. So do the bounds if the significand is even (ties to even).
  const exact = biased >= EXACT_FROM && biased < EXACT_TO;
  let decimals = DECIMALS[biased];
  const power = POWER[decimals + POWER_BIAS];
  const half = HALF_ULP[biased] * power;
  const middle = x * power;
  const low = middle - (fraction === 0 ? half * 0.5 : half);
  const high = middle + half;
  let first = Math.ceil(low) | 0;
  let last = Math.floor(high) | 0;
  if (exact) {
    if ((bits & 1) === 1) {
      if (first === low) first = (first + 1) | 0;
      if (last === high) last = (last - 1) | 0;
    }
  } else if (first - low < SLACK || low - first + 1 < SLACK || high - last < SLACK || last + 1 - high < SLACK) {
    return writeFloatExactly(x, out, p);
  }
  let unit = 1;
  for (;;) {
    const nextFirst = ((first + 9) / 10) | 0;
    const nextLast = (last / 10) | 0;
    if (nextFirst > nextLast) break;
    first = nextFirst;
    last = nextLast;
    unit *= 10;
    decimals--;
  }
  let whole = first;
  if (first !== last) {
    // Several decimals of that length: takes the nearest, the even one of two equally near.
    const scaled = middle / unit;
    whole = scaled | 0;
    const rest = scaled - whole;
    if (!exact && rest > 0.5 - SLACK && rest < 0.5 + SLACK) return writeFloatExactly(x, out, p);
    if (rest > 0.5 || (rest === 0.5 && (whole & 1) === 1)) whole = (whole + 1) | 0;
    if (whole < first) whole = first;
    else if (whole > last) whole = last;
  }
  return writeDecimal(whole, decimals, out, p);
}

/** The same for x > 0 in BigInt arithmetic: slow, without limits. */
function writeFloatExactly(x: number, out: Uint8Array, offset: number): number {
  floats[0] = x;
  const bits = floatBits[0];
  const biased = Math.max(1, bits >>> 23);
  const fraction = bits & 0x7fffff;
  const significand = BigInt(bits >>> 23 === 0 ? fraction : fraction + 0x800000);
  // In quarters of the distance to the next float, times 10^decimals as numerator / denominator.
  let decimals = bits >>> 23 === 0 ? 54 : DECIMALS[biased];
  const exponent = biased - 152;
  const numerator = (10n ** BigInt(Math.max(0, decimals))) << BigInt(Math.max(0, exponent));
  const denominator = (10n ** BigInt(Math.max(0, -decimals))) << BigInt(Math.max(0, -exponent));
  const middle = 4n * significand * numerator;
  const low = middle - (fraction === 0 && biased > 1 ? 1n : 2n) * numerator;
  const high = middle + 2n * numerator;
  let first = (low + denominator - 1n) / denominator;
  let last = high / denominator;
  if ((bits & 1) === 1) {
    if (first * denominator === low) first++;
    if (last * denominator === high) last--;
  }
  let unit = denominator;
  while ((first + 9n) / 10n <= last / 10n) {
    first = (first + 9n) / 10n;
    last /= 10n;
    unit *= 10n;
    decimals--;
  }
  let whole = middle / unit;
  const twice = 2n * (middle - whole * unit);
  if (twice > unit || (twice === unit && whole % 2n === 1n)) whole++;
  if (whole < first) whole = first;
  else if (whole > last) whole = last;
  return writeDecimal(Number(whole), decimals, out, offset);
}

/** Writes the text of `formatDouble`; returns the new offset. */
export function writeDouble(value: number, out: Uint8Array, offset: number): number {
  if (value === 0 || !Number.isFinite(value)) return writeSpecial(value, out, offset);
  let p = offset;
  if (value < 0) out[p++] = MINUS;
  const x = Math.abs(value);
  if (x < 1e-6 || x >= 1e15) return writeAscii(x.toExponential().replace("+", ""), out, p);
  if (Math.floor(x) === x) {
    const count = countDigits(x);
    writeDigits(x, count, out, p + count);
    return p + count;
  }
  // At most one decimal of 15 digits rounds to a given double, so if `whole / power` (one correctly rounded division)
  // is x, its digits without trailing zeros are the shortest. If x has such a decimal, x · power is less than a
  // quarter away from it, and rounding finds it.
  let decimals =
    x >= 1
      ? 15 - countDigits(Math.floor(x))
      : x >= 1e-3
        ? x >= 1e-1
          ? 15
          : x >= 1e-2
            ? 16
            : 17
        : x >= 1e-4
          ? 18
          : x >= 1e-5
            ? 19
            : 20;
  const power = POWER[decimals + POWER_BIAS];
  let whole = Math.round(x * power);
  if (whole / power !== x || whole >= 1e15) return writeAscii(String(x), out, p);
  for (let step = 8; step >= 1; step >>= 1) {
    const unit = POWER[step + POWER_BIAS];
    const shorter = Math.floor(whole / unit);
    if (shorter * unit === whole) {
      whole = shorter;
      decimals -= step;
    }
  }
  return writeDecimal(whole, decimals, out, p);
}

/** Writes the text of `formatHalf`; returns the new offset. */
export function writeHalf(value: number, out: Uint8Array, offset: number): number {
  const half = halfBitsToFloat(floatToHalfBits(value));
  if (half === 0 || !Number.isFinite(half)) return writeSpecial(half, out, offset);
  let p = offset;
  if (half < 0) out[p++] = MINUS;
  const x = Math.abs(half);
  // Six digits: x · 10^decimals is exact (11 bits · 5^13), so ties are exact.
  let decimals = 1;
  let scaled = x * 10;
  while (scaled < 1e5) scaled = x * POWER[++decimals + POWER_BIAS];
  let whole = scaled | 0;
  const rest = scaled - whole;
  if (rest > 0.5 || (rest === 0.5 && (whole & 1) === 1)) whole = (whole + 1) | 0;
  for (let shorter = (whole / 10) | 0; shorter * 10 === whole; shorter = (whole / 10) | 0) {
    whole = shorter;
    decimals--;
  }
  const exponent = countDigits(whole) - 1 - decimals;
  if (exponent >= -4) return writeDecimal(whole, decimals, out, p);
  // The exponent is always negative here: `1.5e-05`.
  const digits = String(whole);
  const point = digits.length > 1 ? `.${digits.slice(1)}` : "";
  return writeAscii(`${digits.slice(0, 1)}${point}e-0${-exponent}`, out, p);
}

/** Writes an int32 or uint32 (any whole number up to 2^53); returns the new offset. */
export function writeInteger(value: number, out: Uint8Array, offset: number): number {
  let p = offset;
  if (value < 0) out[p++] = MINUS;
  const x = Math.abs(value);
  const count = countDigits(x);
  writeDigits(x, count, out, p + count);
  return p + count;
}

/** Writes a 64-bit integer; returns the new offset. */
export function writeBigInt(value: bigint, out: Uint8Array, offset: number): number {
  const number = Number(value);
  return Number.isSafeInteger(number) ? writeInteger(number, out, offset) : writeAscii(value.toString(), out, offset);
}

function writeSpecial(value: number, out: Uint8Array, offset: number): number {
  if (value === 0) return writeAscii(Object.is(value, -0) ? "-0" : "0", out, offset);
  return writeAscii(value !== value ? "nan" : value < 0 ? "-inf" : "inf", out, offset);
}

function formatted(write: (value: number, out: Uint8Array, offset: number) => number, value: number): string {
  const out = new Uint8Array(MAX_NUMBER_BYTES);
  return String.fromCharCode(...out.subarray(0, write(value, out, 0)));
}
