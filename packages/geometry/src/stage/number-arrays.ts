/** Numbers of values of stages, in the arrays that geometry is made of. */
import type { Value } from "@usdkit/layer";
import { numbersOf } from "@usdkit/usd";

/** Numbers in single precision. */
export interface FloatValues {
  /** Numbers of one element: 3 of a point. */
  readonly components: number;
  /** Flat. */
  readonly values: Float32Array;
}

/** Returns the numbers of an array, or of a value that is no array as of an array of one; undefined for texts and without a value. */
export function floatsOf(value: Value | undefined): FloatValues | undefined {
  const numbers = numbersOf(value);
  if (numbers === undefined || value?.kind !== "typed") return undefined;
  const values = numbers instanceof Float32Array ? numbers : Float32Array.from(numbers);
  return { components: value.type.components, values };
}

/** Returns the integers of an array; undefined for texts and without a value. */
export function integersOf(value: Value | undefined): Int32Array | undefined {
  const numbers = numbersOf(value);
  return numbers === undefined || numbers instanceof Int32Array ? numbers : Int32Array.from(numbers);
}
