/**
 * Writes numbers and rows of them, `a, b, c` and `a, b), (c, d`: nearly all of a mesh's text. The loops are here, and
 * not around a function for one number, since V8 allocates an object for each float passed to a function. Uncommon
 * numbers are left to `shortest.ts`.
 */
import {
  halfBitsToFloat,
  countDigits,
  writeDigits,
  writeDouble,
  writeFloat,
  writeHalf,
  writeInteger,
} from "@usdkit/base";
import type { ByteWriter } from "./byte-writer.ts";

const OPEN_ROW = 40;
const CLOSE_ROW = 41;
const COMMA = 44;
const SPACE = 32;
const MINUS = 45;
const DOT = 46;
const ZERO = 48;

/** A part of an array: `data[from, to)`. */
export interface NumberRun {
  readonly from: number;
  readonly to: number;
  /** Count of numbers per row; {@link SCALARS} if they are not in rows. */
  readonly rowSize: number;
}

/** The row size of numbers that are not in rows: more than a run has. */
export const SCALARS = 0x3fffffff;

/** Writes what is before the number in a column: nothing before the first, `), (` after a row, otherwise `, `. */
function writeSeparator(out: Uint8Array, at: number, column: number, rowSize: number): number {
  if (column === 0) return at;
  if (column < rowSize) {
    out[at] = COMMA;
    out[at + 1] = SPACE;
    return at + 2;
  }
  out[at] = CLOSE_ROW;
  out[at + 1] = COMMA;
  out[at + 2] = SPACE;
  out[at + 3] = OPEN_ROW;
  return at + 4;
}

/** "00", "01", … "99": two digits per step. */
const PAIRS: Uint8Array = /* @__PURE__ */ Uint8Array.from({ length: 200 }, (_, i) =>
  i % 2 === 0 ? ZERO + Math.floor(i / 20) : ZERO + ((i >> 1) % 10),
);

/** 10^k up to the largest that fits an int32. */
const TEN: Int32Array = /* @__PURE__ */ Int32Array.from({ length: 10 }, (_, k) => 10 ** k);

/** Floats with these biased exponents, 2^-13 to below 2^24, are written here: see `writeFloats`. */
const FROM = 114;
const TO = 151;

/**
 * By the biased exponent: the number of decimals that scales a float to 10^7 … 2·10^8 units (eight digits nearly
 * always distinguish floats), that power of ten, and in these units half the distance to the next float. All are
 * exact: 25 bits · 5^11 < 2^53.
 */
const DECIMALS: Int32Array = /* @__PURE__ */ Int32Array.from(
  { length: TO },
  (_, biased) => 7 - Math.floor(Math.log10(2 ** (biased - 127))),
);
const UNITS: Float64Array = /* @__PURE__ */ Float64Array.from({ length: TO }, (_, biased) =>
  Number(`1e${DECIMALS[biased]}`),
);
const HALF_ULP: Float64Array = /* @__PURE__ */ Float64Array.from(
  { length: TO },
  (_, biased) => 2 ** (biased - 151) * UNITS[biased],
);

const floats = /* @__PURE__ */ new Float32Array(1);
const floatBits = /* @__PURE__ */ new Int32Array(floats.buffer);

/**
 * Writes numbers separated by commas, and rows by `), (`, each as `writeFloat` writes it. The writer must have 36
 * free bytes per number.
 *
 * Except for whole numbers, all decimals between `low` and `high` read back as the float; the nearest of the shortest
 * ones is written. Powers of two (their neighbours are not equally far), bounds that are whole numbers, and floats
 * that need nine digits are left to `writeFloat`.
 */
