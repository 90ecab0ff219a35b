/** Arrays of numbers: views on the file's bytes if they are aligned, decompressed if they are compressed. */
import type { NumericArray, ScalarKind, ValueType } from "@usdkit/layer";
import { floatToHalfBits } from "@usdkit/base";
import type { ByteSource } from "../bytes/byte-source.ts";
import { readIntegers32, readIntegers64, requireIntegerCount } from "../bytes/integer-coding.ts";
import { CrateError } from "../bytes/crate-diagnostic.ts";
import { COMPRESSED_FLOATS, COMPRESSED_INTEGERS, LONG_ARRAY_SIZES } from "../structure/version.ts";
import { elementSize } from "./types.ts";

/** Shorter arrays are never compressed. */
export const MIN_COMPRESSED_LENGTH = 16;
/** Floats that are all whole numbers, as integers. */
export const AS_INTEGERS = 0x69;
/** Floats of few distinct values, as a table and indexes into it. */
export const AS_TABLE = 0x74;

/** Position of an array's elements. */
export interface ArrayPlace {
  /** Number of elements. */
  readonly count: number;
  /** Position of the elements, or of their compressed form with its size. */
  readonly start: number;
  readonly isCompressed: boolean;
}

/** Where an array starts, and whether its representation marks it as compressed. */
export interface ArrayStart {
  readonly offset: number;
  readonly isCompressed: boolean;
}

/** Finds the elements of an array, and checks that they are inside of the file. */
export function findArray(source: ByteSource, type: ValueType, array: ArrayStart, minor: number): ArrayPlace {
  let at = array.offset;
  // The rank, always 1.
  if (minor < COMPRESSED_INTEGERS) at += 4;
  let count: number;
  if (minor < LONG_ARRAY_SIZES) {
    count = source.uint32(at, "An array");
    at += 4;
  } else {
    count = source.uint64(at, "An array");
    at += 8;
  }
  const isCompressed = array.isCompressed && count >= MIN_COMPRESSED_LENGTH && canCompress(type, minor);
  if (!isCompressed) source.requireElements(at, count, elementSize(type), "An array");
  else checkCompressed(source, type, at, count);
  return { count, start: at, isCompressed };
}

function isInteger(kind: ScalarKind): boolean {
  return kind === "int" || kind === "uint" || kind === "int64" || kind === "uint64";
}

function canCompress({ kind, components }: ValueType, minor: number): boolean {
  if (components !== 1) return false;
  if (isInteger(kind)) return minor >= COMPRESSED_INTEGERS;
  return (kind === "half" || kind === "float" || kind === "double") && minor >= COMPRESSED_FLOATS;
}

/** Checks what can be checked without decompressing. */
function checkCompressed(source: ByteSource, type: ValueType, offset: number, count: number): void {
  const at = isInteger(type.kind) ? offset : findFloatCodes(source, type, offset);
  const size = source.uint64(at, "A compressed array");
  source.requireElements(at + 8, size, 1, "A compressed array");
  requireIntegerCount(count, size, at);
}

/** Position of the compressed integers of compressed floats. */
function findFloatCodes(source: ByteSource, type: ValueType, offset: number): number {
  const code = source.uint8(offset, "A compressed array");
  if (code === AS_INTEGERS) return offset + 1;
  if (code !== AS_TABLE) {
    throw new CrateError("USDC_VALUE", offset, `Unknown compression ${code} of an array of ${type.name}`);
  }
  const count = source.uint32(offset + 1, "The table of a compressed array");
  source.requireElements(offset + 5, count, elementSize(type), "The table of a compressed array");
  return offset + 5 + count * elementSize(type);
}

function readCodes(source: ByteSource, at: number, count: number): Int32Array {
  const size = source.uint64(at, "A compressed array");
  source.requireElements(at + 8, size, 1, "A compressed array");
  return source.decode(at + 8, size, (bytes, start) => readIntegers32(bytes, { start, end: start + size }, count));
}

