/** The size of the image, and its camera. */
import type { Resolution } from "@usdkit/schema";
import type { PrimState } from "../model/prim-state.ts";
import type { SceneState } from "../model/scene-state.ts";
import type { CameraTarget } from "../model/subject.ts";
import { tellAttributes } from "../model/told-attributes.ts";
import { isName } from "../check/names.ts";
import { misfit, refusal } from "../check/scene-error.ts";
import { newPrim, tellDoc, type PrimOptions } from "./add-prim.ts";
import { PrimHandle } from "./prim-handle.ts";

/** A camera, or its path. */
export type CameraReference = string | { readonly path: string };

/** What `renderSettings` takes. */
export interface RenderSettingsOptions extends PrimOptions {
  /** Width and height in pixels: whole numbers above 0, up to the scene's `maxResolution`. */
  readonly resolution: Resolution;
  /** The camera to draw with. It must be the scene's first, since the service takes no other; by default it is. */
  readonly camera?: CameraReference | undefined;
}

/** The RenderSettings prim. The service uses the first of a scene. */
export class RenderSettingsHandle extends PrimHandle {
  /**
   * Sets width and height of the image in pixels.
   *
   * @throws SceneError where they are not whole numbers from 1 to the scene's `maxResolution`
   */
  resolution(resolution: Resolution): this {
    tellResolution(this.scene, this.subject, resolution);
    return this;
  }

  /**
   * Names the camera; without one, the scene's first camera, whichever that is when the text is written.
   *
   * @throws SceneError where there is no such camera, or it is not the scene's first one
   */
  camera(camera?: CameraReference): this {
    this.subject.tell({ cameraTarget: checkCamera(this.scene, this.subject, camera) });
    return this;
  }
}

const SCOPE = "Render";
const SETTINGS = "Settings";

/**
 * Puts `/Render/Settings` into the scene.
 *
 * @throws SceneError where the scene has RenderSettings, one of the names is taken, or an option does not fit
 */
export function addRenderSettings(scene: SceneState, options: RenderSettingsOptions): RenderSettingsHandle {
  const existing = scene.settings;
  if (existing !== undefined) {
    throw refusal(
      existing.path,
      "the scene has RenderSettings already, and the service uses the first ones alone: " +
        `change these with scene.get("${existing.path}", "RenderSettings")`,
    );
  }
  const found = scene.root.child(SCOPE);
  if (found !== undefined && found.typeName !== "Scope") {
    throw refusal(
      found.path,
      `RenderSettings belong under a Scope of the name ${SCOPE}, and this is ${found.typeName || "no Scope"}`,
    );
  }
  const scope = found ?? newPrim(scene, scene.root, "Scope", SCOPE);
  const settings = newPrim(scene, scope, "RenderSettings", SETTINGS);
  const { resolution, camera, doc } = (options ?? {}) as Partial<RenderSettingsOptions>;
  tellResolution(scene, settings, resolution);
  settings.tell({ cameraTarget: checkCamera(scene, settings, camera) });
  tellDoc(settings, doc);
  scope.attach(settings);
  if (found === undefined) scene.root.attach(scope);
  scene.settings = settings;
  return new RenderSettingsHandle(scene, settings);
}

function tellResolution(scene: SceneState, settings: PrimState, resolution: unknown): void {
  const { maxResolution } = scene;
  const sizes: unknown[] = Array.isArray(resolution) ? resolution : [];
  if (
    sizes.length !== 2 ||
    !sizes.every((size) => Number.isInteger(size) && Number(size) > 0 && Number(size) <= maxResolution)
  ) {
    const expected = `[width, height], two whole numbers from 1 to ${maxResolution} (pixels),`;
    throw misfit(
      settings.path,
      "resolution",
      resolution,
      expected,
      "new Scene({ maxResolution }) is for servers with another limit",
    );
  }
  tellAttributes(settings, { resolution });
}

function checkCamera(scene: SceneState, settings: PrimState, camera: CameraReference | undefined): CameraTarget {
  if (camera === undefined) return "first";
  const path: unknown = typeof camera === "string" ? camera : (camera as { path: unknown } | null)?.path;
  if (typeof path !== "string" || !path.split("/").slice(1).every(isName)) {
    throw misfit(settings.path, "camera", path, "a camera or its path");
  }
  const target = scene.find(path);
  if (target === undefined) throw scene.notFound(path);
  if (target.typeName !== "Camera")
    throw misfit(settings.path, "camera", path, "a Camera", `this is a ${target.typeName}`);
  const first = scene.firstCamera();
  if (first !== target) {
    throw misfit(
      settings.path,
      "camera",
      path,
      `the scene's first camera, ${first?.path ?? "which it has not"},`,
      "the service draws with no other: put the one that is wanted before it",
    );
  }
  return { path };
}
