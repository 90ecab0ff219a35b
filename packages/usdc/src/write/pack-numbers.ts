/** Numbers, tuples and arrays of them. */
import type { NumericArray, ScalarKind, TypedValue, ValueType } from "@usdkit/layer";
import { floatToHalfBits, halfBitsToFloat } from "@usdkit/base";
import type { ByteBuilder } from "../encode/byte-builder.ts";
import { compressIntegers32, compressIntegers64 } from "../encode/integer-encode.ts";
import {
  COMPRESSED_FLOATS,
  COMPRESSED_INTEGERS,
  DURATIONS,
  LONG_ARRAY_SIZES,
  PATH_EXPRESSIONS,
  TIME_CODES,
} from "../structure/version.ts";
import { AS_INTEGERS, AS_TABLE, MIN_COMPRESSED_LENGTH } from "../values/arrays.ts";
import { crateTypeNumbers } from "../values/types.ts";
import type { PackContext } from "./pack-context.ts";
import type { ValueRep } from "../values/value-rep.ts";
import { arrayRep, inlinedRep } from "../values/value-rep.ts";

/** A table of values is given up when it has this many, or a quarter of the values. */
const MAX_TABLE_LENGTH = 1024;
/** Keys of arrays are apart from those of single values of the same type. */
const ARRAY_KEY = 0x100;
/** Keys of arrays of 16 bits a number that are written as 32 bits. */
const SHORT_KEY = 0x200;

const floatWord = new Float32Array(1);
const word = new Uint32Array(floatWord.buffer);

function floatBits(value: number): number {
  floatWord[0] = value;
  return word[0];
}

/** The crate's number of a value type; takes note of the version that it needs. */
export function typeNumber(context: PackContext, type: ValueType): number {
  const number = crateTypeNumbers.get(type.baseName);
  if (number === undefined) throw context.error(`A crate cannot hold a value of type ${type.name}`);
  if (type.name === "duration") context.require(DURATIONS, "A duration");
  else if (type.kind === "timecode") context.require(TIME_CODES, "A time code");
  else if (type.kind === "pathExpression") context.require(PATH_EXPRESSIONS, "A path expression");
  return number;
}

/** Packs a value of a type that is not text. */
export function packNumbers(context: PackContext, value: TypedValue): ValueRep {
  const { type, isArray, source } = value;
  const number = typeNumber(context, type);
  if (source !== undefined && isArray && source.length >= MIN_COMPRESSED_LENGTH && context.compressesIntegers) {
    return packIntegers(context, number, source);
  }
  const { data } = value;
  if (typeof data === "object" && ArrayBuffer.isView(data)) {
    return isArray ? packArray(context, number, type, data) : packTuple(context, number, type, data);
  }
  if (typeof data === "boolean") return inlinedRep(number, data ? 1 : 0);
  if (typeof data === "bigint") return packBigInt(context, number, type.kind, data);
  if (typeof data !== "number") throw context.error(`Expected a value of type ${type.name}`);
  switch (type.kind) {
    case "half":
      return inlinedRep(number, floatToHalfBits(data));
    case "float":
      return inlinedRep(number, floatBits(data));
    case "double":
      if (Number.isFinite(data) && Math.fround(data) === data) return inlinedRep(number, floatBits(data));
      return context.addBuilt(number, context.builder().float64(data));
    case "timecode":
      return context.addBuilt(number, context.builder().float64(data));
    default:
      return inlinedRep(number, data);
  }
}

function packBigInt(context: PackContext, number: number, kind: ScalarKind, data: bigint): ValueRep {
  const narrow = kind === "int64" ? BigInt.asIntN(32, data) : BigInt.asUintN(32, data);
  if (narrow === data) return inlinedRep(number, Number(BigInt.asUintN(32, data)));
  return context.addBuilt(number, context.builder().bigUint64(data));
}

function packTuple(context: PackContext, number: number, type: ValueType, data: NumericArray): ValueRep {
  const bits = type.quaternion ? undefined : inlinedBits(type, data);
  if (bits !== undefined) return inlinedRep(number, bits);
  return context.addBuilt(number, tupleBuilder(context, type, data));
}

/** The numbers of a tuple; quaternions have the real part last in a file. */
function tupleBuilder(
  context: PackContext,
  { kind, components, quaternion }: ValueType,
  data: NumericArray,
): ByteBuilder {
  const builder = context.builder();
  for (let i = 0; i < components; i++) {
    const value = Number(data[quaternion ? (i + 1) % components : i]);
    if (kind === "half") builder.uint16(value);
    else if (kind === "int") builder.uint32(value);
    else if (kind === "float") builder.float32(value);
    else builder.float64(value);
  }
  return builder;
}

/** Small whole numbers, one per byte; of a matrix the diagonal, if all else is zero. A negative zero is not packed this way. */
function inlinedBits({ kind, dims, components }: ValueType, data: NumericArray): number | undefined {
  // Two halves fit as they are.
  if (kind === "half" && components === 2) return (Number(data[0]) | (Number(data[1]) << 16)) >>> 0;
  const [rows = components] = dims;
  let bits = 0;
  for (let i = 0; i < components; i++) {
    const value = kind === "half" ? halfBitsToFloat(Number(data[i])) : Number(data[i]);
    const isDiagonal = dims.length < 2 || i % (rows + 1) === 0;
    if (!isDiagonal && !Object.is(value, 0)) return undefined;
    const isByte = Number.isInteger(value) && value >= -128 && value <= 127 && !Object.is(value, -0);
    if (!isByte) return undefined;
    if (isDiagonal) bits |= (value & 0xff) << (8 * (dims.length < 2 ? i : i / (rows + 1)));
  }
  return bits >>> 0;
}

