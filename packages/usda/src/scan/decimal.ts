/**
 * Correctly rounded decimal text → double, for the number grammar of USDA:
 * `-?(digits(.digits*)?|.digits)([eE][+-]?digits)?`, `inf`, `-inf`, `nan`.
 *
 * The proof of the double-double division is in docs/decisions/2026-11-23-numbers-and-kernels.md.
 */

/**
 * Larger divisors are left to `Number()`; 10^44 is the largest that a pair of doubles represents exactly (5^44 <
 * 2^106).
 */
const MAX_DIVISOR = 44;
/** The largest power of ten that one double represents exactly (5^22 < 2^53). */
const MAX_EXACT_POWER = 22;
/** Significant digits kept: two int32 groups of nine. */
const MAX_DIGITS = 18;
/** Veltkamp's constant 2^27 + 1: splits a double into two halves of 26 bits whose products are exact. */
const SPLITTER = 134217729;
/** Relative to the quotient. The proven error is below 2^-102 (15.1 · 2^-106); the guard is four times that. */
const GUARD = 2 ** -100;

/** 10^k = POWER[k] + POWER_REST[k] exactly, for k = 0 … 44; POWER_HIGH + POWER_LOW is POWER split for Dekker's product. */
const POWER: Float64Array = /* @__PURE__ */ Float64Array.from({ length: MAX_DIVISOR + 1 }, (_, k) => Number(`1e${k}`));
const POWER_REST: Float64Array = /* @__PURE__ */ POWER.map((power, k) => Number(10n ** BigInt(k) - BigInt(power)));
const POWER_HIGH: Float64Array = /* @__PURE__ */ POWER.map((power) => power * SPLITTER - (power * SPLITTER - power));
const POWER_LOW: Float64Array = /* @__PURE__ */ POWER.map((power, k) => power - POWER_HIGH[k]);

/** 5^k, k = 0 … 9. */
const FIVES: Float64Array = /* @__PURE__ */ Float64Array.from({ length: 10 }, (_, k) => 5 ** k);

const MINUS = 45;
const PLUS = 43;
const DOT = 46;

/**
 * Reads one number from bytes. A reader can be reused for any number of reads; `value` and `integral` describe the
 * last one.
 *
 * ```ts
 * const reader = new DecimalReader();
 * const end = reader.read(bytes, 0, bytes.length); // -1, or the position after the number
 * ```
 */
export class DecimalReader {
  /** The double nearest to the text. */
  value = 0;
  /** Whether the text was `-?digits`. */
  integral = false;

  /**
   * Reads the longest number at `start`, ignoring bytes from `limit` on; returns the position after it, or -1 if
   * there is none. The caller must check the text after the number (`1a`, `1.5.5`).
   */
  read(bytes: Uint8Array, start: number, limit: number): number {
    let p = start;
    let c = p < limit ? bytes[p] : 0;
    const negative = c === MINUS;
    if (negative) c = ++p < limit ? bytes[p] : 0;
    if (c === 105 || c === 110) return this.readWord(bytes, p, limit, negative);

    // The first nine significant digits go to `high`, the next nine to `low`; leading zeros count as digits, not as
    // significant ones.
    let high = 0;
    let low = 0;
    let significant = 0;
    let digits = 0;
    let dot = -1;
    for (;;) {
      const digit = c - 48;
      if (digit >= 0 && digit <= 9) {
        digits++;
        if (significant > 0 || digit > 0) {
          if (significant < 9) high = high * 10 + digit;
          else if (significant < MAX_DIGITS) low = low * 10 + digit;
          significant++;
        }
      } else if (c === DOT && dot < 0) {
        dot = p;
      } else {
        break;
      }
      c = ++p < limit ? bytes[p] : 0;
    }
    if (digits === 0) return -1;
    let exponent = dot < 0 ? 0 : dot + 1 - p;
    this.integral = dot < 0;
    if (c === 101 || c === 69) {
      let sign = 1;
      c = ++p < limit ? bytes[p] : 0;
      if (c === MINUS || c === PLUS) {
        if (c === MINUS) sign = -1;
        c = ++p < limit ? bytes[p] : 0;
      }
      if (!(c >= 48 && c <= 57)) return -1;
      let power = 0;
      do {
        power = power * 10 + c - 48;
        c = ++p < limit ? bytes[p] : 0;
      } while (c >= 48 && c <= 57);
      exponent += sign * power;
      this.integral = false;
    }
    let value = significant > MAX_DIGITS ? NaN : scale(high, low, significant, exponent);
    if (value !== value) value = Math.abs(Number(latin1(bytes, start, p)));
    // `-0` and `-0.0` are negative zeros; `-00` is the integer 0, as in the reference.
    const isNegative = negative && (value !== 0 || digits === 1 || !this.integral);
    this.value = isNegative ? -value : value;
    return p;
  }

