/** A scene as bytes and as a layer, computed once after each change. */
import { type Layer } from "@usdkit/layer";
import { parseUsda } from "@usdkit/usda";
import type { SceneState } from "../model/scene-state.ts";
import { bytesOfScene, layerOfScene } from "./built-layer.ts";
import { editedText } from "./edited-text.ts";

/** Caches both until the scene changes. */
export class SceneText {
  readonly #scene: SceneState;
  #revision = -1;
  #bytes: Uint8Array | undefined;
  #layer: Layer | undefined;

  constructor(scene: SceneState) {
    this.#scene = scene;
  }

  /** UTF-8; must not be modified, as the layer reads from them. */
  get bytes(): Uint8Array {
    this.#forgetOld();
    const { opened } = this.#scene;
    return (this.#bytes ??= opened === undefined ? bytesOfScene(this.#scene) : editedText(this.#scene, opened));
  }

  get layer(): Layer {
    this.#forgetOld();
    const { opened, openedRevision, revision } = this.#scene;
    if (opened === undefined) return (this.#layer ??= layerOfScene(this.#scene));
    return (this.#layer ??= revision === openedRevision ? opened : parseUsda(this.bytes).layer);
  }

  #forgetOld(): void {
    if (this.#revision === this.#scene.revision) return;
    this.#revision = this.#scene.revision;
    this.#bytes = undefined;
    this.#layer = undefined;
  }
}
