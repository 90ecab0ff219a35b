/** Numbers of values of stages, in the arrays that geometry is made of. */
import type { Value } from "@usdkit/layer";
import { numbersOf } from "@usdkit/usd";

/** Returns the numbers of a value, flat, in single precision; undefined for texts and without a value. */
export function floatsOf(value: Value | undefined): Float32Array | undefined {
  const numbers = numbersOf(value);
  return numbers === undefined || numbers instanceof Float32Array ? numbers : Float32Array.from(numbers);
}

/** Returns the numbers of a value, flat, in double precision; undefined for texts and without a value. */
export function doublesOf(value: Value | undefined): Float64Array | undefined {
  const numbers = numbersOf(value);
  return numbers === undefined || numbers instanceof Float64Array ? numbers : Float64Array.from(numbers);
}

/** Returns the integers of a value; undefined for texts and without a value. */
export function integersOf(value: Value | undefined): Int32Array | undefined {
  const numbers = numbersOf(value);
  return numbers === undefined || numbers instanceof Int32Array ? numbers : Int32Array.from(numbers);
}
