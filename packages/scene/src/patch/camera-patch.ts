/** A patch of one camera. */
import { encodeBase64 } from "@usdkit/service-scene";
import { type Layer } from "@usdkit/layer";
import { printUsdaBytes } from "@usdkit/usda";
import { validate, type CheckOptions, type Finding } from "@usdkit/validate";
import { SubjectControls } from "../handles/subject-controls.ts";
import type { PrimState } from "../model/prim-state.ts";
import { rejection } from "../check/scene-error.ts";
import { layerOfChain } from "../write/built-layer.ts";
import type { PrimPlan } from "../write/built-specs.ts";
import { PatchSubject } from "./patch-subject.ts";

/** Options of {@link CameraPatch.validate}: see {@link CheckOptions}. */
export type PatchCheckOptions = Omit<CheckOptions, "base" | "profile">;

/**
 * The lens and the pose of a camera in a patch. Placing starts at the camera's parent and not at the camera's transform in
 * the scene, so that a patch has the same result whatever patches were sent before it.
 */
export class CameraPatch extends SubjectControls {
  /** @internal */
  declare protected readonly subject: PatchSubject;

  readonly #base: () => Layer;

  /** @internal From {@link ScenePatch}. */
  constructor(camera: PrimState, base: () => Layer) {
    super(new PatchSubject(camera));
    this.#base = base;
  }

  /**
   * Returns USDA text: an `over` for every prim of the camera's path, and the opinions about the camera.
   *
   * @throws SceneError if nothing was authored
   */
  toUsda(): string {
    return new TextDecoder().decode(this.toBytes());
  }

  /** The text as UTF-8 bytes. */
  toBytes(): Uint8Array {
    return printUsdaBytes(this.toLayer());
  }

  /** Returns the text as the service requires it: Base64 of UTF-8 bytes. */
  toBase64(): string {
    return encodeBase64(this.toBytes());
  }

  /** Returns the patch as a layer, which later calls do not change. */
  toLayer(): Layer {
    const { camera, authored } = this.subject;
    camera.checkInPlace();
    if (authored.attributes.length === 0 && authored.placement === undefined) {
      throw rejection(this.path, "the patch changes nothing: the service rejects one without camera attributes");
    }
    const chain: PrimPlan[] = [];
    for (let each: PrimState = camera; each.parent !== undefined; each = each.parent) {
      const isCamera = each === camera;
      chain.push({
        name: each.name,
        typeName: "",
        specifier: "over",
        authored: isCamera ? authored : { attributes: [] },
      });
    }
    return layerOfChain(chain.reverse());
  }

  /** Findings of `@usdkit/validate` about the patch, with the scene as its base. */
  validate(options: PatchCheckOptions = {}): readonly Finding[] {
    return validate(this.toBytes(), { ...options, profile: "patch", base: this.#base() });
  }
}
