import { definePrim, type PrimDefinition } from "./definition.ts";

/** Maximum width and height of an image in pixels, unless the server is configured otherwise (spec 8). */
export const DEFAULT_MAX_RESOLUTION = 4500;

export const renderSettings: PrimDefinition = definePrim({
  typeName: "RenderSettings",
  description: "The size of the image and the camera that it is taken with.",
  role: "renderSettings",
  isTransformable: false,
  properties: [
    {
      name: "camera",
      kind: "relationship",
      type: "rel",
      variability: "either",
      description: "The active camera; the service takes the first in traversal, so this must be the same one.",
      source: "spec 2.8",
    },
    {
      name: "resolution",
      kind: "attribute",
      type: "int2",
      // The reference writes `uniform int2`, the specification shows `int2`.
      variability: "either",
      // The reference's fallback (2048, 1080) is omitted, as it must not hide a missing resolution.
      unit: "pixels",
      range: { exclusiveMinimum: 0 },
      description: "Width and height of the image; required for offline rendering.",
      source: "spec 2.8 rule 3; UsdRenderSettingsBase",
    },
  ],
  source: "spec 2.8; UsdRenderSettings",
});
