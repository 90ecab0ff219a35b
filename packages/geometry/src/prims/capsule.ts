import type { TriangleGeometry } from "../model/geometry.ts";
import { arcProfile, DOWN, revolve, UP, wallProfile, type Direction } from "../shapes/revolve.ts";
import { alongAxis, axisOf, lengthOf, shapeGeometry } from "../shapes/shape.ts";
import type { PrimReader } from "../model/prim-reader.ts";

/** A Capsule: a wall of a `height` about the origin, between two half spheres of a `radius`. */
export function capsule(prim: PrimReader): TriangleGeometry | undefined {
  const radius = lengthOf(prim, "radius");
  return radius === undefined ? undefined : wallAndCaps(prim, radius, radius);
}

/** A Capsule_1, whose wall has a radius at each end. */
export function taperedCapsule(prim: PrimReader): TriangleGeometry | undefined {
  const bottom = lengthOf(prim, "radiusBottom");
  const top = lengthOf(prim, "radiusTop");
  return bottom === undefined || top === undefined ? undefined : wallAndCaps(prim, bottom, top);
}

/** The caps continue the wall without an edge: they are parts of spheres that touch it. */
function wallAndCaps(prim: PrimReader, bottom: number, top: number): TriangleGeometry | undefined {
  const height = lengthOf(prim, "height");
  if (height === undefined) return undefined;
  if (height === 0 && bottom !== top) {
    prim.problem("height", "A capsule of height 0 cannot have two radii: the prim is not drawn");
    return undefined;
  }
  const length = Math.sqrt(height * height + (bottom - top) * (bottom - top));
  const outward: Direction = height === 0 ? [1, 0] : [height / length, (bottom - top) / length];
  const [low, high] = [-height / 2, height / 2];
  const cap = (radius: number, z: number): { z: number; radius: number } => ({
    z: z - (radius * outward[1]) / outward[0],
    radius: radius / outward[0],
  });
  const profiles = [
    arcProfile(cap(bottom, low), DOWN, outward),
    wallProfile({ radius: bottom, z: low }, { radius: top, z: high }),
    arcProfile(cap(top, high), outward, UP),
  ];
  return shapeGeometry(prim, alongAxis(revolve(profiles), axisOf(prim)));
}
