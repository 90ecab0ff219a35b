/** Prims that hold others. */
import { validName } from "../check/names.ts";
import type { PrimState } from "../model/prim-state.ts";
import type { SceneState } from "../model/scene-state.ts";
import { addPrim, tellDoc, type PrimOptions } from "./add-prim.ts";
import { MeshHandle, SplatHandle, tellAsset, type AssetOptions } from "./asset-handles.ts";
import { CameraHandle, tellCamera, type CameraOptions } from "./camera-handle.ts";
import { PlacedHandle, PrimHandle } from "./prim-handle.ts";

/** What can hold prims: a scene, an Xform, a Scope. */
export interface Container {
  /**
   * Adds an Xform: a place for what is put under it.
   *
   * @throws SceneError where the name is none (`validName` makes one), or taken (`uniqueName` gives one that is not)
   */
  xform(name: string, options?: PrimOptions): XformHandle;
  /** Adds a Scope: a container without a place. */
  scope(name: string, options?: PrimOptions): ScopeHandle;
  /**
   * Adds an uploaded mesh.
   *
   * @throws SceneError also where the asset is not `<scheme>:/mesh/<mesh id>`
   */
  mesh(name: string, options: AssetOptions): MeshHandle;
  /**
   * Adds Gaussian splats.
   *
   * @throws SceneError also where the asset is not `<scheme>:/mesh/<mesh id>`
   */
  splat(name: string, options: AssetOptions): SplatHandle;
  /**
   * Adds a camera.
   *
   * @throws SceneError also where a value is out of its range
   */
  camera(name: string, options?: CameraOptions): CameraHandle;
  /** A name made from any text that no prim in here has: `Chair`, `Chair_1`, `Chair_2`, … */
  uniqueName(text: string): string;
}

/** An Xform prim: moves everything under it. */
export class XformHandle extends PlacedHandle implements Container {
  xform(name: string, options?: PrimOptions): XformHandle {
    return addXform(this.scene, this.subject, name, options);
  }

  scope(name: string, options?: PrimOptions): ScopeHandle {
    return addScope(this.scene, this.subject, name, options);
  }

  mesh(name: string, options: AssetOptions): MeshHandle {
    return addMesh(this.scene, this.subject, name, options);
  }

  splat(name: string, options: AssetOptions): SplatHandle {
    return addSplat(this.scene, this.subject, name, options);
  }

  camera(name: string, options?: CameraOptions): CameraHandle {
    return addCamera(this.scene, this.subject, name, options);
  }

  uniqueName(text: string): string {
    return this.subject.freeName(validName(text));
  }
}

/** A prim that groups others and has no place: a Scope, or a prim without a type in a scene that was opened. */
export class ScopeHandle extends PrimHandle implements Container {
  xform(name: string, options?: PrimOptions): XformHandle {
    return addXform(this.scene, this.subject, name, options);
  }

  scope(name: string, options?: PrimOptions): ScopeHandle {
    return addScope(this.scene, this.subject, name, options);
  }

  mesh(name: string, options: AssetOptions): MeshHandle {
    return addMesh(this.scene, this.subject, name, options);
  }

  splat(name: string, options: AssetOptions): SplatHandle {
    return addSplat(this.scene, this.subject, name, options);
  }

  camera(name: string, options?: CameraOptions): CameraHandle {
    return addCamera(this.scene, this.subject, name, options);
  }

  uniqueName(text: string): string {
    return this.subject.freeName(validName(text));
  }
}

/** Adds an Xform below a prim or the root. */
export function addXform(scene: SceneState, parent: PrimState, name: string, options?: PrimOptions): XformHandle {
  return new XformHandle(
    scene,
    addPrim(scene, parent, "Xform", name, (state) => tellDoc(state, options?.doc)),
  );
}

/** Adds a Scope below a prim or the root. */
export function addScope(scene: SceneState, parent: PrimState, name: string, options?: PrimOptions): ScopeHandle {
  return new ScopeHandle(
    scene,
    addPrim(scene, parent, "Scope", name, (state) => tellDoc(state, options?.doc)),
  );
}

/** Adds a Mesh below a prim or the root. */
export function addMesh(scene: SceneState, parent: PrimState, name: string, options: AssetOptions): MeshHandle {
  return new MeshHandle(
    scene,
    addPrim(scene, parent, "Mesh", name, (state) => tellAsset(state, options)),
  );
}

/** Adds splats below a prim or the root. */
export function addSplat(scene: SceneState, parent: PrimState, name: string, options: AssetOptions): SplatHandle {
  const typeName = "ParticleField3DGaussianSplat";
  return new SplatHandle(
    scene,
    addPrim(scene, parent, typeName, name, (state) => tellAsset(state, options)),
  );
}

/** Adds a Camera below a prim or the root. */
export function addCamera(
  scene: SceneState,
  parent: PrimState,
  name: string,
  options: CameraOptions = {},
): CameraHandle {
  return new CameraHandle(
    scene,
    addPrim(scene, parent, "Camera", name, (state) => tellCamera(state, options)),
  );
}
