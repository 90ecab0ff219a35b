import { floatToHalfBits } from "@usdkit/layer";

/** How the components of a numeric value are held; `timecode` is a double. */
export type NumericKind = "bool" | "uchar" | "int" | "uint" | "int64" | "uint64" | "half" | "float" | "double";

/** Flat components, element-major. bool: one byte 0 or 1; half: binary16 bits in a `Uint16Array`. */
export type NumericArray =
  | Uint8Array
  | Int32Array
  | Uint32Array
  | BigInt64Array
  | BigUint64Array
  | Uint16Array
  | Float32Array
  | Float64Array;

/** Integers that a double does not hold exactly, by their index among the values of a chunk. */
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

/** Bytes of one component of `kind`. */
export function bytesPerComponent(kind: NumericKind): number {
  return BYTES[kind];
}

/** Whether components of `kind` are whole numbers (bool counts). */
export function isIntegerKind(kind: NumericKind): boolean {
  return kind !== "float" && kind !== "double" && kind !== "half";
}

/** An array of `length` components over `buffer`, or over a new one. */
export function newNumericArray(kind: NumericKind, length: number, buffer?: ArrayBuffer): NumericArray {
  // Made without a buffer, a small array needs no memory outside of V8's heap: that takes longer than to fill it.
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

/**
 * Converts `source[from, from + count)` to `kind` and puts it into `target` at `offset`. False when an integer is out of
 * the kind's range; `target` is then in part written. One loop a class of array: stores stay monomorphic.
 *
 * @param exact integers of 64 bits whose double in `source` is only near them, by index in `source`
 */
export function storeNumbers(
  kind: NumericKind,
  source: Float64Array,
  from: number,
  count: number,
  target: NumericArray,
  offset: number,
  exact: ExactIntegers,
): boolean {
  switch (kind) {
    case "bool":
      return storeBools(source, from, count, target as Uint8Array, offset);
    case "uchar":
      return storeBytes(source, from, count, target as Uint8Array, offset);
    case "int":
      return storeInts(source, from, count, target as Int32Array, offset);
    case "uint":
      return storeUints(source, from, count, target as Uint32Array, offset);
    case "int64":
      return storeBig(source, from, count, target as BigInt64Array, offset, exact, -(2n ** 63n), 2n ** 63n - 1n);
    case "uint64":
      return storeBig(source, from, count, target as BigUint64Array, offset, exact, 0n, 2n ** 64n - 1n);
    case "half":
      return storeHalves(source, from, count, target as Uint16Array, offset);
    case "float":
      return storeFloats(source, from, count, target as Float32Array, offset);
    case "double":
      return storeDoubles(source, from, count, target as Float64Array, offset);
  }
}

function storeFloats(source: Float64Array, from: number, count: number, target: Float32Array, offset: number): boolean {
  for (let i = 0; i < count; i++) target[offset + i] = source[from + i];
  return true;
}

function storeDoubles(
  source: Float64Array,
  from: number,
  count: number,
  target: Float64Array,
  offset: number,
): boolean {
  for (let i = 0; i < count; i++) target[offset + i] = source[from + i];
  return true;
}

function storeHalves(source: Float64Array, from: number, count: number, target: Uint16Array, offset: number): boolean {
  for (let i = 0; i < count; i++) target[offset + i] = floatToHalfBits(source[from + i]);
  return true;
}

function storeInts(source: Float64Array, from: number, count: number, target: Int32Array, offset: number): boolean {
  let fits = true;
  for (let i = 0; i < count; i++) {
    const value = source[from + i];
    const stored = value | 0;
    fits = fits && stored === value;
    target[offset + i] = stored;
  }
  return fits;
}

function storeUints(source: Float64Array, from: number, count: number, target: Uint32Array, offset: number): boolean {
  let fits = true;
  for (let i = 0; i < count; i++) {
    const value = source[from + i];
    const stored = value >>> 0;
    fits = fits && stored === value;
    target[offset + i] = stored;
  }
  return fits;
}

function storeBytes(source: Float64Array, from: number, count: number, target: Uint8Array, offset: number): boolean {
  let fits = true;
  for (let i = 0; i < count; i++) {
    const value = source[from + i];
    const stored = value & 255;
    fits = fits && stored === value;
    target[offset + i] = stored;
  }
  return fits;
}

function storeBools(source: Float64Array, from: number, count: number, target: Uint8Array, offset: number): boolean {
  for (let i = 0; i < count; i++) target[offset + i] = source[from + i] === 0 ? 0 : 1;
  return true;
}

function storeBig(
  source: Float64Array,
  from: number,
  count: number,
  target: BigInt64Array | BigUint64Array,
  offset: number,
  exact: ExactIntegers,
  min: bigint,
  max: bigint,
): boolean {
  // Two 32-bit halves instead of a BigInt a number; typed arrays are little-endian wherever JavaScript runs today.
  const halves = new Int32Array(target.buffer, target.byteOffset + offset * 8, count * 2);
  for (let i = 0; i < count; i++) {
    const value = source[from + i];
    if (value < 0 && min === 0n) return false;
    const upper = Math.floor(value / TWO_32);
    halves[2 * i] = value - upper * TWO_32;
    halves[2 * i + 1] = upper;
  }
  if (exact.size > 0) {
    for (const [index, value] of exact) {
      if (value < min || value > max) return false;
      if (index >= from && index < from + count) target[offset + index - from] = value;
    }
  }
  return true;
}
