/**
 * Files of meshes, Gaussian splats and points (GLB, PLY, SPZ, SOG, `.splat`), and images (PNG, JPEG, WebP, AVIF, TIFF, KTX2, BMP, TGA, Radiance, OpenEXR), as plain data.
 *
 * @packageDocumentation
 */
export type {
  Asset,
  AssetAnimation,
  AssetExtras,
  AssetGroup,
  AssetLight,
  ClearcoatLayer,
  GroupMember,
  IridescenceLayer,
  Material,
  MaterialMaps,
  MeshAsset,
  MeshPart,
  PhysicalMaterial,
  PointAsset,
  Rgb,
  SkippedCounts,
  SplatAsset,
  TexCoordTransform,
  Texture,
  TextureUse,
  TextureWrap,
  VolumeLayer,
} from "./model/asset.ts";
export { mapContents, mapNames } from "./model/material-maps.ts";
export type { MapName, TexelContent } from "./model/material-maps.ts";

export { embedGltfFiles } from "./gltf/embed-files.ts";
export type { ReadRelated } from "./gltf/embed-files.ts";
export { isGltfText } from "./gltf/gltf-text.ts";
export { assetFormat } from "./load/asset-format.ts";
export { loadAsset } from "./load/load-asset.ts";
export { openAnimated } from "./load/open-animated.ts";
export type { AnimatedAsset } from "./load/open-animated.ts";
export type { AssetFormat, LoadOptions } from "./options/load-options.ts";
export type { CreateDracoDecoder } from "./options/draco-decoder.ts";

export { decodeImage } from "./load/read-image.ts";
export { decodeLinearImage } from "./load/read-linear-image.ts";
export type { HalfImage, LinearImage } from "./images/linear-image.ts";
export { hasHalfTexels } from "./images/decode-half-image.ts";
export { imageReader, texelReader } from "./load/image-reader.ts";
export type { ImageReader, TexelReader } from "./load/image-reader.ts";
export type { CreateBasisTranscoder } from "./images/create-basis-transcoder.ts";
export type { DecodedImage, ImageDecoder } from "./images/image-decoder.ts";
export { imageFormats, readImageHead } from "./images/image-size.ts";
export type { ImageHead } from "./images/image-size.ts";
export { encodeAnimation, encodeJpeg, encodePng, encodeWebp } from "./encode/encode.ts";
export type { AnimationOptions, JpegOptions, PngOptions, WebpOptions } from "./encode/encode.ts";
export { imageHash } from "./encode/image-hash.ts";
export type { Pixels } from "./encode/pixels.ts";

export { defaultAssetLimits } from "./limits/asset-limits.ts";
export type { AssetLimits } from "./limits/asset-limits.ts";
export { AssetError } from "./errors/asset-error.ts";
export type { AssetPlace, AssetProblem } from "./errors/asset-error.ts";
export { ImageError } from "./errors/image-error.ts";
