/**
 * Deterministic pictures of meshes and Gaussian splats on the processor.
 *
 * @packageDocumentation
 */
export type {
  Asset,
  Material,
  MeshAsset,
  MeshPart,
  PointAsset,
  SkippedCounts,
  SplatAsset,
  Texture,
  TextureWrap,
} from "./assets/asset.ts";

export { defaultAssetLimits } from "./limits/asset-limits.ts";
export type { AssetLimits } from "./limits/asset-limits.ts";

export { AssetError, RasterError } from "./errors/errors.ts";
export type { AssetPlace, AssetProblem } from "./errors/errors.ts";
