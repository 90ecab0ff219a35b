/** The reference's coding of integers, written; see `bytes/integer-coding.ts`. */
import { compress } from "./lz4-encode.ts";

/** Differences are counted in a map as long as there are no more distinct ones, otherwise sorted: a map of millions is large. */
const MAX_COUNTED = 4096;

/** Slots of the counts of 32-bit numbers, a power of two of more than {@link MAX_COUNTED}. */
const SLOTS = 4 * MAX_COUNTED;

/** As {@link mostCommon} does it, for many numbers: counts are in a table of slots. */
function mostCommonWord(numbers: Int32Array): number {
  const keys = new Int32Array(SLOTS);
  const counts = new Int32Array(SLOTS);
  let common = numbers[0];
  let [most, distinct] = [0, 0];
  for (let i = 0; i < numbers.length; i++) {
    const value = numbers[i];
    let slot = (Math.imul(value, 0x9e3779b1) >>> 16) & (SLOTS - 1);
    while (counts[slot] !== 0 && keys[slot] !== value) slot = (slot + 1) & (SLOTS - 1);
    if (counts[slot] === 0) {
      if (++distinct > MAX_COUNTED) return mostCommonSorted(numbers);
      keys[slot] = value;
    }
    const seen = ++counts[slot];
    if (seen > most || (seen === most && value > common)) {
      common = value;
      most = seen;
    }
  }
  return common;
}

/** The most common number; of several the largest, as in the reference. */
function mostCommon<T extends Int32Array | BigInt64Array>(numbers: T): T[number] {
  const counts = new Map<T[number], number>();
  let common: T[number] = numbers[0];
  let most = 0;
  for (const value of numbers) {
    const seen = (counts.get(value) ?? 0) + 1;
    counts.set(value, seen);
    if (counts.size > MAX_COUNTED) return mostCommonSorted(numbers);
    if (seen > most || (seen === most && value > common)) {
      common = value;
      most = seen;
    }
  }
  return common;
}

function mostCommonSorted<T extends Int32Array | BigInt64Array>(numbers: T): T[number] {
  const sorted = numbers.slice().sort();
  let common: T[number] = sorted[0];
  let most = 0;
  for (let start = 0, i = 1; i <= sorted.length; i++) {
    if (i < sorted.length && sorted[i] === sorted[start]) continue;
    // Ascending, so that of several the largest stays.
    if (i - start >= most) {
      common = sorted[start];
      most = i - start;
    }
    start = i;
  }
  return common;
}

/** Arrays of at most this many numbers are coded in memory that the next one uses again. */
const MAX_REUSED = 1 << 18;
let reused: { readonly differences: Int32Array; readonly encoded: Uint8Array } | undefined;

/** Memory for the differences of this many numbers and for their codes, of any content. */
function memoryOf(count: number, encodedSize: number): { differences: Int32Array; encoded: Uint8Array } {
  if (count > MAX_REUSED) return { differences: new Int32Array(count), encoded: new Uint8Array(encodedSize) };
  if (reused === undefined || reused.differences.length < count) {
    const size = Math.min(2 * count, MAX_REUSED);
    reused = { differences: new Int32Array(size), encoded: new Uint8Array(4 + size + size * 4) };
  }
  return { differences: reused.differences.subarray(0, count), encoded: reused.encoded };
}

/** Codes and compresses 32-bit integers, given with as many bits or with 16. */
export function compressIntegers32(values: Int32Array | Uint32Array | Uint16Array): Uint8Array {
  const count = values.length;
  // The reference compresses no bytes to a block as well, and expects one.
  if (count === 0) return compress(new Uint8Array(0));
  const codesSize = (count + 3) >>> 2;
  const { differences, encoded } = memoryOf(count, 4 + codesSize + count * 4);
  encoded.fill(0, 4, 4 + codesSize);
  for (let i = 0; i < count; i++) differences[i] = i === 0 ? values[0] : values[i] - values[i - 1];
  const common = count < SLOTS ? mostCommon(differences) : mostCommonWord(differences);
  const view = new DataView(encoded.buffer);
  view.setInt32(0, common, true);
  let at = 4 + codesSize;
  for (let i = 0; i < count; i++) {
    const value = differences[i];
    if (value === common) continue;
    let code: number;
    if (value >= -128 && value <= 127) {
      encoded[at++] = value;
      code = 1;
    } else if (value >= -32768 && value <= 32767) {
      view.setInt16(at, value, true);
      at += 2;
      code = 2;
    } else {
      view.setInt32(at, value, true);
      at += 4;
      code = 3;
    }
    encoded[4 + (i >>> 2)] |= code << (2 * (i & 3));
  }
  return compress(encoded.subarray(0, at));
}

/** Codes and compresses 64-bit integers. */
export function compressIntegers64(values: BigInt64Array | BigUint64Array): Uint8Array {
  const count = values.length;
  // The reference compresses no bytes to a block as well, and expects one.
  if (count === 0) return compress(new Uint8Array(0));
  const differences = new BigInt64Array(count);
  for (let i = 0; i < count; i++) differences[i] = i === 0 ? values[0] : values[i] - values[i - 1];
  const common = mostCommon(differences);
  const codesSize = (count + 3) >>> 2;
  const encoded = new Uint8Array(8 + codesSize + count * 8);
  const view = new DataView(encoded.buffer);
  view.setBigInt64(0, common, true);
  let at = 8 + codesSize;
  for (let i = 0; i < count; i++) {
    const value = differences[i];
    if (value === common) continue;
    let code: number;
    if (value >= -0x8000n && value <= 0x7fffn) {
      view.setInt16(at, Number(value), true);
      at += 2;
      code = 1;
    } else if (value >= -0x8000_0000n && value <= 0x7fff_ffffn) {
      view.setInt32(at, Number(value), true);
      at += 4;
      code = 2;
    } else {
      view.setBigInt64(at, value, true);
      at += 8;
      code = 3;
    }
    encoded[8 + (i >>> 2)] |= code << (2 * (i & 3));
  }
  return compress(encoded.subarray(0, at));
}
