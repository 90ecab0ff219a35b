import type { IconName } from "../dom.ts";

const ICONS: ReadonlyMap<string, IconName> = new Map([
  ["Mesh", "mesh"],
  ["ParticleField3DGaussianSplat", "splats"],
  ["Camera", "camera"],
  ["Xform", "group"],
  ["Scope", "group"],
  ["SkelRoot", "group"],
  ["PointInstancer", "splats"],
  ["Points", "splats"],
  ["Material", "material"],
  ["Shader", "shader"],
  ["NodeGraph", "shader"],
  ["GeomSubset", "subset"],
  ["BasisCurves", "curve"],
  ["NurbsCurves", "curve"],
  ["HermiteCurves", "curve"],
  ["RenderSettings", "settings"],
]);

/** Types with a surface. */
const SHAPES: ReadonlySet<string> = new Set(
  "Cube Sphere Cylinder Cylinder_1 Cone Capsule Capsule_1 Plane NurbsPatch TetMesh".split(" "),
);

/** Returns the icon of prims of a type. */
export function primIcon(typeName: string): IconName {
  if (typeName.includes("Light")) return "light";
  return ICONS.get(typeName) ?? (SHAPES.has(typeName) ? "mesh" : "prim");
}
