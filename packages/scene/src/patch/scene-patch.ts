/** Camera patches of a scene: `over`s alone, with the scene's own paths (spec 2.8 rule 9). */
import { nearestName, type Layer } from "@usdkit/layer";
import type { Finding } from "@usdkit/validate";
import type { PrimState } from "../model/prim-state.ts";
import type { SceneState } from "../model/scene-state.ts";
import { invalidValue, rejection } from "../check/scene-error.ts";
import { CameraPatch, type PatchCheckOptions } from "./camera-patch.ts";

/** A patch of a scene, which changes one camera and nothing else. */
export class ScenePatch {
  readonly #scene: SceneState;
  readonly #base: () => Layer;
  #camera: CameraPatch | undefined;

  /** @internal From a scene's `patch()`. */
  constructor(scene: SceneState, base: () => Layer) {
    this.#scene = scene;
    this.#base = base;
  }

  /**
   * Returns the camera that the patch changes.
   *
   * @param camera Its exact path in the scene, or its handle
   * @throws SceneError with the nearest path if the scene has no such camera, and for a second camera: the service uses only
   * the first `over` of a patch
   */
  camera(camera: string | { readonly path: string }): CameraPatch {
    const state = this.#find(typeof camera === "string" ? camera : camera.path);
    const present = this.#camera;
    if (present === undefined) return (this.#camera = new CameraPatch(state, this.#base));
    if (present.path === state.path) return present;
    throw rejection(
      state.path,
      `the patch changes ${present.path}, and the service takes one camera per patch: create another patch`,
    );
  }

  /** See {@link CameraPatch.toUsda}. */
  toUsda(): string {
    return this.#theCamera.toUsda();
  }

  /** See {@link CameraPatch.toBytes}. */
  toBytes(): Uint8Array {
    return this.#theCamera.toBytes();
  }

  /** See {@link CameraPatch.toBase64}. */
  toBase64(): string {
    return this.#theCamera.toBase64();
  }

  /** See {@link CameraPatch.toLayer}. */
  toLayer(): Layer {
    return this.#theCamera.toLayer();
  }

  /** See {@link CameraPatch.validate}. */
  validate(options?: PatchCheckOptions): readonly Finding[] {
    return this.#theCamera.validate(options);
  }

  get #theCamera(): CameraPatch {
    if (this.#camera !== undefined) return this.#camera;
    throw rejection("/", "the patch has no camera: call camera(path) first");
  }

  #find(path: string): PrimState {
    const found = this.#scene.find(path);
    if (found?.typeName === "Camera") return found;
    const cameras: string[] = [];
    for (const state of this.#scene.traverse()) {
      if (state.typeName === "Camera" && cameras.push(state.path) === MAX_CAMERAS) break;
    }
    const nearest = nearestName(path, cameras) ?? cameras[0];
    const known = nearest === undefined ? "; the scene has no camera" : `; did you mean "${nearest}"?`;
    if (found !== undefined && found.parent !== undefined) {
      throw invalidValue(path, undefined, found.typeName, {
        expected: "a Camera",
        hint: `a patch changes only cameras${known}`,
      });
    }
    throw rejection(path.slice(0, 200), `the scene has no such camera${known}`);
  }
}

/** Maximum number of paths compared with one that does not exist. */
const MAX_CAMERAS = 1000;
