/** The prim types that have a shape of their own. */
import type { Geometry } from "../model/geometry.ts";
import type { GeometryOptions } from "../model/geometry-options.ts";
import type { PrimReader } from "../model/prim-reader.ts";
import { basisCurves } from "./basis-curves.ts";
import { capsule, taperedCapsule } from "./capsule.ts";
import { cube } from "./cube.ts";
import { cone, cylinder, taperedCylinder } from "./cylinder.ts";
import { gaussianSplats } from "./gaussian-splats.ts";
import { mesh } from "./mesh.ts";
import { plane } from "./plane.ts";
import { points } from "./points.ts";
import { sphere } from "./sphere.ts";

/** Returns the geometry of a prim; undefined if it has nothing to draw. Problems go to the reader. */
export type MakeGeometry = (prim: PrimReader, options: GeometryOptions) => Geometry | undefined;

/** By type name. */
export const geometryTypes: ReadonlyMap<string, MakeGeometry> = new Map<string, MakeGeometry>([
  ["BasisCurves", basisCurves],
  ["Capsule", capsule],
  ["Capsule_1", taperedCapsule],
  ["Cone", cone],
  ["Cube", cube],
  ["Cylinder", cylinder],
  ["Cylinder_1", taperedCylinder],
  ["Mesh", mesh],
  ["ParticleField3DGaussianSplat", gaussianSplats],
  ["Plane", plane],
  ["Points", points],
  ["Sphere", sphere],
]);
