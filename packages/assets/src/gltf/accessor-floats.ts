import type { AccessorValues } from "./accessor-values.ts";

/** Divisors of normalized integers by type (glTF 2.0, 3.11). */
function divisor({ array, normalized }: AccessorValues): number {
  if (!normalized) return 1;
  if (array instanceof Uint8Array) return 255;
  if (array instanceof Int8Array) return 127;
  if (array instanceof Uint16Array) return 65535;
  if (array instanceof Int16Array) return 32767;
  return 1;
}

/** Returns the numbers of an accessor as floats. Float accessors are returned without a copy, so do not write to the result. */
export function floatsOf(values: AccessorValues): Float32Array {
  const { array } = values;
  if (array instanceof Float32Array) return array;
  const scale = divisor(values);
  const floats = new Float32Array(array.length);
  // The minimum of a signed type has no counterpart, and decodes to −1 as its successor does.
  for (let i = 0; i < floats.length; i++) floats[i] = Math.max(array[i] / scale, scale === 1 ? -Infinity : -1);
  return floats;
}

/** Returns the number of elements. */
export function elementCount({ array, size }: AccessorValues): number {
  return Math.floor(array.length / size);
}
