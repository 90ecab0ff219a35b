import { definePrim, type PrimDefinition } from "./definition.ts";

export const scope: PrimDefinition = definePrim({
  typeName: "Scope",
  description: "A container without a place of its own; RenderSettings belong under one named Render.",
  takesPayload: false,
  isTransformable: false,
  properties: [],
  source: "spec 2.8; UsdGeomScope",
});