/** The numbers of an array that {@link findArray} found, flat; quaternions with the real part first. */
export function readNumbers(source: ByteSource, type: ValueType, place: ArrayPlace): NumericArray {
  const { count, start, isCompressed } = place;
  if (!isCompressed) {
    const own = source.own(start, count * elementSize(type));
    const data = numbersAt(own.bytes, type.kind, own.start, count * type.components);
    return type.quaternion ? realFirst(data) : data;
  }
  const { kind } = type;
  if (kind === "int64" || kind === "uint64") {
    const size = source.uint64(start, "A compressed array");
    source.requireElements(start + 8, size, 1, "A compressed array");
    const data = source.decode(start + 8, size, (bytes, first) =>
      readIntegers64(bytes, { start: first, end: first + size }, count),
    );
    return kind === "int64" ? data : new BigUint64Array(data.buffer, data.byteOffset, data.length);
  }
  if (kind === "int" || kind === "uint") {
    const data = readCodes(source, start, count);
    return kind === "int" ? data : new Uint32Array(data.buffer, data.byteOffset, data.length);
  }
  return readFloats(source, type, start, count);
}

function readFloats(source: ByteSource, type: ValueType, start: number, count: number): NumericArray {
  const { kind } = type;
  const codes = readCodes(source, findFloatCodes(source, type, start), count);
  if (source.uint8(start, "A compressed array") === AS_INTEGERS) {
    if (kind === "double") return Float64Array.from(codes);
    return kind === "float" ? Float32Array.from(codes) : Uint16Array.from(codes, floatToHalfBits);
  }
  const size = source.uint32(start + 1, "The table of a compressed array");
  const own = source.own(start + 5, size * elementSize(type));
  const table = numbersAt(own.bytes, kind, own.start, size);
  if (table instanceof BigInt64Array || table instanceof BigUint64Array) throw new TypeError("floats are no integers");
  const data =
    kind === "double" ? new Float64Array(count) : kind === "float" ? new Float32Array(count) : new Uint16Array(count);
  // Bits of NaNs are kept by copying words, not numbers.
  const from = new Uint8Array(table.buffer, table.byteOffset, table.byteLength);
  const width = elementSize(type);
  const fromWords = wordsOf(from, width);
  const toWords = wordsOf(new Uint8Array(data.buffer), width);
  const perElement = width === 2 ? 1 : width / 4;
  for (let i = 0; i < count; i++) {
    const index = codes[i] >>> 0;
    if (index >= size)
      throw new CrateError("USDC_VALUE", start, `Table index ${index} of ${size} in a compressed array`);
    for (let w = 0; w < perElement; w++) toWords[i * perElement + w] = fromWords[index * perElement + w];
  }
  return data;
}

function wordsOf(bytes: Uint8Array, width: number): Uint16Array | Uint32Array {
  return width === 2
    ? new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1)
    : new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
}

/** `length` numbers at `start`: a view on the bytes if they are aligned, otherwise a copy. */
export function numbersAt(bytes: Uint8Array, kind: ScalarKind, start: number, length: number): NumericArray {
  const width = widths[kind] ?? 1;
  let { buffer } = bytes;
  let offset = bytes.byteOffset + start;
  if (offset % width !== 0) {
    const copy = bytes.slice(start, start + length * width);
    ({ buffer } = copy);
    offset = 0;
  }
  switch (kind) {
    case "int":
      return new Int32Array(buffer, offset, length);
    case "uint":
      return new Uint32Array(buffer, offset, length);
    case "int64":
      return new BigInt64Array(buffer, offset, length);
    case "uint64":
      return new BigUint64Array(buffer, offset, length);
    case "half":
      return new Uint16Array(buffer, offset, length);
    case "float":
      return new Float32Array(buffer, offset, length);
    case "double":
    case "timecode":
      return new Float64Array(buffer, offset, length);
    default:
      return new Uint8Array(buffer, offset, length);
  }
}

const widths: Readonly<Partial<Record<ScalarKind, number>>> = {
  int: 4,
  uint: 4,
  int64: 8,
  uint64: 8,
  half: 2,
  float: 4,
  double: 8,
  timecode: 8,
};

/** Quaternions as the model has them; files have the real part last. */
function realFirst(data: NumericArray): NumericArray {
  if (data instanceof BigInt64Array || data instanceof BigUint64Array) return data;
  const copy = data.slice();
  const from = wordsOf(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), data.BYTES_PER_ELEMENT);
  const to = wordsOf(new Uint8Array(copy.buffer), data.BYTES_PER_ELEMENT);
  const per = data.BYTES_PER_ELEMENT === 2 ? 1 : data.BYTES_PER_ELEMENT / 4;
  for (let i = 0; i < from.length; i += 4 * per) {
    to.set(from.subarray(i + 3 * per, i + 4 * per), i);
    to.set(from.subarray(i, i + 3 * per), i + per);
  }
  return copy;
}
