/** RenderSettings: the size of the image, and its camera. */
import type { PrimState } from "../model/prim-state.ts";
import type { SceneState } from "../model/scene-state.ts";
import type { CameraTarget } from "../model/subject.ts";
import { setAttributes } from "../model/authored-attributes.ts";
import { isName } from "@usdkit/layer";
import { invalidValue, rejection } from "../check/scene-error.ts";
import { checkOptions } from "../check/check-options.ts";
import { newPrim, authorDoc } from "./add-prim.ts";
import type { CameraReference, RenderSettingsOptions } from "./types.ts";

const SCOPE = "Render";
const SETTINGS = "Settings";

/**
 * Adds `/Render/Settings` to the scene.
 *
 * @throws SceneError if the scene has RenderSettings, one of the names is taken, or an option is invalid
 */
export function addRenderSettings(scene: SceneState, options: RenderSettingsOptions): PrimState {
  checkOptions("/Render/Settings", "renderSettings", options, ["resolution", "camera", "doc"]);
  const existing = scene.settings;
  if (existing !== undefined) {
    throw rejection(
      existing.path,
      "the scene has RenderSettings already, and the service uses only the first: " +
        `change these with scene.get("${existing.path}", "RenderSettings")`,
    );
  }
  const found = scene.root.child(SCOPE);
  if (found !== undefined && found.typeName !== "Scope") {
    throw rejection(
      found.path,
      `RenderSettings belong below a Scope named "${SCOPE}"; the type of this prim is ${JSON.stringify(found.typeName)}`,
    );
  }
  const scope = found ?? newPrim(scene, scene.root, "Scope", SCOPE);
  const settings = newPrim(scene, scope, "RenderSettings", SETTINGS);
  const { resolution, camera, doc } = (options ?? {}) as Partial<RenderSettingsOptions>;
  setResolution(scene, settings, resolution);
  settings.author({ cameraTarget: checkCamera(scene, settings, camera) });
  authorDoc(settings, doc);
  scope.attach(settings);
  if (found === undefined) scene.root.attach(scope);
  scene.settings = settings;
  return settings;
}

/** @throws SceneError if it is not two whole numbers from 1 to the limit of the scene */
export function setResolution(scene: SceneState, settings: PrimState, resolution: unknown): void {
  const { maxResolution } = scene;
  const sizes: unknown[] = Array.isArray(resolution) ? resolution : [];
  if (
    sizes.length !== 2 ||
    !sizes.every((size) => Number.isInteger(size) && Number(size) > 0 && Number(size) <= maxResolution)
  ) {
    const expected = `[width, height], two whole numbers from 1 to ${maxResolution} (pixels)`;
    throw invalidValue(settings.path, "resolution", resolution, {
      expected,
      hint: "new Scene({ maxResolution }) sets another limit",
    });
  }
  setAttributes(settings, { resolution });
}

/** @throws SceneError if it is not the scene's first camera */
export function checkCamera(scene: SceneState, settings: PrimState, camera: CameraReference | undefined): CameraTarget {
  if (camera === undefined) return "first";
  const path: unknown = typeof camera === "string" ? camera : (camera as { path: unknown } | null)?.path;
  if (typeof path !== "string" || !path.split("/").slice(1).every(isName)) {
    throw invalidValue(settings.path, "camera", path, "a camera or its path");
  }
  const target = scene.find(path);
  if (target === undefined) throw scene.notFound(path);
  if (target.typeName !== "Camera")
    throw invalidValue(settings.path, "camera", path, { expected: "a Camera", hint: `this is a ${target.typeName}` });
  const first = scene.firstCamera();
  if (first !== target) {
    throw invalidValue(settings.path, "camera", path, {
      expected: `the scene's first camera, ${first?.path ?? "which does not exist"}`,
      hint: "the service renders no other: add the camera before it",
    });
  }
  return { path };
}
