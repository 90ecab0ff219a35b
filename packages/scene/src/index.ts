/**
 * Scenes for the rendering service, built call by call or opened and changed; and all of `@usdkit/schema`.
 *
 * @packageDocumentation
 */
export * from "@usdkit/schema";

export { Scene } from "./scene.ts";
export type { SceneCheckOptions, SceneOptions } from "./scene.ts";
export { SceneError } from "./check/scene-error.ts";
export type { SceneErrorDetails } from "./check/scene-error.ts";
export { validName } from "./check/names.ts";

export { Controls } from "./handles/controls.ts";
export { PlacementControls } from "./handles/placement-controls.ts";
export type { LookAt } from "./placement/look-at.ts";
export type { Quaternion } from "./placement/rotation.ts";
export type { NumberBuffer, VectorLike } from "./placement/vectors.ts";
export { CameraControls } from "./handles/camera-controls.ts";
export type {
  CameraAttributesGiven,
  DepthOfField,
  FieldOfViewAngle,
  LensOptions,
  OrthographicView,
} from "./handles/camera-controls.ts";
export type { PrimOptions } from "./handles/add-prim.ts";
export { PlacedHandle, PrimHandle } from "./handles/prim-handle.ts";
export { AssetHandle, MeshHandle, SplatHandle } from "./handles/asset-handles.ts";
export type { AssetOptions } from "./handles/asset-handles.ts";
export { CameraHandle } from "./handles/camera-handle.ts";
export type { CameraOptions } from "./handles/camera-handle.ts";
export { ScopeHandle, XformHandle } from "./handles/container-handles.ts";
export type { Container } from "./handles/container-handles.ts";
export { RenderSettingsHandle } from "./handles/render-settings-handle.ts";
export type { CameraReference, RenderSettingsOptions } from "./handles/render-settings-handle.ts";
export type { HandleByType, SceneHandle } from "./handles/handle-of.ts";

export { ScenePatch } from "./patch/scene-patch.ts";
export { CameraPatch } from "./patch/camera-patch.ts";
export type { PatchCheckOptions } from "./patch/camera-patch.ts";
