import type { TriangleGeometry } from "../model/geometry.ts";
import { lengthOf, shapeGeometry } from "../shapes/shape.ts";
import type { PrimReader } from "../model/prim-reader.ts";

/** A Cube of a `size` about the origin. */
export function cube(prim: PrimReader): TriangleGeometry | undefined {
  const size = lengthOf(prim, "size");
  if (size === undefined) return undefined;
  const positions: number[] = [];
  const normals: number[] = [];
  const indices: number[] = [];
  for (let axis = 0; axis < 3; axis++) {
    for (const side of [-1, 1]) {
      const first = positions.length / 3;
      // Counterclockwise about the normal: the two other axes in cyclic order, or the reverse on the negative side.
      for (const [a, b] of [
        [-1, -1],
        [side, -side],
        [1, 1],
        [-side, side],
      ]) {
        const corner = [0, 0, 0];
        const normal = [0, 0, 0];
        corner[axis] = (side * size) / 2;
        corner[(axis + 1) % 3] = (a * size) / 2;
        corner[(axis + 2) % 3] = (b * size) / 2;
        normal[axis] = side;
        positions.push(...corner);
        normals.push(...normal);
      }
      indices.push(first, first + 1, first + 2, first, first + 2, first + 3);
    }
  }
  return shapeGeometry(prim, { positions, normals, indices });
}
