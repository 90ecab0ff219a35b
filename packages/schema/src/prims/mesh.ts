import { definePrim, type PrimDefinition } from "./definition.ts";
import { transformProperties } from "./transform-properties.ts";

export const mesh: PrimDefinition = definePrim({
  typeName: "Mesh",
  description: "An uploaded mesh, brought in by a payload.",
  takesPayload: true,
  isTransformable: true,
  // The table of spec 2.8 names the payload alone; the reference's Mesh is transformable, and matrices of it count.
  properties: transformProperties,
  source: "spec 2.8; UsdGeomMesh",
});
