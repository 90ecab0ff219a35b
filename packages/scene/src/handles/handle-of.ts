/** The handle that fits a prim's type. */
import type { PrimState } from "../model/prim-state.ts";
import type { SceneState } from "../model/scene-state.ts";
import { MeshHandle, SplatHandle } from "./asset-handles.ts";
import { CameraHandle } from "./camera-handle.ts";
import { ScopeHandle, XformHandle } from "./container-handles.ts";
import { PrimHandle } from "./prim-handle.ts";
import { RenderSettingsHandle } from "./render-settings-handle.ts";

/** The handles of the types that the service reads. */
export interface HandleByType {
  Xform: XformHandle;
  Mesh: MeshHandle;
  ParticleField3DGaussianSplat: SplatHandle;
  Camera: CameraHandle;
  RenderSettings: RenderSettingsHandle;
  Scope: ScopeHandle;
}

/** A handle of any prim; `instanceof` tells which. */
export type SceneHandle = HandleByType[keyof HandleByType] | PrimHandle;

/** The handle that fits the prim's type: a {@link ScopeHandle} for a prim without one, a {@link PrimHandle} for all others. */
export function handleOf(scene: SceneState, state: PrimState): SceneHandle {
  switch (state.typeName) {
    case "Xform":
      return new XformHandle(scene, state);
    case "Mesh":
      return new MeshHandle(scene, state);
    case "ParticleField3DGaussianSplat":
      return new SplatHandle(scene, state);
    case "Camera":
      return new CameraHandle(scene, state);
    case "RenderSettings":
      return new RenderSettingsHandle(scene, state);
    case "Scope":
    case "":
      return new ScopeHandle(scene, state);
    default:
      return new PrimHandle(scene, state);
  }
}
