import { definePrim, type PrimDefinition } from "./definition.ts";
import { transformProperties } from "./transform-properties.ts";

export const xform: PrimDefinition = definePrim({
  typeName: "Xform",
  description: "A place in the hierarchy: moves everything under it.",
  takesPayload: false,
  isTransformable: true,
  properties: transformProperties,
  source: "spec 2.8; UsdGeomXform",
});
