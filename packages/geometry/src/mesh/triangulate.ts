/** Triangles of faces. */
import { inBlocks } from "@usdkit/base";
import { clipEars } from "./clip-ears.ts";
import type { FaceArrays, MeshFaces } from "./mesh-faces.ts";
import { flattened, isConvex, isConvexQuad, type Polygon } from "./polygon.ts";

/** Triangles of a mesh. */
export interface Triangles {
  /** Three corners a triangle: indices into `faceVertexIndices`. */
  readonly corners: Uint32Array;
  /** Of each triangle: its face, as an index into `MeshFaces.faces`. */
  readonly faceOf: Uint32Array;
}

/** Corners of a face above which it is a fan in any case, since cutting ears takes the square of their number. */
const MOST_CORNERS = 4096;

/**
 * Returns the triangles of all faces, in their order. Convex faces are fans from their first corner, as in the reference's
 * renderers; others are cut at their ears, since a fan would cover what is not the face.
 */
export function triangulate(
  { faces, ranges }: MeshFaces,
  { points, vertexIndices }: Pick<FaceArrays, "points" | "vertexIndices">,
): Triangles {
  let total = 0;
  for (let i = 1; i < ranges.length; i += 2) total += ranges[i] - 2;
  const cut = { corners: new Uint32Array(3 * total), faceOf: new Uint32Array(total), triangles: 0 };
  inBlocks(faces.length, (from, to) => cutFaces(cut, { ranges, points, vertexIndices }, from, to));
  return { corners: cut.corners, faceOf: cut.faceOf };
}

/** Triangles that were made, in arrays for all of them. */
interface CutFaces extends Triangles {
  triangles: number;
}

type CutInput = Pick<MeshFaces, "ranges"> & Pick<FaceArrays, "points" | "vertexIndices">;

function cutFaces(cut: CutFaces, { ranges, points, vertexIndices }: CutInput, from: number, to: number): void {
  const { corners, faceOf } = cut;
  let triangle = cut.triangles;
  for (let face = from; face < to; face++) {
    const first = ranges[2 * face];
    const count = ranges[2 * face + 1];
    const isFan = count === 3 || count > MOST_CORNERS || (count === 4 && isConvexQuad(points, vertexIndices, first));
    const polygon = isFan ? undefined : { points, corners: vertexIndices.subarray(first, first + count) };
    const ears = polygon && concaveTriangles(polygon);
    for (let i = 0; i < count - 2; i++, triangle++) {
      corners[3 * triangle] = first + (ears === undefined ? 0 : ears[3 * i]);
      corners[3 * triangle + 1] = first + (ears === undefined ? i + 1 : ears[3 * i + 1]);
      corners[3 * triangle + 2] = first + (ears === undefined ? i + 2 : ears[3 * i + 2]);
      faceOf[triangle] = face;
    }
  }
  cut.triangles = triangle;
}

function concaveTriangles(polygon: Polygon): number[] | undefined {
  const flat = flattened(polygon);
  return isConvex(flat) ? undefined : clipEars(flat);
}
