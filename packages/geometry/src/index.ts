/**
 * The geometry of a stage at a time, as plain data.
 *
 * @packageDocumentation
 */
export type {
  CurveGeometry,
  Geometry,
  PointGeometry,
  SplatGeometry,
  TriangleGeometry,
  TriangleGroup,
  VertexPrimvars,
  VertexValues,
} from "./model/geometry.ts";
export type { GeometryProblem } from "./model/geometry-problem.ts";
export type { LightCone, LightShape, StageLight } from "./model/light.ts";
export type {
  ComputedTexture,
  PrimvarSource,
  SurfaceInput,
  SurfaceInputName,
  SurfaceInputs,
  SurfaceMaterial,
  SurfaceSource,
  TexCoordTransform,
  TexelEncoding,
  TexelStep,
  TextureCoordinates,
  TextureFile,
  TextureImage,
  TextureSource,
  TextureWrap,
} from "./model/surface-material.ts";
export { bakeTexture } from "./networks/bake-texture.ts";
export type { BakedImage, FindTexels, TexelImage } from "./networks/bake-texture.ts";
export { neutralInputs } from "./materials/neutral-inputs.ts";
export { defaultTexCoords, namedInputs } from "./model/surface-material.ts";
export { isUnlitSurface } from "./materials/unlit-surface.ts";
export { readLights } from "./lights/read-lights.ts";
export type { StageLights } from "./lights/read-lights.ts";
export { drawStage } from "./stage/draw-stage.ts";
export type { DrawStageOptions } from "./stage/draw-stage.ts";
export { StageGeometry } from "./stage/stage-geometry.ts";
export type { StageGeometryOptions } from "./stage/stage-geometry.ts";
export type { Drawable, HiddenPrims, StageDrawables, UndrawnPrim } from "./stage/stage-drawables.ts";
export { StageRigs } from "./stage/stage-rigs.ts";
export type { PrimRig, SkeletonRig, SkelRigAnimation } from "./stage/stage-rigs.ts";
export type { BlendShape, Influences, Skin, WeightedShape } from "./skel/skin.ts";
export type { Skeleton } from "@usdkit/usd/skel";
export { surfaceOfCurves } from "./surfaces/surface-of-curves.ts";
export { surfaceOfPoints } from "./surfaces/surface-of-points.ts";
export { drawableTypes } from "./prims/drawable-types.ts";
