/** Attributes of a primitive's vertices, one element per drawn vertex. */
import { elementCount } from "./accessor-floats.ts";
import type { AccessorValues } from "./accessor-values.ts";

/** Accessors by index; null for one without data. */
export type Accessors = readonly (AccessorValues | null)[];

/** Returns an accessor with elements of one of these sizes, for the vertices of one primitive; null if there is none. */
export type VertexValues = (index: number | undefined, sizes: readonly number[]) => AccessorValues | null;

/** Returns the values of `count` vertices, or of the `used` ones among them. */
export function valuesOfVertices(accessors: Accessors, count: number, used: Uint32Array | null): VertexValues {
  return (index, sizes) => {
    const values = index === undefined ? null : (accessors[index] ?? null);
    if (values === null || !sizes.includes(values.size) || elementCount(values) < count) return null;
    if (used !== null) return pick(values, used);
    return { ...values, array: values.array.subarray(0, count * values.size) };
  };
}

function pick({ array, size, normalized }: AccessorValues, used: Uint32Array): AccessorValues {
  const picked = array.slice(0, 0).constructor as new (length: number) => AccessorValues["array"];
  const copy = new picked(used.length * size);
  for (let i = 0, to = 0; i < used.length; i++) {
    for (let c = 0, from = used[i] * size; c < size; c++) copy[to++] = array[from++];
  }
  return { array: copy, size, normalized };
}

/**
 * Returns the vertices that triangles use, if they are fewer than `count`, and the renumbered triangles: parts of a mesh
 * often share one long list of vertices. Null if all may be used.
 */
export function usedVertices(
  triangles: Uint32Array,
  count: number,
): { used: Uint32Array; triangles: Uint32Array } | null {
  if (triangles.length >= count) return null;
  const used = new Uint32Array(triangles.length);
  const renamed = new Uint32Array(triangles.length);
  // An array only if it is not much larger than the number of lookups.
  const numbers = count <= 64 * triangles.length ? new NumberArray(count) : new Map<number, number>();
  let next = 0;
  for (let i = 0; i < triangles.length; i++) {
    const vertex = triangles[i];
    let number = numbers.get(vertex);
    if (number === undefined) {
      number = next++;
      used[number] = vertex;
      numbers.set(vertex, number);
    }
    renamed[i] = number;
  }
  return { used: used.slice(0, next), triangles: renamed };
}

/** A map from small numbers to numbers. */
class NumberArray {
  /** One more than the number; 0 if there is none. */
  readonly #numbers: Uint32Array;

  constructor(length: number) {
    this.#numbers = new Uint32Array(length);
  }

  get(index: number): number | undefined {
    const number = this.#numbers[index];
    return number === 0 ? undefined : number - 1;
  }

  set(index: number, number: number): void {
    this.#numbers[index] = number + 1;
  }
}
