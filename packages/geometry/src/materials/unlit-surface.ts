import type { SurfaceInput, SurfaceMaterial } from "../model/surface-material.ts";

/**
 * Returns whether a surface reflects nothing and has a light of its own: what unlit materials of other formats are in UsdPreviewSurface.
 *
 * @example
 * isUnlitSurface(surface) ? surface.inputs.emissiveColor : surface.inputs.diffuseColor;
 */
export function isUnlitSurface({ inputs, usesSpecularWorkflow }: SurfaceMaterial): boolean {
  const { diffuseColor, specularColor, emissiveColor, clearcoat } = inputs;
  const reflectsNothing = isBlack(diffuseColor) && isBlack(specularColor) && isBlack(clearcoat);
  return usesSpecularWorkflow && reflectsNothing && !isBlack(emissiveColor);
}

function isBlack({ source, value }: SurfaceInput): boolean {
  return source === null && value.every((each) => Math.abs(each) <= 1e-7);
}
