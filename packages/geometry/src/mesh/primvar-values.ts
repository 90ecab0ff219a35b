/** Values of primvars at the vertices that are drawn. */
import type { Interpolation, Primvar } from "../model/prim-reader.ts";
import type { Vertices } from "./vertices.ts";

/** How many values a primvar of each interpolation has on a mesh. */
export type ValueCounts = Readonly<Record<Interpolation, number>>;

/** Returns what is wrong with a primvar on a mesh; undefined if it can be drawn. */
export function primvarFault(primvar: Primvar, counts: ValueCounts): string | undefined {
  const { components, values, interpolation, indices } = primvar;
  const elements = Math.floor(values.length / components);
  const needed = counts[interpolation];
  const found = indices?.length ?? elements;
  if (found < needed) return `Expected ${needed} values for the interpolation "${interpolation}", found ${found}`;
  if (indices === null) return undefined;
  for (let i = 0; i < needed; i++) {
    if (indices[i] < 0 || indices[i] >= elements) return `Index ${indices[i]} is beyond the ${elements} values`;
  }
  return undefined;
}

/** Returns whether the corners at a point may have different values. */
export function differsByFace({ interpolation }: Primvar): boolean {
  return interpolation === "faceVarying" || interpolation === "uniform";
}

/** Returns the values of a primvar without faults, flat, for each vertex. */
export function primvarValues(
  { components, values, interpolation, indices }: Primvar,
  vertices: Vertices,
): Float32Array {
  const result = new Float32Array(components * vertices.count);
  for (let vertex = 0; vertex < vertices.count; vertex++) {
    const place = placeOf(interpolation, vertices, vertex);
    const element = components * (indices === null ? place : indices[place]);
    for (let k = 0; k < components; k++) result[components * vertex + k] = values[element + k];
  }
  return result;
}

function placeOf(interpolation: Interpolation, { points, faces }: Vertices, vertex: number): number {
  switch (interpolation) {
    case "constant":
      return 0;
    case "uniform":
      return faces?.[vertex] ?? 0;
    case "faceVarying":
      return vertex;
    default:
      return points[vertex];
  }
}
