/** What a primitive's vertices have: their attributes, one element for each vertex that is drawn. */
import { elementCount } from "./accessor-floats.ts";
import type { AccessorValues } from "./decode-accessors.ts";

/** Accessors by index; null for one without data. */
export type Accessors = readonly (AccessorValues | null)[];

/** An accessor with elements of one of these sizes, for the vertices of one primitive; null if there is none. */
export type VertexValues = (index: number | undefined, sizes: readonly number[]) => AccessorValues | null;

/** The values of `count` vertices, or of those that are `used` among them. */
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
 * The vertices that triangles name, if there are fewer than `count`, and the triangles renumbered to match: parts of a mesh
 * often share one long list of vertices. Null if all may be named.
 */
export function usedVertices(
  triangles: Uint32Array,
  count: number,
): { used: Uint32Array; triangles: Uint32Array } | null {
  if (triangles.length >= count) return null;
  const used = new Uint32Array(triangles.length);
  const renamed = new Uint32Array(triangles.length);
  // By an array only if it is hardly longer than what is looked up in it.
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

/** A `Map` from small numbers to numbers. */
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
