import { definePrim, type PrimDefinition } from "./definition.ts";

export const scope: PrimDefinition = definePrim({
  typeName: "Scope",
  description: "A container without a transformation; RenderSettings belong under one named Render.",
  role: "container",
  isTransformable: false,
  properties: [],
  source: "spec 2.8; UsdGeomScope",
});
