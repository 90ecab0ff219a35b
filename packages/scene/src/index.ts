/**
 * Scenes for the rendering service, built call by call or opened and changed; and all of `@usdkit/service-scene`.
 *
 * @packageDocumentation
 */
export * from "@usdkit/service-scene";

export { Scene } from "./scene.ts";
export type { OpenOptions, SceneCheckOptions, SceneOptions, StageInfo } from "./scene.ts";
export { SceneError } from "./check/scene-error.ts";
export type { SceneErrorDetails } from "./check/scene-error.ts";
export { validName } from "@usdkit/layer";

export type { LookAt } from "./placement/look-at.ts";
export type { Quaternion } from "./placement/rotation.ts";
export type { NumberBuffer, VectorLike } from "./placement/vectors.ts";
export type {
  AssetHandle,
  AssetOptions,
  CameraAttributesGiven,
  CameraControls,
  CameraHandle,
  CameraOptions,
  CameraReference,
  Container,
  Controls,
  DepthOfField,
  FieldOfViewAngle,
  HandleByType,
  LensOptions,
  MeshHandle,
  OrthographicView,
  PayloadReference,
  PlacedHandle,
  PlacementControls,
  PrimHandle,
  PrimOptions,
  RenderSettingsHandle,
  RenderSettingsOptions,
  SceneHandle,
  ScopeHandle,
  SplatHandle,
  TypedHandle,
  TypedPrimOptions,
  XformHandle,
} from "./handles/types.ts";

export type { CustomAttribute } from "./handles/custom-attributes.ts";
export type { MoveOptions, RenameOptions } from "./handles/restructure.ts";
export type { StageSpace } from "./handles/convert.ts";

export { ScenePatch } from "./patch/scene-patch.ts";
export { CameraPatch } from "./patch/camera-patch.ts";
export type { PatchCheckOptions } from "./patch/camera-patch.ts";
