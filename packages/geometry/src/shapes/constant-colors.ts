/** Colors of prims whose surfaces have only one. */
import type { PrimReader, Primvar } from "../model/prim-reader.ts";

/** Colors and opacities of vertices, as `TriangleGeometry` has them. */
export interface VertexColors {
  readonly colors: Float32Array | null;
  readonly opacities: Float32Array | null;
}

/** Returns the first color and opacity of a prim for all vertices. */
export function constantColors(prim: PrimReader, vertices: number): VertexColors {
  return {
    colors: repeated(prim.primvar("displayColor"), 3, vertices),
    opacities: repeated(prim.primvar("displayOpacity"), 1, vertices),
  };
}

function repeated(primvar: Primvar | undefined, components: number, times: number): Float32Array | null {
  if (primvar?.components !== components) return null;
  const first = components * (primvar.indices?.[0] ?? 0);
  const element = primvar.values.subarray(first, first + components);
  if (element.length < components) return null;
  const all = new Float32Array(components * times);
  for (let i = 0; i < all.length; i += components) all.set(element, i);
  return all;
}
