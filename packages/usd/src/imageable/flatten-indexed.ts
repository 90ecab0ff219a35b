/** Values of indexed primvars. */
import type { NumericArray, TypedValue } from "@usdkit/layer";

/**
 * Returns an array with one element for each index; undefined if an index is outside of the values.
 *
 * @param elementSize number of successive values that are one element
 */
export function flattenIndexed(value: TypedValue, indices: Int32Array, elementSize: number): TypedValue | undefined {
  const { type, data } = value;
  if (typeof data !== "object") return undefined;
  const size = elementSize * type.components;
  for (const index of indices) if (index < 0 || (index + 1) * size > data.length) return undefined;
  return { ...value, data: isTexts(data) ? texts(data, indices, size) : numbers(data, indices, size) };
}

function isTexts(data: NumericArray | readonly string[]): data is readonly string[] {
  return Array.isArray(data);
}

function texts(data: readonly string[], indices: Int32Array, size: number): readonly string[] {
  const found: string[] = [];
  for (const index of indices) for (let i = 0; i < size; i++) found.push(data[index * size + i]);
  return found;
}

/** Copies numbers to an array of the same kind. */
function numbers(data: NumericArray, indices: Int32Array, size: number): NumericArray {
  const found = data.slice(0, 0);
  const Numbers = found.constructor as new (length: number) => NumericArray;
  const flat = new Numbers(indices.length * size);
  indices.forEach((index, at) => {
    for (let i = 0; i < size; i++) flat[at * size + i] = data[index * size + i];
  });
  return flat;
}
