/**
 * The part of OpenUSD that the rendering service supports: prim types as data, matrices and cameras, and how it reads a layer.
 *
 * @packageDocumentation
 */
export { primTypes, withPrimTypes } from "./prims/index.ts";
export { primTypesPage, primTypesTable } from "./prims/prim-types-page.ts";
export { rangeProblem } from "./prims/range-problem.ts";
export { typeNames } from "./prims/type-names.ts";
export { definePrim } from "./prims/definition.ts";
export { DEFAULT_MAX_RESOLUTION } from "./prims/render-settings.ts";
export type {
  NumberRange,
  PrimDefinition,
  PrimDefinitionInput,
  PrimRole,
  PrimTypes,
  PropertyDefinition,
} from "./prims/definition.ts";

export {
  axisRotationMatrix,
  determinant,
  eulerMatrix,
  identityMatrix,
  invertMatrix,
  isAffineMatrix,
  isFiniteMatrix,
  isIdentityMatrix,
  isTransformOp,
  multiplyMatrices,
  parseOpName,
  quaternionMatrix,
  RESET_XFORM_STACK,
  rotationMatrix,
  rowMatrix,
  rowMatrixFromColumnMajor,
  scaleMatrix,
  toColumnMajor,
  transformDirection,
  transformOpTypes,
  transformPoint,
  translationMatrix,
  transposeMatrix,
} from "@usdkit/transforms";
export type {
  ColumnMatrix,
  RotationOrder,
  RowMatrix,
  TransformOpName,
  TransformOpType,
  Vector3,
} from "@usdkit/transforms";

export { attributeOf, attributeValue, definitionOf, hasType, plainData, propertyOf } from "./prims/attribute-value.ts";
export type { AttributeData } from "./prims/attribute-value.ts";

export {
  bakedTransform,
  localTransformation,
  opOrderOf,
  resetsXformStack,
  transformOps,
} from "./transform/transform-ops.ts";
export type { BakedTransform, TransformOp, TransformOps, TransformProblem } from "./transform/transform-ops.ts";
export { xformableTypes } from "./transform/xformable-types.ts";
export { isTransformable, serviceMatrix, worldMatrix } from "./transform/service-matrix.ts";
export type { WorldMatrixCache } from "./transform/service-matrix.ts";

export { cameraAttributes } from "./camera/lens.ts";
export type { CameraAttributes, CameraLens } from "./camera/lens.ts";
export { conformAperture, SCENE_UNITS_PER_MM } from "./camera/conform-aperture.ts";
export type { Aperture, AspectPolicy, ViewOptions } from "./camera/conform-aperture.ts";
export { clipToImage, clipToNear } from "./camera/clip-segment.ts";
export type { ImageSegment, ViewPoint } from "./camera/clip-segment.ts";
export { projectionMatrix, viewMatrix } from "./camera/projection-matrix.ts";
export { frustumCorners } from "./camera/frustum-corners.ts";
export type { FrustumCorners } from "./camera/frustum-corners.ts";
export { apertureForFieldOfView, fieldOfView, focalLengthForFieldOfView } from "./camera/field-of-view.ts";
export type { FieldOfView } from "./camera/field-of-view.ts";

export { parsePayloadAsset } from "./payload/parse-payload-asset.ts";
export type { PayloadAsset, PayloadProblem } from "./payload/parse-payload-asset.ts";
export { payloadOf } from "./payload/payload-of.ts";
export type { PayloadItem } from "./payload/payload-of.ts";

export { Base64Error, decodeBase64, encodeBase64 } from "@usdkit/base";
export { decodeUsdContent } from "./base64/decode-usd-content.ts";

export { applyOrder, childrenInOrder, isActive, traverse } from "./read/traverse.ts";
export {
  cameraTargetsOf,
  firstCamera,
  isPatchCamera,
  patchCamera,
  renderSettingsOf,
  resolutionOf,
  sceneFormOf,
  traverseScene,
} from "./read/prims-that-count.ts";
export { readScene } from "./read/read-scene.ts";
export { SceneReading } from "./read/scene-reading.ts";
export { hasServicePayload, isCameraPatch, isServiceScene } from "./read/service-content.ts";
export type { SceneReadingOptions } from "./read/scene-reading.ts";
export { placeOfPrim, walkScene } from "./read/walk-scene.ts";
export type { PrimPlace, SceneVisitor, SpecMemory, WalkOptions, WalkStep } from "./read/walk-scene.ts";
export type { ReadSceneOptions } from "./read/read-scene.ts";
export type {
  IgnoredKind,
  IgnoredSpec,
  PlannedCamera,
  PlannedItem,
  PlannedPrim,
  PlannedRenderSettings,
  ReadingForm,
  Resolution,
  SceneForm,
  ScenePlan,
} from "./read/types.ts";
export {
  describePlan,
  type PlanDescription,
  type PlannedItemRow,
  type PlannedResolution,
} from "./read/describe-plan.ts";
