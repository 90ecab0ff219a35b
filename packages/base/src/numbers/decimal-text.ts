const ZERO = 48;
const DOT = 46;
const MINUS = 45;
const LETTER_E = 101;
const TEN_8 = 100000000;

const POWER: Float64Array = /* @__PURE__ */ Float64Array.from({ length: 23 }, (_, k) => Number(`1e${k}`));

/** "00", "01", … "99": two digits per step. */
const PAIRS: Uint8Array = /* @__PURE__ */ Uint8Array.from({ length: 200 }, (_, i) =>
  i % 2 === 0 ? ZERO + Math.floor(i / 20) : ZERO + ((i >> 1) % 10),
);

/** Returns the number of decimal digits of a whole number 0 … 2^53. */
export function countDigits(whole: number): number {
  if (whole < 10000) return whole < 100 ? (whole < 10 ? 1 : 2) : whole < 1000 ? 3 : 4;
  if (whole < 100000000) return whole < 1000000 ? (whole < 100000 ? 5 : 6) : whole < 10000000 ? 7 : 8;
  let count = 9;
  while (count < 16 && whole >= POWER[count]) count++;
  return count;
}

/** Writes the last `width` digits of a whole number (0 … 2^53), with zeros in front, so that they end before `end`. */
export function writeDigits(whole: number, width: number, out: Uint8Array, end: number): void {
  let rest = whole;
  let left = width;
  let p = end;
  if (rest > 0x7fffffff) {
    const upper = Math.floor(rest / TEN_8);
    writeDigits(rest - upper * TEN_8, 8, out, p);
    rest = upper;
    p -= 8;
    left -= 8;
  }
  let small = rest | 0;
  while (left >= 2) {
    const upper = (small / 100) | 0;
    const pair = (small - upper * 100) << 1;
    out[--p] = PAIRS[pair + 1];
    out[--p] = PAIRS[pair];
    small = upper;
    left -= 2;
  }
  if (left === 1) out[--p] = ZERO + (small % 10);
}

/**
 * Writes `whole · 10^-decimals` as the reference writes float and double: fixed from 1e-6 to below 1e15, otherwise
 * `1.5e15`, `1e-7` (no plus, no zeros in the exponent). Returns the new offset.
 *
 * @param whole 1 … 2^53, not divisible by ten (it may be when `decimals` ≤ 0 and the text is fixed)
 */
export function writeDecimal(whole: number, decimals: number, out: Uint8Array, offset: number): number {
  const count = countDigits(whole);
  const exponent = count - 1 - decimals;
  let p = offset;
  if (exponent < -6 || exponent > 14) return writeScientific(whole, count, exponent, out, offset);
  if (decimals <= 0) {
    p += count;
    writeDigits(whole, count, out, p);
    for (let i = decimals; i < 0; i++) out[p++] = ZERO;
    return p;
  }
  if (count <= decimals) {
    out[p] = ZERO;
    out[p + 1] = DOT;
    p += 2 + decimals;
    writeDigits(whole, decimals, out, p);
    return p;
  }
  // Moves all digits one place further, then those before the point back: cheaper than a division.
  const point = p + count - decimals;
  const end = p + count + 1;
  writeDigits(whole, count, out, end);
  for (; p < point; p++) out[p] = out[p + 1];
  out[point] = DOT;
  return end;
}

function writeScientific(whole: number, count: number, exponent: number, out: Uint8Array, offset: number): number {
  let p = offset + count;
  writeDigits(whole, count, out, p);
  // Only whole numbers have trailing zeros; all digits but the first stay in place.
  while (count > 1 && out[p - 1] === ZERO && p > offset + 1) p--;
  if (p > offset + 1) {
    for (let i = p; i > offset + 1; i--) out[i] = out[i - 1];
    out[offset + 1] = DOT;
    p++;
  }
  out[p++] = LETTER_E;
  let power = exponent;
  if (power < 0) {
    out[p++] = MINUS;
    power = -power;
  }
  const width = countDigits(power);
  writeDigits(power, width, out, p + width);
  return p + width;
}

/** Writes ASCII text; returns the new offset. */
export function writeAscii(text: string, out: Uint8Array, offset: number): number {
  for (let i = 0; i < text.length; i++) out[offset + i] = text.charCodeAt(i);
  return offset + text.length;
}
