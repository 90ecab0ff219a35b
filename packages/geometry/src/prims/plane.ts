import type { TriangleGeometry } from "../model/geometry.ts";
import { alongAxis, axisOf, lengthOf, shapeGeometry } from "../shapes/shape.ts";
import type { PrimReader } from "../model/prim-reader.ts";

/** Of a plane whose normal is each axis: which of `width` and `length` is along the two other axes, in cyclic order. */
const SIDES = { X: ["length", "width"], Y: ["length", "width"], Z: ["width", "length"] } as const;

/** A Plane of a `width` and a `length`, whose normal is its axis. */
export function plane(prim: PrimReader): TriangleGeometry | undefined {
  const axis = axisOf(prim);
  const [first, second] = SIDES[axis].map((name) => lengthOf(prim, name));
  if (first === undefined || second === undefined) return undefined;
  const [a, b] = [first / 2, second / 2];
  const shape = {
    positions: [-a, -b, 0, a, -b, 0, a, b, 0, -a, b, 0],
    normals: [0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1],
    indices: [0, 1, 2, 0, 2, 3],
  };
  return shapeGeometry(prim, alongAxis(shape, axis));
}
