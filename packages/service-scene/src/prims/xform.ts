import { definePrim, type PrimDefinition } from "./definition.ts";

export const xform: PrimDefinition = definePrim({
  typeName: "Xform",
  description: "A container with a transformation, which moves everything under it.",
  role: "container",
  isTransformable: true,
  properties: [],
  source: "spec 2.8; UsdGeomXform",
});
