/** Where the vertices that are drawn lie on a mesh. */
import type { Interpolation } from "../model/prim-reader.ts";

/** Vertices, and where they lie on the mesh. */
export interface Vertices {
  readonly count: number;
  /** Null: vertices are points. */
  readonly places: VertexPlaces | null;
}

/** Of each vertex: its point, a corner that has it, and the face of that corner in the mesh. */
export interface VertexPlaces {
  readonly points: Uint32Array;
  readonly corners: Uint32Array;
  readonly faces: Uint32Array;
}

/** Returns which of its values, or of its indices, a primvar has at a vertex. */
export function placeOf(
  interpolation: Interpolation,
  { points, corners, faces }: VertexPlaces,
  vertex: number,
): number {
  switch (interpolation) {
    case "constant":
      return 0;
    case "uniform":
      return faces[vertex];
    case "faceVarying":
      return corners[vertex];
    default:
      return points[vertex];
  }
}
