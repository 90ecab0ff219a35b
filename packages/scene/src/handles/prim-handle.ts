/** A prim of any type. */
import type { PrimState } from "../model/prim-state.ts";
import type { SceneState } from "../model/scene-state.ts";
import { checkText } from "./add-prim.ts";
import { Controls } from "./controls.ts";
import { PlacementControls } from "./placement-controls.ts";
import { removePrim } from "./removal.ts";

/** A prim of a scene: of a type that the service does not read, or what all of them have. */
export class PrimHandle extends Controls {
  /** @internal */
  declare protected readonly subject: PrimState;

  /** @internal */
  protected readonly scene: SceneState;

  /** @internal Handles come from a scene or a container. */
  constructor(scene: SceneState, state: PrimState) {
    super(state);
    this.scene = scene;
  }

  /** Sets the documentation, any text. */
  doc(text: string): this {
    this.subject.tell({ doc: checkText(this.path, "doc", text) });
    return this;
  }

  /** Takes the prim out of the scene, with all under it. Handles of what is gone throw from then on. */
  remove(): void {
    removePrim(this.scene, this.subject);
  }
}

/** A prim of a scene that has a place. */
export class PlacedHandle extends PlacementControls {
  /** @internal */
  declare protected readonly subject: PrimState;

  /** @internal */
  protected readonly scene: SceneState;

  /** @internal Handles come from a scene or a container. */
  constructor(scene: SceneState, state: PrimState) {
    super(state);
    this.scene = scene;
  }

  /** Sets the documentation, any text. */
  doc(text: string): this {
    this.subject.tell({ doc: checkText(this.path, "doc", text) });
    return this;
  }

  /** Takes the prim out of the scene, with all under it. Handles of what is gone throw from then on. */
  remove(): void {
    removePrim(this.scene, this.subject);
  }
}
