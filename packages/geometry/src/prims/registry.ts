/** The prim types that have a shape of their own. */
import type { Geometry } from "../model/geometry.ts";
import type { GeometryOptions } from "../model/geometry-options.ts";
import type { PrimReader } from "../model/prim-reader.ts";
import { basisCurves } from "./basis-curves.ts";
import { capsule, taperedCapsule } from "./capsule.ts";
import { cube } from "./cube.ts";
import { cone, cylinder, taperedCylinder } from "./cylinder.ts";
import { gaussianSplats } from "./gaussian-splats.ts";
import { hermiteCurves } from "./hermite-curves.ts";
import { mesh } from "./mesh.ts";
import { nurbsCurves } from "./nurbs-curves.ts";
import { nurbsPatch } from "./nurbs-patch.ts";
import { plane } from "./plane.ts";
import { points } from "./points.ts";
import { sphere } from "./sphere.ts";
import { tetMesh } from "./tet-mesh.ts";

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
  ["HermiteCurves", hermiteCurves],
  ["Mesh", mesh],
  ["NurbsCurves", nurbsCurves],
  ["NurbsPatch", nurbsPatch],
  ["ParticleField3DGaussianSplat", gaussianSplats],
  ["Plane", plane],
  ["Points", points],
  ["Sphere", sphere],
  ["TetMesh", tetMesh],
]);
