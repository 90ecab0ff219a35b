import type { TriangleGeometry } from "../model/geometry.ts";
import { arcProfile, DOWN, OUT, revolve, UP } from "../shapes/revolve.ts";
import { lengthOf, shapeGeometry } from "../shapes/shape.ts";
import type { PrimReader } from "../model/prim-reader.ts";

/** A Sphere of a `radius` about the origin. */
export function sphere(prim: PrimReader): TriangleGeometry | undefined {
  const radius = lengthOf(prim, "radius");
  if (radius === undefined) return undefined;
  const ball = { z: 0, radius };
  return shapeGeometry(prim, revolve([[...arcProfile(ball, DOWN, OUT), ...arcProfile(ball, OUT, UP).slice(1)]]));
}
