/** A patch of one camera. */
import { encodeBase64 } from "@usdkit/schema";
import { type Layer } from "@usdkit/layer";
import { printUsdaBytes } from "@usdkit/usda";
import { validate, type CheckOptions, type Finding } from "@usdkit/validate";
import { CameraControls } from "../handles/camera-controls.ts";
import type { PrimState } from "../model/prim-state.ts";
import { refusal } from "../check/scene-error.ts";
import { layerOfChain } from "../write/built-layer.ts";
import type { PrimPlan } from "../write/built-specs.ts";
import { PatchSubject } from "./patch-subject.ts";

/** What {@link CameraPatch.validate} takes: see {@link CheckOptions}. */
export type PatchCheckOptions = Omit<CheckOptions, "base" | "profile">;

/**
 * What a patch says of a camera: the lens, and the pose. Placing begins at the camera's parent and not at where the camera is in
 * the scene, so that a patch means the same whatever patches were sent before it.
 */
export class CameraPatch extends CameraControls {
  /** @internal */
  declare protected readonly subject: PatchSubject;

  readonly #base: () => Layer;

  /** @internal From {@link ScenePatch}. */
  constructor(camera: PrimState, base: () => Layer) {
    super(new PatchSubject(camera));
    this.#base = base;
  }

  /**
   * USDA text: an `over` for every prim of the camera's path, and what was told of the camera.
   *
   * @throws SceneError where nothing was told
   */
  toUsda(): string {
    return new TextDecoder().decode(this.toBytes());
  }

  /** The text as UTF-8 bytes. */
  toBytes(): Uint8Array {
    return printUsdaBytes(this.toLayer());
  }

  /** The text as the service wants it: Base64 of UTF-8 bytes. */
  toBase64(): string {
    return encodeBase64(this.toBytes());
  }

  /** The patch as a layer; later calls leave it alone. */
  toLayer(): Layer {
    const { camera, told } = this.subject;
    camera.checkInPlace();
    if (told.attributes.length === 0 && told.placement === undefined) {
      throw refusal(this.path, "the patch changes nothing: the service refuses one without camera attributes");
    }
    const chain: PrimPlan[] = [];
    for (let each: PrimState = camera; each.parent !== undefined; each = each.parent) {
      const isCamera = each === camera;
      chain.push({ name: each.name, typeName: "", specifier: "over", told: isCamera ? told : { attributes: [] } });
    }
    return layerOfChain(chain.reverse());
  }

  /** Findings of `@usdkit/validate` about the patch, with the scene as its base. */
  validate(options: PatchCheckOptions = {}): readonly Finding[] {
    return validate(this.toBytes(), { ...options, profile: "patch", base: this.#base() });
  }
}
