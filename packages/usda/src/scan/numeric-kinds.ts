import type { NumericArray } from "@usdkit/layer";
import { floatToHalfBits } from "@usdkit/base";

/** The storage of a numeric value's components; `timecode` is a double. */
export type NumericKind = "bool" | "uchar" | "int" | "uint" | "int64" | "uint64" | "half" | "float" | "double";

/** Integers that a double does not represent exactly, by their index among the values of a chunk. */
export type ExactIntegers = ReadonlyMap<number, bigint>;

const TWO_32 = 4294967296;

const BYTES: Readonly<Record<NumericKind, number>> = {
  bool: 1,
  uchar: 1,
  half: 2,
  int: 4,
  uint: 4,
  float: 4,
  int64: 8,
  uint64: 8,
  double: 8,
};

/** Returns the bytes of one component of `kind`. */
export function bytesPerComponent(kind: NumericKind): number {
  return BYTES[kind];
}

/** Returns whether components of `kind` are whole numbers (including bool). */
export function isIntegerKind(kind: NumericKind): boolean {
  return kind !== "float" && kind !== "double" && kind !== "half";
}

/** Returns an array of `length` components over `buffer`, or over a new one. */
export function newNumericArray(kind: NumericKind, length: number, buffer?: ArrayBuffer): NumericArray {
  // Made without a buffer, a small array needs no memory outside of V8's heap, which takes longer to allocate than to
  // fill.
  return buffer === undefined ? ownArray(kind, length) : viewOf(kind, length, buffer);
}

function ownArray(kind: NumericKind, length: number): NumericArray {
  switch (kind) {
    case "bool":
    case "uchar":
      return new Uint8Array(length);
    case "int":
      return new Int32Array(length);
    case "uint":
      return new Uint32Array(length);
    case "int64":
      return new BigInt64Array(length);
    case "uint64":
      return new BigUint64Array(length);
    case "half":
      return new Uint16Array(length);
    case "float":
      return new Float32Array(length);
    case "double":
      return new Float64Array(length);
  }
}

function viewOf(kind: NumericKind, length: number, buffer: ArrayBuffer): NumericArray {
  switch (kind) {
    case "bool":
    case "uchar":
      return new Uint8Array(buffer, 0, length);
    case "int":
      return new Int32Array(buffer, 0, length);
    case "uint":
      return new Uint32Array(buffer, 0, length);
    case "int64":
      return new BigInt64Array(buffer, 0, length);
    case "uint64":
      return new BigUint64Array(buffer, 0, length);
    case "half":
      return new Uint16Array(buffer, 0, length);
    case "float":
      return new Float32Array(buffer, 0, length);
    case "double":
      return new Float64Array(buffer, 0, length);
  }
}

/** Decoded numbers: the first `filled` of `chunk`. */
export interface DecodedNumbers {
  readonly chunk: Float64Array;
  readonly filled: number;
  /** 64-bit integers that their double in `chunk` only approximates, by index in `chunk`. */
  readonly exact: ExactIntegers;
}

/**
 * Converts decoded numbers to `kind` and writes them to `target` at `offset`. Returns false if an integer is out of
 * the kind's range; `target` is then partly written. One loop for each class of array keeps the stores monomorphic.
 */
export function storeNumbers(
  kind: NumericKind,
  decoded: DecodedNumbers,
  target: NumericArray,
  offset: number,
): boolean {
  switch (kind) {
    case "bool":
      return storeBools(decoded, target as Uint8Array, offset);
    case "uchar":
      return storeBytes(decoded, target as Uint8Array, offset);
    case "int":
      return storeInts(decoded, target as Int32Array, offset);
    case "uint":
      return storeUints(decoded, target as Uint32Array, offset);
    case "int64":
      return storeBig(decoded, target as BigInt64Array, offset, SIGNED);
    case "uint64":
      return storeBig(decoded, target as BigUint64Array, offset, UNSIGNED);
    case "half":
      return storeHalves(decoded, target as Uint16Array, offset);
    case "float":
      return storeFloats(decoded, target as Float32Array, offset);
    case "double":
      return storeDoubles(decoded, target as Float64Array, offset);
  }
}

/** The range of a 64-bit integer. */
interface IntegerRange {
  readonly min: bigint;
  readonly max: bigint;
}
const SIGNED: IntegerRange = { min: -(2n ** 63n), max: 2n ** 63n - 1n };
const UNSIGNED: IntegerRange = { min: 0n, max: 2n ** 64n - 1n };

function storeFloats({ chunk, filled }: DecodedNumbers, target: Float32Array, offset: number): boolean {
  for (let i = 0; i < filled; i++) target[offset + i] = chunk[i];
  return true;
}

function storeDoubles({ chunk, filled }: DecodedNumbers, target: Float64Array, offset: number): boolean {
  for (let i = 0; i < filled; i++) target[offset + i] = chunk[i];
  return true;
}

function storeHalves({ chunk, filled }: DecodedNumbers, target: Uint16Array, offset: number): boolean {
  for (let i = 0; i < filled; i++) target[offset + i] = floatToHalfBits(chunk[i]);
  return true;
}

function storeInts({ chunk, filled }: DecodedNumbers, target: Int32Array, offset: number): boolean {
  let fits = true;
  for (let i = 0; i < filled; i++) {
    const value = chunk[i];
    const stored = value | 0;
    fits = fits && stored === value;
    target[offset + i] = stored;
  }
  return fits;
}

function storeUints({ chunk, filled }: DecodedNumbers, target: Uint32Array, offset: number): boolean {
  let fits = true;
  for (let i = 0; i < filled; i++) {
    const value = chunk[i];
    const stored = value >>> 0;
    fits = fits && stored === value;
    target[offset + i] = stored;
  }
  return fits;
}

function storeBytes({ chunk, filled }: DecodedNumbers, target: Uint8Array, offset: number): boolean {
  let fits = true;
  for (let i = 0; i < filled; i++) {
    const value = chunk[i];
    const stored = value & 255;
    fits = fits && stored === value;
    target[offset + i] = stored;
  }
  return fits;
}

function storeBools({ chunk, filled }: DecodedNumbers, target: Uint8Array, offset: number): boolean {
  for (let i = 0; i < filled; i++) target[offset + i] = chunk[i] === 0 ? 0 : 1;
  return true;
}

function storeBig(
  { chunk, filled, exact }: DecodedNumbers,
  target: BigInt64Array | BigUint64Array,
  offset: number,
  { min, max }: IntegerRange,
): boolean {
  // Two 32-bit halves instead of a BigInt per number; typed arrays are little-endian on every current JavaScript
  // platform.
  const halves = new Int32Array(target.buffer, target.byteOffset + offset * 8, filled * 2);
  for (let i = 0; i < filled; i++) {
    const value = chunk[i];
    if (value < 0 && min === 0n) return false;
    const upper = Math.floor(value / TWO_32);
    halves[2 * i] = value - upper * TWO_32;
    halves[2 * i + 1] = upper;
  }
  if (exact.size > 0) {
    for (const [index, value] of exact) {
      if (value < min || value > max) return false;
      if (index < filled) target[offset + index] = value;
    }
  }
  return true;
}
