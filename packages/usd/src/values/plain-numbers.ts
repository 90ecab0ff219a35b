/** Values as plain numbers and text. */
import { halfBitsToFloat } from "@usdkit/base";
import type { FieldValue, NumericArray } from "@usdkit/layer";

/** Numbers of a value: flat for arrays of vectors and matrices. */
export type PlainNumbers = readonly number[] | Float32Array | Float64Array | Int32Array | Uint32Array | Uint8Array;

/**
 * Returns the numbers of a value: one of a scalar, three of a `float3`, 16 of a `matrix4d`, all of an array. Halves are decoded,
 * 64-bit integers rounded to doubles. Undefined for text, and for what is not a value of a type.
 *
 * ```ts
 * numbersOf(reader.value(camera, "clippingRange", null)); // [1, 1000000]
 * ```
 */
export function numbersOf(value: FieldValue | undefined): PlainNumbers | undefined {
  if (value?.kind !== "typed") return undefined;
  const { data, type } = value;
  if (typeof data === "number") return [data];
  if (typeof data === "bigint") return [Number(data)];
  if (typeof data === "boolean") return [data ? 1 : 0];
  if (typeof data === "string" || isStrings(data)) return undefined;
  if (data instanceof Uint16Array) return type.kind === "half" ? Float32Array.from(data, halfBitsToFloat) : [...data];
  if (data instanceof BigInt64Array || data instanceof BigUint64Array) return Array.from(data, Number);
  return data;
}

/** Returns the number of a scalar; undefined for other values. */
export function numberOf(value: FieldValue | undefined): number | undefined {
  return value?.kind === "typed" && typeof value.data === "number" ? value.data : undefined;
}

/** Returns a string, token or path; undefined for other values. */
export function textOf(value: FieldValue | undefined): string | undefined {
  return value?.kind === "typed" && typeof value.data === "string" ? value.data : undefined;
}

/** Returns an array of strings or tokens; undefined for other values. */
export function textsOf(value: FieldValue | undefined): readonly string[] | undefined {
  return value?.kind === "typed" && value.isArray && typeof value.data === "object" && isStrings(value.data)
    ? value.data
    : undefined;
}

function isStrings(data: readonly string[] | NumericArray): data is readonly string[] {
  return Array.isArray(data);
}
