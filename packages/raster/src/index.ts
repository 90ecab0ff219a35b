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

export { assetFormat, loadAsset } from "./assets/load-asset.ts";
export type { AssetFormat } from "./assets/load-asset.ts";
export { holdsSplats, splatsFromPrim } from "./assets/inline/splats-from-prim.ts";
export type { LoadOptions } from "./assets/load-options.ts";
export type { DecodedImage, ImageDecoder } from "./assets/images/image-decoder.ts";

export { defaultAssetLimits } from "./limits/asset-limits.ts";
export type { AssetLimits } from "./limits/asset-limits.ts";

export { AssetError, RasterError } from "./errors/errors.ts";
export type { AssetPlace, AssetProblem } from "./errors/errors.ts";
