import { definePrim, type PrimDefinition } from "./definition.ts";

export const mesh: PrimDefinition = definePrim({
  typeName: "Mesh",
  description: "An uploaded mesh, brought in by a payload.",
  role: "asset",
  isTransformable: true,
  // The table of spec 2.8 names the payload alone; the reference's Mesh is transformable, and matrices of it count.
  properties: [],
  source: "spec 2.8; UsdGeomMesh",
});