export function writeFloats(writer: ByteWriter, data: Float32Array, { from, to, rowSize }: NumberRun): void {
  const out = writer.bytes;
  let at = writer.length;
  let column = 0;
  for (let i = from; i < to; i++) {
    at = writeSeparator(out, at, column, rowSize);
    column = column === rowSize ? 1 : column + 1;
    const value = data[i];
    floats[0] = value;
    const bits = floatBits[0];
    const biased = (bits >>> 23) & 255;
    if (biased < FROM || biased >= TO) {
      if (bits === 0) out[at++] = ZERO;
      else at = writeFloat(value, out, at);
      continue;
    }
    const x = Math.abs(value);
    const integral = x | 0;
    const middle = x * UNITS[biased];
    const half = HALF_ULP[biased];
    const low = middle - half;
    const high = middle + half;
    let first = low | 0;
    let last = high | 0;
    if (integral === x || (bits & 0x7fffff) === 0 || first === low || last === high || first === last) {
      at = writeFloat(value, out, at);
      continue;
    }
    first = (first + 1) | 0;
    let decimals = DECIMALS[biased];
    let unit = 1;
    for (;;) {
      const nextFirst = (((first + 9) | 0) / 10) | 0;
      const nextLast = (last / 10) | 0;
      if (nextFirst > nextLast) break;
      first = nextFirst;
      last = nextLast;
      unit *= 10;
      decimals--;
    }
    // Several: takes the nearest, the even one of two equally near.
    const scaled = middle / unit;
    let whole = (scaled + 0.5) | 0;
    if (whole - scaled === 0.5) whole = whole & -2;
    if (whole < first) whole = first;
    else if (whole > last) whole = last;

    // No whole number lies between a float and its text, so the part before the point is known.
    out[at] = MINUS;
    at += bits >>> 31;
    if (integral < 10) out[at++] = ZERO + integral;
    else {
      const count = countDigits(integral);
      writeDigits(integral, count, out, at + count);
      at += count;
    }
    out[at++] = DOT;
    if (decimals > 8) {
      // Less than 0.1: all digits are after the point.
      at += decimals;
      writeDigits(whole, decimals, out, at);
      continue;
    }
    // Always writes eight digits; the next write overwrites the excess ones.
    const digits = Math.imul((whole - Math.imul(integral, TEN[decimals])) | 0, TEN[8 - decimals]);
    const upper = (digits / 10000) | 0;
    const lower = (digits - Math.imul(upper, 10000)) | 0;
    const upper2 = (upper / 100) | 0;
    const lower2 = (lower / 100) | 0;
    let pair = upper2 << 1;
    out[at] = PAIRS[pair];
    out[at + 1] = PAIRS[pair + 1];
    pair = (upper - Math.imul(upper2, 100)) << 1;
    out[at + 2] = PAIRS[pair];
    out[at + 3] = PAIRS[pair + 1];
    pair = lower2 << 1;
    out[at + 4] = PAIRS[pair];
    out[at + 5] = PAIRS[pair + 1];
    pair = (lower - Math.imul(lower2, 100)) << 1;
    out[at + 6] = PAIRS[pair];
    out[at + 7] = PAIRS[pair + 1];
    at += decimals;
  }
  writer.length = at;
}

/** The same for whole numbers. */
export function writeIntegers(
  writer: ByteWriter,
  data: Int32Array | Uint32Array | Uint8Array,
  { from, to, rowSize }: NumberRun,
): void {
  const out = writer.bytes;
  let at = writer.length;
  let column = 0;
  for (let i = from; i < to; i++) {
    at = writeSeparator(out, at, column, rowSize);
    column = column === rowSize ? 1 : column + 1;
    const value = data[i];
    if (value >= 0 && value < 10) out[at++] = ZERO + value;
    else at = writeInteger(value, out, at);
  }
  writer.length = at;
}

/** The same for doubles. */
export function writeDoubles(writer: ByteWriter, data: Float64Array, { from, to, rowSize }: NumberRun): void {
  const out = writer.bytes;
  let at = writer.length;
  let column = 0;
  for (let i = from; i < to; i++) {
    at = writeSeparator(out, at, column, rowSize);
    column = column === rowSize ? 1 : column + 1;
    at = writeDouble(data[i], out, at);
  }
  writer.length = at;
}

/** The same for halves, given by their bits. */
export function writeHalves(writer: ByteWriter, data: Uint16Array, { from, to, rowSize }: NumberRun): void {
  const out = writer.bytes;
  let at = writer.length;
  let column = 0;
  for (let i = from; i < to; i++) {
    at = writeSeparator(out, at, column, rowSize);
    column = column === rowSize ? 1 : column + 1;
    at = writeHalf(halfBitsToFloat(data[i]), out, at);
  }
  writer.length = at;
}
