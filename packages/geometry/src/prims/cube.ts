import type { PrimReader } from "../model/prim-reader.ts";
import type { TriangleGeometry } from "../model/geometry.ts";
import type { ShapeMesh } from "../shapes/shape-primvars.ts";
import { lengthOf, shapeGeometry } from "../shapes/shape.ts";

/** The points of a cube of size 2, in the order in which values by vertex belong to them. */
const POINTS = [
  [1, 1, 1],
  [-1, 1, 1],
  [-1, -1, 1],
  [1, -1, 1],
  [-1, -1, -1],
  [-1, 1, -1],
  [1, 1, -1],
  [1, -1, -1],
] as const;

/** The faces: their points, counterclockwise from outside, and their normal. Values by face and corner are in this order. */
const FACES = [
  { points: [0, 1, 2, 3], normal: [0, 0, 1] },
  { points: [4, 5, 6, 7], normal: [0, 0, -1] },
  { points: [0, 6, 5, 1], normal: [0, 1, 0] },
  { points: [4, 7, 3, 2], normal: [0, -1, 0] },
  { points: [0, 3, 7, 6], normal: [1, 0, 0] },
  { points: [4, 2, 1, 5], normal: [-1, 0, 0] },
] as const;

const CORNERS = FACES.flatMap(({ points }) => points);
const NORMALS = FACES.flatMap(({ points, normal }) => points.flatMap(() => normal));
const INDICES = FACES.flatMap((_, face) => [0, 1, 2, 0, 2, 3].map((corner) => 4 * face + corner));

const mesh: ShapeMesh = {
  counts: {
    constant: 1,
    uniform: FACES.length,
    vertex: POINTS.length,
    varying: POINTS.length,
    faceVarying: CORNERS.length,
  },
  vertices: {
    count: CORNERS.length,
    places: {
      points: Uint32Array.from(CORNERS),
      corners: Uint32Array.from(CORNERS.keys()),
      faces: Uint32Array.from(CORNERS, (_, corner) => Math.floor(corner / 4)),
    },
  },
};

/** A Cube of a `size` about the origin. */
export function cube(prim: PrimReader): TriangleGeometry | undefined {
  const size = lengthOf(prim, "size");
  if (size === undefined) return undefined;
  const positions = CORNERS.flatMap((point) => POINTS[point].map((side) => (side * size) / 2));
  return shapeGeometry(prim, { positions, normals: NORMALS, indices: INDICES }, mesh);
}
