/**
 * Deterministic CPU rendering of meshes and Gaussian splats.
 *
 * @packageDocumentation
 */
export {
  AssetError,
  assetFormat,
  decodeImage,
  defaultAssetLimits,
  embedGltfFiles,
  encodeAnimation,
  encodeJpeg,
  encodePng,
  encodeWebp,
  ImageError,
  imageHash,
  isGltfText,
  loadAsset,
} from "@usdkit/assets";
export type {
  Asset,
  AssetAnimation,
  AssetExtras,
  AssetFormat,
  AssetGroup,
  AssetLight,
  AssetLimits,
  AssetPlace,
  AssetProblem,
  AnimationOptions,
  ClearcoatLayer,
  CreateBasisTranscoder,
  CreateDracoDecoder,
  DecodedImage,
  GroupMember,
  ImageDecoder,
  IridescenceLayer,
  JpegOptions,
  LoadOptions,
  MapName,
  Material,
  MaterialMaps,
  MeshAsset,
  MeshPart,
  PhysicalMaterial,
  Pixels,
  PngOptions,
  PointAsset,
  ReadRelated,
  Rgb,
  SkippedCounts,
  SplatAsset,
  TexCoordTransform,
  Texture,
  TextureUse,
  TextureWrap,
  VolumeLayer,
  WebpOptions,
} from "@usdkit/assets";

export { holdsSplats, splatsFromPrim } from "./inline/splats-from-prim.ts";
export { isRasterError } from "./errors/is-raster-error.ts";
export { RasterError } from "./errors/raster-error.ts";
export { compareImages } from "./compare/compare-images.ts";
export type { CompareOptions, ComparedImage, Comparison } from "./compare/compare-images.ts";
export type { PrimDifference, SeenPrims } from "./compare/attribute-differences.ts";

export { prepareAsset } from "./prepare-asset.ts";
export type { PrepareAssetOptions } from "./prepare-asset.ts";
export { isAssetFile, prepareFile } from "./prepare-file.ts";
export type { PreparedFile, PrepareFileOptions } from "./prepare-file.ts";
export { prepareScene, render } from "./render.ts";
export type { DrawableScene } from "./rendering/drawable-scene.ts";
export { PreparedScene } from "./rendering/prepared-scene.ts";
export { layerAtTime } from "./time/layer-at-time.ts";
export { timeRange } from "./time/time-range.ts";
export type { TimeRange } from "./time/time-range.ts";
export type { Box } from "./prepare/scene-bounds.ts";
export { NO_PRIM } from "./rendering/rendered-image.ts";
export type { DrawnCount, RenderedImage, RenderStats } from "./rendering/rendered-image.ts";
export type {
  LightChoice,
  LookOptions,
  OutputName,
  PrepareOptions,
  RenderOptions,
  RenderProgress,
} from "./rendering/render-options.ts";
export type { CameraChoice, CameraPose } from "./camera/scene-camera.ts";
export type { DataOptions } from "./prepare/data-options.ts";
export type { LeftOut } from "./prepare/prepare-data.ts";
export type { AssetOrBytes, AssetSource } from "./prepare/resolve-assets.ts";
export type { SceneSource } from "./prepare/scene-source.ts";
export { prepareStage } from "./stage/prepare-stage.ts";
export type { PrepareStageOptions } from "./stage/prepare-stage-options.ts";
export { PreparedStage } from "./stage/prepared-stage.ts";
export type { PreparationOptions, StageProgress } from "./stage/stage-preparation.ts";
export type { StagePart } from "./stage/stage-part.ts";
export { RenderPool } from "./threads/render-pool.ts";
export { pauser } from "./threads/pause.ts";
export type { RenderPoolOptions } from "./threads/render-pool.ts";
export type { WebWorker } from "./threads/worker-handle.ts";

export { describeReason, describeReport } from "./report/describe-report.ts";
export type { SceneStatistics } from "./report/scene-statistics.ts";
export type { DrawingReport, DrawnPrim, NotDrawnPrim, NotDrawnReason } from "./report/drawing-report.ts";

export { defaultFrameLimits, defaultSceneLimits } from "./prepare/scene-limits.ts";
export type { FrameLimits, SceneLimits } from "./prepare/scene-limits.ts";
export { RenderError } from "./errors/render-error.ts";
export type { RenderProblem } from "./errors/render-error.ts";
