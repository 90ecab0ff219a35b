/** Numbers of values of stages. */
import { halfBitsToFloat } from "@usdkit/base";
import type { TypedValue, Value } from "@usdkit/layer";

/** Numbers in single precision. */
export interface FloatValues {
  /** Numbers of one element: 3 of a point. */
  readonly components: number;
  /** Flat. */
  readonly values: Float32Array;
}

/** Returns the numbers of an array, or of a value that is no array as of an array of one; undefined for texts and without a value. */
export function floatsOf(value: Value | undefined): FloatValues | undefined {
  if (value?.kind !== "typed") return undefined;
  const values = floatArray(value);
  return values && { components: value.type.components, values };
}

function floatArray({ type, data }: TypedValue): Float32Array | undefined {
  if (data instanceof Float32Array) return data;
  if (typeof data === "number" || typeof data === "boolean") return Float32Array.of(Number(data));
  if (typeof data !== "object") return undefined;
  if (data instanceof Uint16Array && type.kind === "half") return Float32Array.from(data, halfBitsToFloat);
  if (data instanceof BigInt64Array || data instanceof BigUint64Array) return Float32Array.from(data, Number);
  return ArrayBuffer.isView(data) ? Float32Array.from(data) : undefined;
}

/** Returns the integers of an array; undefined for other values. */
export function integersOf(value: Value | undefined): Int32Array | undefined {
  if (value?.kind !== "typed") return undefined;
  const { data } = value;
  if (data instanceof Int32Array) return data;
  if (data instanceof Uint32Array || data instanceof Uint8Array) return Int32Array.from(data);
  if (data instanceof BigInt64Array || data instanceof BigUint64Array) return Int32Array.from(data, Number);
  return undefined;
}
