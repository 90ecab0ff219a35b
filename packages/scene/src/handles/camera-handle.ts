/** Cameras of a scene. */
import type { PrimState } from "../model/prim-state.ts";
import type { SceneState } from "../model/scene-state.ts";
import { checkText, tellDoc, type PrimOptions } from "./add-prim.ts";
import { CameraControls, tellLens, type LensOptions } from "./camera-controls.ts";
import { removePrim } from "./removal.ts";

/** What a camera is told when it is made: its lens, and its documentation. */
export interface CameraOptions extends LensOptions, PrimOptions {}

/** A Camera prim. The service draws through the first one of the scene. */
export class CameraHandle extends CameraControls {
  /** @internal */
  declare protected readonly subject: PrimState;

  readonly #scene: SceneState;

  /** @internal Handles come from a scene or a container. */
  constructor(scene: SceneState, state: PrimState) {
    super(state);
    this.#scene = scene;
  }

  /** Sets the documentation, any text. */
  doc(text: string): this {
    this.subject.tell({ doc: checkText(this.path, "doc", text) });
    return this;
  }

  /** Takes the camera out of the scene. Its handles throw from then on. */
  remove(): void {
    removePrim(this.#scene, this.subject);
  }
}

/** Tells the options of a new camera. */
export function tellCamera(state: PrimState, { doc, ...lens }: CameraOptions): void {
  tellLens(state, lens);
  tellDoc(state, doc);
}
