/** The surface shaders that are drawn. */
import { gltfPbr } from "./gltf-pbr.ts";
import { openPbr } from "./open-pbr.ts";
import { previewSurface } from "./preview-surface.ts";
import type { ReadSurface } from "./read-surface.ts";
import { standardSurface } from "./standard-surface.ts";

/** By `info:id`. */
export const surfaceShaders: ReadonlyMap<string, ReadSurface> = new Map([
  ["UsdPreviewSurface", previewSurface],
  ["ND_UsdPreviewSurface_surfaceshader", previewSurface],
  ["ND_standard_surface_surfaceshader", standardSurface],
  ["ND_standard_surface_surfaceshader_100", standardSurface],
  ["ND_open_pbr_surface_surfaceshader", openPbr],
  ["ND_gltf_pbr_surfaceshader", gltfPbr],
]);
