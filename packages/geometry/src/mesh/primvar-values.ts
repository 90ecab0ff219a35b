/** Values of primvars at the vertices that are drawn. */
import type { VertexValues } from "../model/geometry.ts";
import type { Interpolation, Primvar } from "../model/prim-reader.ts";
import { placeOf, type Vertices } from "./vertex-places.ts";

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

/** Returns the values of a primvar without faults. */
export function vertexValues(primvar: Primvar, vertices: Vertices): VertexValues {
  const { components, values, interpolation, indices } = primvar;
  if (interpolation !== "constant") return { components, values: valuesAt(primvar, vertices), isConstant: false };
  const element = components * (indices?.[0] ?? 0);
  return { components, values: values.slice(element, element + components), isConstant: true };
}

/** Returns the values of a primvar without faults, flat, for each vertex; where they are its own, without a copy. */
export function valuesAt({ components, values, interpolation, indices }: Primvar, vertices: Vertices): Float32Array {
  const { count, places } = vertices;
  const isByPoint = interpolation === "vertex" || interpolation === "varying";
  if (places === null && isByPoint && indices === null) return values.subarray(0, components * count);
  const result = new Float32Array(components * count);
  for (let vertex = 0; vertex < count; vertex++) {
    const place = places === null ? (isByPoint ? vertex : 0) : placeOf(interpolation, places, vertex);
    const element = components * (indices === null ? place : indices[place]);
    for (let k = 0; k < components; k++) result[components * vertex + k] = values[element + k];
  }
  return result;
}