  private readWord(bytes: Uint8Array, start: number, limit: number, negative: boolean): number {
    const end = start + 3;
    if (end > limit) return -1;
    const word = latin1(bytes, start, end);
    this.integral = false;
    if (word === "inf") this.value = negative ? -Infinity : Infinity;
    else if (word === "nan" && !negative) this.value = NaN;
    else return -1;
    return end;
  }
}

/**
 * Returns the double nearest to the number in `bytes[start, end)`; NaN for `nan` and for text that is not a number.
 *
 * ```ts
 * decimalToDouble(new TextEncoder().encode("-1.5e3"), 0, 6); // -1500
 * ```
 */
export function decimalToDouble(bytes: Uint8Array, start: number, end: number): number {
  return shared.read(bytes, start, end) === end ? shared.value : NaN;
}

const shared = new DecimalReader();

/** Returns (high · 10^(digits after the ninth) + low) · 10^exponent, or NaN if the fast paths cannot decide. */
function scale(high: number, low: number, significant: number, exponent: number): number {
  // high < 2^30 and 5^9 < 2^21: the product is exact, and it is larger than low, so that (sum, rest) is exact too.
  const shifted = high * POWER[significant > 9 ? significant - 9 : 0];
  const sum = shifted + low;
  const rest = low - (sum - shifted);
  if (exponent === 0 || sum === 0) return sum;
  if (rest === 0 && sum <= 9007199254740992) {
    // Both operands are exact: one correctly rounded operation.
    if (exponent < 0 && exponent >= -MAX_EXACT_POWER) return sum / POWER[-exponent];
    if (exponent > 0 && exponent <= MAX_EXACT_POWER) return sum * POWER[exponent];
  }
  return exponent < 0 && exponent >= -MAX_DIVISOR ? divide(sum, rest, -exponent) : NaN;
}

/**
 * Returns (high · 10^count + low) / 10^power, correctly rounded, for whole numbers `low` < 10^count, count ≤ 9 and
 * power ≤ 44. Returns NaN if it cannot decide.
 */
export function divideDigits(high: number, low: number, count: number, power: number): number {
  // The product is exact if its odd part is below 2^53.
  if (!(high * FIVES[count] < 9007199254740992)) return NaN;
  const shifted = high * POWER[count];
  const sum = shifted + low;
  const rest = low - (sum - shifted);
  if (rest === 0 && power <= MAX_EXACT_POWER && sum <= 9007199254740992) return sum / POWER[power];
  return divide(sum, rest, power);
}

/** Returns (sum + rest) / 10^power, correctly rounded, or NaN if the error bound crosses a rounding boundary. */
function divide(sum: number, rest: number, power: number): number {
  const divisor = POWER[power];
  const divisorHigh = POWER_HIGH[power];
  const divisorLow = POWER_LOW[power];
  const quotient = sum / divisor;
  // Dekker: product + error = quotient · divisor exactly.
  const spread = quotient * SPLITTER;
  const quotientHigh = spread - (spread - quotient);
  const quotientLow = quotient - quotientHigh;
  const product = quotient * divisor;
  const error =
    quotientHigh * divisorHigh -
    product +
    quotientHigh * divisorLow +
    quotientLow * divisorHigh +
    quotientLow * divisorLow;
  const remainder = sum - product - error + rest - quotient * POWER_REST[power];
  const correction = remainder / divisor;
  const guard = quotient * GUARD;
  const upper = quotient + (correction + guard);
  return upper === quotient + (correction - guard) ? upper : NaN;
}

function latin1(bytes: Uint8Array, start: number, end: number): string {
  let text = "";
  for (let p = start; p < end; p++) text += String.fromCharCode(bytes[p]);
  return text;
}
