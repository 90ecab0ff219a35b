import { definePrim, type PrimDefinition } from "./definition.ts";

export const particleField3DGaussianSplat: PrimDefinition = definePrim({
  typeName: "ParticleField3DGaussianSplat",
  description: "Uploaded or reconstructed Gaussian splats, brought in by a payload.",
  role: "asset",
  isTransformable: true,
  properties: [],
  source: "spec 2.8; UsdVolParticleField3DGaussianSplat",
});
