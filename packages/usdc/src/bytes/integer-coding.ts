/**
 * The reference's coding of integers, read: differences to the one before, each the most common one or 1, 2 or 4 bytes
 * (2, 4 or 8 for 64 bits) by a code of two bits; all of it LZ4-compressed.
 */
import { CrateError } from "./crate-diagnostic.ts";
import type { CrateKernel } from "./crate-kernel.ts";
import { crateKernel } from "./crate-kernel.ts";
import { decompress, MAX_EXPANSION } from "./lz4.ts";

/** Bytes `[start, end)` of a file. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Integers that one byte of compressed data can expand to: four a byte of codes, and LZ4 on top. */
const MAX_INTEGERS_PER_BYTE: number = 4 * MAX_EXPANSION;

/** Throws unless `count` integers can be in `size` compressed bytes. */
export function requireIntegerCount(count: number, size: number, offset: number): void {
  if (count <= size * MAX_INTEGERS_PER_BYTE) return;
  const message = `${size} compressed bytes cannot hold the ${count} integers that are announced`;
  throw new CrateError("USDC_LIMIT", offset, message);
}

function tooShort(offset: number): CrateError {
  return new CrateError("USDC_COMPRESSION", offset, "Compressed integers end early");
}

/** Maximum number of bytes that the coding of `count` integers of `width` bytes takes. */
function encodedSize(count: number, width: number): number {
  return width + ((count + 3) >>> 2) + count * width;
}

/**
 * Decompresses and decodes `count` 32-bit integers.
 *
 * @param kernel what reads larger ones; null for JavaScript alone
 */
export function readIntegers32(
  source: Uint8Array,
  { start, end }: ByteRange,
  count: number,
  kernel: CrateKernel | null = crateKernel() ?? null,
): Int32Array {
  requireIntegerCount(count, end - start, start);
  if (count === 0) return new Int32Array(0);
  const size = Math.min(encodedSize(count, 4), (end - start) * MAX_EXPANSION);
  if (kernel !== null && source[start] === 0) {
    const integers = kernel.readIntegers32(source, { start: start + 1, end, size }, count);
    if (integers !== undefined) return integers;
  }
  const result = new Int32Array(count);
  const encoded = decompress(source, { start, end, size }, kernel);
  let v = 4 + ((count + 3) >>> 2);
  if (encoded.length < v) throw tooShort(start);
  const common = encoded[0] | (encoded[1] << 8) | (encoded[2] << 16) | (encoded[3] << 24);
  let value = 0;
  let codes = 0;
  for (let i = 0; i < count; i++) {
    if ((i & 3) === 0) codes = encoded[4 + (i >>> 2)];
    const code = codes & 3;
    codes >>>= 2;
    if (code === 0) value = (value + common) | 0;
    else if (code === 1) value = (value + ((encoded[v++] << 24) >> 24)) | 0;
    else if (code === 2) {
      value = (value + (((encoded[v] | (encoded[v + 1] << 8)) << 16) >> 16)) | 0;
      v += 2;
    } else {
      value = (value + (encoded[v] | (encoded[v + 1] << 8) | (encoded[v + 2] << 16) | (encoded[v + 3] << 24))) | 0;
      v += 4;
    }
    result[i] = value;
  }
  if (v > encoded.length) throw tooShort(start);
  return result;
}

/** Decompresses and decodes `count` 64-bit integers. */
export function readIntegers64(source: Uint8Array, { start, end }: ByteRange, count: number): BigInt64Array {
  requireIntegerCount(count, end - start, start);
  const result = new BigInt64Array(count);
  if (count === 0) return result;
  const size = Math.min(encodedSize(count, 8), (end - start) * MAX_EXPANSION);
  const encoded = decompress(source, { start, end, size });
  const view = new DataView(encoded.buffer, encoded.byteOffset, encoded.byteLength);
  let v = 8 + ((count + 3) >>> 2);
  if (encoded.length < v) throw tooShort(start);
  const common = view.getBigInt64(0, true);
  let value = 0n;
  let codes = 0;
  for (let i = 0; i < count; i++) {
    if ((i & 3) === 0) codes = encoded[8 + (i >>> 2)];
    const code = codes & 3;
    codes >>>= 2;
    const width = code === 0 ? 0 : 1 << code;
    if (v + width > encoded.length) throw tooShort(start);
    if (code === 0) value += common;
    else if (code === 1) value += BigInt(view.getInt16(v, true));
    else if (code === 2) value += BigInt(view.getInt32(v, true));
    else value += view.getBigInt64(v, true);
    v += width;
    result[i] = value;
    value = result[i];
  }
  return result;
}
