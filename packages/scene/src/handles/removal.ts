/** Removing prims from a scene. */
import { addedItems } from "@usdkit/layer";
import type { PrimState } from "../model/prim-state.ts";
import type { SceneState } from "../model/scene-state.ts";

/**
 * Removes a prim with all prims below it. RenderSettings that targeted a camera among them target the first camera again.
 *
 * @throws SceneError if it was removed before
 */
export function removePrim(scene: SceneState, state: PrimState): void {
  state.checkInPlace();
  const settings = scene.settings;
  const { path } = state;
  state.parent?.detach(state);
  if (settings === undefined || settings.isRemoved) return;
  const camera = cameraOf(settings);
  if (camera === path || camera?.startsWith(`${path}/`) === true) settings.author({ cameraTarget: "first" });
}

/** Returns the target of `rel camera`; undefined if it follows the first camera, or there is none. */
export function cameraOf(settings: PrimState): string | undefined {
  const { cameraTarget } = settings.authored;
  if (cameraTarget !== undefined) return cameraTarget === "first" ? undefined : cameraTarget.path;
  if (settings.authored.removed?.has("camera") === true) return undefined;
  const camera = settings.originPrim?.properties.find(({ name }) => name === "camera");
  return camera?.specType === "relationship" ? addedItems(camera.targetPaths ?? {})[0] : undefined;
}
