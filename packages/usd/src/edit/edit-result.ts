/** What edits of a stage are made with, and what they did. */
import type { StageChanges } from "../change/changed-prims.ts";
import type { StageLayer } from "../resolve/stage-layer.ts";
import type { EditList } from "./edit-list.ts";
import type { HiddenOpinion } from "./hidden-opinions.ts";
import type { LayerDocument, LayerSnapshot } from "./layer-document.ts";
import type { StageEdit } from "./stage-edit.ts";

/** How `Stage.edit` edits. */
export interface StageEditOptions {
  /**
   * Where opinions go: a layer that the stage uses, by its identifier or its path from the root layer, or a variant of the root
   * layer (`/Chair{look=red}`) or of another one (`chair.usda</World/Chair{look=red}>`, with the path of the stage). Default: the
   * root layer.
   */
  readonly target?: string | undefined;
  /** Whether a layer may be changed; by default each may, except those in packages. */
  readonly isEditable?: ((layer: StageLayer) => boolean) | undefined;
}

/** Edits as data, or a function that makes them. */
export type StageEdits = readonly StageEdit[] | ((edit: EditList) => void);

/** A layer that was edited. */
export interface EditedLayer {
  readonly document: LayerDocument;
  readonly before: LayerSnapshot;
  readonly after: LayerSnapshot;
}

/** What edits did. */
export interface StageEditResult {
  /** The prims and properties to be read again. */
  readonly changes: StageChanges;
  /** The layers that are different now, in the order in which they were edited. */
  readonly layers: readonly EditedLayer[];
  /**
   * Values and selections that were written and have no effect, because a stronger opinion hides them. A default value may still be
   * hidden at other times by samples.
   */
  readonly hidden: readonly HiddenOpinion[];
  /**
   * Takes the edits back: the layers have the same bytes as before.
   *
   * @throws StageEditError if later edits of the same layers were not taken back before
   */
  readonly undo: () => Promise<StageChanges>;
}

/** Is called with what edits changed. */
export type ChangeListener = (changes: StageChanges) => void;
