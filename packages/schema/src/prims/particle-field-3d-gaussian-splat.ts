import { definePrim, type PrimDefinition } from "./definition.ts";
import { transformProperties } from "./transform-properties.ts";

export const particleField3DGaussianSplat: PrimDefinition = definePrim({
  typeName: "ParticleField3DGaussianSplat",
  description: "Uploaded or reconstructed Gaussian splats, brought in by a payload.",
  takesPayload: true,
  isTransformable: true,
  properties: transformProperties,
  source: "spec 2.8; UsdVolParticleField3DGaussianSplat",
});
