import type { TriangleGeometry } from "../model/geometry.ts";
import { diskProfile, revolve, wallProfile } from "../shapes/revolve.ts";
import { alongAxis, axisOf, lengthOf, shapeGeometry } from "../shapes/shape.ts";
import type { PrimReader } from "../model/prim-reader.ts";

/** A Cylinder of a `radius` and a `height` about the origin. */
export function cylinder(prim: PrimReader): TriangleGeometry | undefined {
  const radius = lengthOf(prim, "radius");
  return radius === undefined ? undefined : wallAndDisks(prim, radius, radius);
}

/** A Cylinder_1, whose ends have radii of their own. */
export function taperedCylinder(prim: PrimReader): TriangleGeometry | undefined {
  const bottom = lengthOf(prim, "radiusBottom");
  const top = lengthOf(prim, "radiusTop");
  return bottom === undefined || top === undefined ? undefined : wallAndDisks(prim, bottom, top);
}

/** A Cone with its point at the end of the axis. */
export function cone(prim: PrimReader): TriangleGeometry | undefined {
  const radius = lengthOf(prim, "radius");
  return radius === undefined ? undefined : wallAndDisks(prim, radius, 0);
}

function wallAndDisks(prim: PrimReader, bottom: number, top: number): TriangleGeometry | undefined {
  const height = lengthOf(prim, "height");
  if (height === undefined) return undefined;
  const [low, high] = [-height / 2, height / 2];
  const profiles = [
    diskProfile(bottom, low, -1),
    wallProfile({ radius: bottom, z: low }, { radius: top, z: high }),
    diskProfile(top, high, 1),
  ];
  return shapeGeometry(prim, alongAxis(revolve(profiles), axisOf(prim)));
}
