import type { SurfaceInput, SurfaceInputs } from "../model/surface-material.ts";

/** Returns an input with a constant. */
export function constantInput(...value: number[]): SurfaceInput {
  return { value, source: null };
}

/** Inputs of an opaque dielectric with nothing special. */
export const neutralInputs: SurfaceInputs = {
  diffuseColor: constantInput(0.18, 0.18, 0.18),
  metallic: constantInput(0),
  roughness: constantInput(0.5),
  specularColor: constantInput(1, 1, 1),
  specular: constantInput(1),
  ior: constantInput(1.5),
  anisotropy: constantInput(0),
  anisotropyRotation: constantInput(0),
  diffuseRoughness: constantInput(0),
  transmission: constantInput(0),
  transmissionColor: constantInput(1, 1, 1),
  transmissionDepth: constantInput(0),
  dispersion: constantInput(0),
  subsurface: constantInput(0),
  subsurfaceColor: constantInput(1, 1, 1),
  sheenColor: constantInput(0, 0, 0),
  sheenRoughness: constantInput(0.3),
  clearcoat: constantInput(0),
  clearcoatRoughness: constantInput(0),
  clearcoatColor: constantInput(1, 1, 1),
  clearcoatIor: constantInput(1.5),
  iridescence: constantInput(0),
  iridescenceThickness: constantInput(0),
  iridescenceIor: constantInput(1.5),
  emissiveColor: constantInput(0, 0, 0),
  opacity: constantInput(1),
  normal: constantInput(0, 0, 1),
  clearcoatNormal: constantInput(0, 0, 1),
  occlusion: constantInput(1),
};
