/**
 * Deterministic CPU rendering of meshes and Gaussian splats.
 *
 * @packageDocumentation
 */
export type {
  Asset,
  AssetGroup,
  GroupMember,
  Material,
  MeshAsset,
  MeshPart,
  PhysicalMaterial,
  PointAsset,
  SkippedCounts,
  SplatAsset,
  TexCoordTransform,
  Texture,
  TextureUse,
  TextureWrap,
} from "./assets/asset.ts";

export { assetFormat } from "./assets/asset-format.ts";
export type { AssetFormat } from "./assets/asset-format.ts";
export { loadAsset } from "./assets/load-asset.ts";
export { embedGltfFiles, isGltfText } from "./assets/glb/embed-files.ts";
export type { ReadRelated } from "./assets/glb/embed-files.ts";
export { holdsSplats, splatsFromPrim } from "./assets/inline/splats-from-prim.ts";
export type { LoadOptions } from "./assets/load-options.ts";
export type { CreateDracoDecoder } from "./assets/glb/draco-decoder.ts";
export type { CreateBasisTranscoder } from "./assets/images/create-basis-transcoder.ts";
export type { DecodedImage, ImageDecoder } from "./assets/images/image-decoder.ts";

export { defaultAssetLimits } from "./limits/asset-limits.ts";
export type { AssetLimits } from "./limits/asset-limits.ts";

export { AssetError, RasterError } from "./errors/errors.ts";
export type { AssetPlace, AssetProblem } from "./errors/errors.ts";

export { decodeImage } from "./assets/images/read-image.ts";
export { encodeAnimation, encodeJpeg, encodePng, encodeWebp } from "./encode/encode.ts";
export type { AnimationOptions, JpegOptions, PngOptions, WebpOptions } from "./encode/encode.ts";
export { imageHash } from "./encode/image-hash.ts";
export type { Pixels } from "./encode/pixels.ts";
export { compareImages } from "./compare/compare-images.ts";
export type { CompareOptions, ComparedImage, Comparison } from "./compare/compare-images.ts";
export type { PrimDifference, SeenPrims } from "./compare/attribute-differences.ts";
export { ImageError } from "./errors/image-error.ts";

export { prepareAsset } from "./prepare-asset.ts";
export type { PrepareAssetOptions } from "./prepare-asset.ts";
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
export { RenderPool } from "./threads/render-pool.ts";
export type { RenderPoolOptions } from "./threads/render-pool.ts";
export type { WebWorker } from "./threads/worker-handle.ts";

export { describeReason, describeReport } from "./report/describe-report.ts";
export type { SceneStatistics } from "./report/scene-statistics.ts";
export type { DrawingReport, DrawnPrim, NotDrawnPrim, NotDrawnReason } from "./report/drawing-report.ts";

export { defaultFrameLimits, defaultSceneLimits } from "./limits/scene-limits.ts";
export type { FrameLimits, SceneLimits } from "./limits/scene-limits.ts";
export { RenderError } from "./errors/render-error.ts";
export type { RenderProblem } from "./errors/render-error.ts";