function bytesOf(data: NumericArray): Uint8Array {
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}

/** Arrays of quaternions, each with the real part last. */
function fileOrder(type: ValueType, data: NumericArray): NumericArray {
  if (!type.quaternion || data instanceof BigInt64Array || data instanceof BigUint64Array) return data;
  const copy = data.slice();
  for (let i = 0; i < copy.length; i += 4) {
    const real = copy[i];
    copy[i] = copy[i + 1];
    copy[i + 1] = copy[i + 2];
    copy[i + 2] = copy[i + 3];
    copy[i + 3] = real;
  }
  return copy;
}

/** Packs integers that are not made as they are in the layer: they need no copy, and none is kept to find them again. */
function packIntegers(context: PackContext, number: number, source: Uint16Array | Uint32Array): ValueRep {
  const key = number | ARRAY_KEY | (source instanceof Uint16Array ? SHORT_KEY : 0);
  return context.addArray(key, bytesOf(source), () => {
    const compressed = withSize(context.builder(), compressIntegers32(source)).finish();
    return writeCompressed(context, { number, count: source.length, compressed });
  });
}

/** Packs an array of numbers; also indexes of texts, whose `type` is that of the texts. */
export function packArray(context: PackContext, number: number, type: ValueType, data: NumericArray): ValueRep {
  if (data.length === 0) return arrayRep(number, 0);
  const numbers = fileOrder(type, data);
  return context.addArray(number | ARRAY_KEY, bytesOf(numbers), () => writeArray(context, number, type, numbers));
}

function writeArray(context: PackContext, number: number, type: ValueType, data: NumericArray): ValueRep {
  const count = data.length / type.components;
  const compressed = count < MIN_COMPRESSED_LENGTH ? undefined : compressArray(context, type, data);
  if (compressed !== undefined) return writeCompressed(context, { number, count, compressed });
  const at = context.output.align();
  context.output.write(lengthHeader(context, count));
  context.output.write(bytesOf(data));
  return arrayRep(number, at);
}

function writeCompressed(context: PackContext, { number, count, compressed }: Compressed): ValueRep {
  const at = context.output.write(lengthHeader(context, count));
  context.output.write(compressed);
  return arrayRep(number, at, true);
}

interface Compressed {
  readonly number: number;
  readonly count: number;
  readonly compressed: Uint8Array;
}

function lengthHeader(context: PackContext, count: number): Uint8Array {
  const header = context.builder();
  if (context.layoutMinor < COMPRESSED_INTEGERS) header.uint32(1);
  if (context.layoutMinor < LONG_ARRAY_SIZES) header.uint32(count);
  else header.uint64(count);
  return header.finish();
}

/** The compressed form of an array, undefined if the version or the values do not have one. */
function compressArray(
  context: PackContext,
  { kind, components }: ValueType,
  data: NumericArray,
): Uint8Array | undefined {
  if (components !== 1 || !context.compressesIntegers) return undefined;
  if (data instanceof BigInt64Array || data instanceof BigUint64Array) {
    return withSize(context.builder(), compressIntegers64(data)).finish();
  }
  if (kind === "int" || kind === "uint") {
    if (!(data instanceof Int32Array || data instanceof Uint32Array)) return undefined;
    return withSize(context.builder(), compressIntegers32(data)).finish();
  }
  if (context.layoutMinor < COMPRESSED_FLOATS) return undefined;
  if (kind !== "half" && kind !== "float" && kind !== "double") return undefined;
  return asIntegers(context, kind, data) ?? asTable(context, data);
}

function withSize(builder: ByteBuilder, bytes: Uint8Array): ByteBuilder {
  return builder.uint64(bytes.length).append(bytes);
}

/** Floats that are all whole numbers of 32 bits. */
function asIntegers(
  context: PackContext,
  kind: ScalarKind,
  data: Exclude<NumericArray, BigInt64Array | BigUint64Array>,
): Uint8Array | undefined {
  const integers = new Int32Array(data.length);
  for (let i = 0; i < data.length; i++) {
    const value = kind === "half" ? halfBitsToFloat(data[i]) : data[i];
    // Also false for a negative zero, which an integer is not.
    if (!Object.is(value | 0, value)) return undefined;
    integers[i] = value;
  }
  return withSize(context.builder().uint8(AS_INTEGERS), compressIntegers32(integers)).finish();
}

/** Floats of few distinct values: a table of them, and indexes. Values are compared by their bits. */
function asTable(
  context: PackContext,
  data: Exclude<NumericArray, BigInt64Array | BigUint64Array>,
): Uint8Array | undefined {
  const limit = Math.min(Math.floor(data.length / 4), MAX_TABLE_LENGTH);
  const width = data.BYTES_PER_ELEMENT;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const places = new Map<number | bigint, number>();
  const table = context.builder();
  const indexes = new Uint32Array(data.length);
  for (let i = 0; i < data.length; i++) {
    const at = i * width;
    const key =
      width === 2 ? view.getUint16(at, true) : width === 4 ? view.getUint32(at, true) : view.getBigUint64(at, true);
    let place = places.get(key);
    if (place === undefined) {
      place = places.size;
      if (place === limit) return undefined;
      places.set(key, place);
      if (typeof key === "bigint") table.bigUint64(key);
      else if (width === 2) table.uint16(key);
      else table.uint32(key);
    }
    indexes[i] = place;
  }
  const builder = context.builder().uint8(AS_TABLE).uint32(places.size).append(table.finish());
  return withSize(builder, compressIntegers32(indexes)).finish();
}
