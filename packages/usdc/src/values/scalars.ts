/** Single numbers, tuples and strings. */
import type { NumericArray, ValueData, ValueType } from "@usdkit/layer";
import { floatToHalfBits, halfBitsToFloat } from "@usdkit/base";
import type { ByteSource } from "../bytes/byte-source.ts";
import type { CrateStructure } from "../structure/structure.ts";
import { stringAt, tokenAt } from "./cursor.ts";
import { elementSize } from "./types.ts";

const floatWord = new Float32Array(1);
const word = new Uint32Array(floatWord.buffer);

function asFloat(bits: number): number {
  word[0] = bits;
  return floatWord[0];
}

/** The value in a payload of 32 bits; undefined for a type that cannot be there. */
export function inlinedData(
  structure: CrateStructure,
  type: ValueType,
  low: number,
  offset: number,
): ValueData | undefined {
  const { kind, components } = type;
  if (components > 1) return inlinedTuple(type, low);
  switch (kind) {
    case "bool":
      return (low & 0xff) !== 0;
    case "uchar":
      return low & 0xff;
    case "int":
      return low | 0;
    case "uint":
      return low;
    case "int64":
      return BigInt(low | 0);
    case "uint64":
      return BigInt(low);
    case "half":
      return halfBitsToFloat(low & 0xffff);
    case "float":
    case "double":
      return asFloat(low);
    case "timecode":
      // The reference does not define this form, and reads zero.
      return 0;
    case "token":
    case "asset":
      return tokenAt(structure, low, offset);
    case "string":
      return stringAt(structure, low, offset);
    default:
      return undefined;
  }
}

/** Vectors of small whole numbers, one a byte; matrices by their diagonal. */
function inlinedTuple({ kind, components, dims }: ValueType, low: number): NumericArray {
  const isHalf = kind === "half";
  const rows = dims.length === 2 ? (dims[0] ?? 0) : 0;
  // Two halves fit as they are.
  if (isHalf && components === 2) return Uint16Array.of(low & 0xffff, low >>> 16);
  const data = newNumbers(kind, components);
  const count = rows === 0 ? components : rows;
  for (let i = 0; i < count; i++) {
    const value = ((low >>> (8 * i)) << 24) >> 24;
    data[rows === 0 ? i : i * rows + i] = isHalf ? floatToHalfBits(value) : value;
  }
  return data;
}

function newNumbers(kind: ValueType["kind"], length: number): Float64Array | Float32Array | Int32Array | Uint16Array {
  if (kind === "half") return new Uint16Array(length);
  if (kind === "float") return new Float32Array(length);
  return kind === "int" ? new Int32Array(length) : new Float64Array(length);
}

/** Reads the numbers of a tuple one by one: a small copy takes less time than a view. */
function tupleAt(
  view: DataView,
  { kind, components }: ValueType,
  offset: number,
): Float64Array | Float32Array | Int32Array | Uint16Array {
  switch (kind) {
    case "float": {
      const data = new Float32Array(components);
      for (let i = 0; i < components; i++) data[i] = view.getFloat32(offset + 4 * i, true);
      return data;
    }
    case "half": {
      const data = new Uint16Array(components);
      for (let i = 0; i < components; i++) data[i] = view.getUint16(offset + 2 * i, true);
      return data;
    }
    case "int": {
      const data = new Int32Array(components);
      for (let i = 0; i < components; i++) data[i] = view.getInt32(offset + 4 * i, true);
      return data;
    }
    default: {
      const data = new Float64Array(components);
      for (let i = 0; i < components; i++) data[i] = view.getFloat64(offset + 8 * i, true);
      return data;
    }
  }
}

/** The value of a type that is not text, at `offset`. */
export function dataAt(source: ByteSource, type: ValueType, offset: number): ValueData | undefined {
  const { kind, components } = type;
  const size = elementSize(type);
  if (size > source.length - offset) source.require(offset, size, `A value of type ${type.name}`);
  const index = source.at(offset, size);
  const { view } = source;
  if (components > 1) {
    const data = tupleAt(view, type, index);
    if (type.quaternion) {
      // The real part, which files have last.
      const real = data[3];
      data.copyWithin(1, 0, 3);
      data[0] = real;
    }
    return data;
  }
  switch (kind) {
    case "double":
    case "timecode":
      return view.getFloat64(index, true);
    case "int64":
      return view.getBigInt64(index, true);
    case "uint64":
      return view.getBigUint64(index, true);
    default:
      return undefined;
  }
}
