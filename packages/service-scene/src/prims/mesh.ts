import { definePrim, type PrimDefinition } from "./definition.ts";

export const mesh: PrimDefinition = definePrim({
  typeName: "Mesh",
  description: "An uploaded mesh, brought in by a payload.",
  role: "asset",
  isTransformable: true,
  // The table of spec 2.8 lists only the payload; the reference's Mesh is transformable, and its matrix is used.
  properties: [],
  source: "spec 2.8; UsdGeomMesh",
});
