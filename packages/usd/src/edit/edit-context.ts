/** What the operations of an edit work with. */
import type { TextEdit } from "@usdkit/usda";
import type { StageLayer } from "../resolve/stage-layer.ts";
import type { StageValues } from "../values/stage-values.ts";
import type { EditTarget } from "./edit-target.ts";
import type { EditedText } from "./edited-text.ts";
import type { EditableStage } from "./editable-stage.ts";
import type { LayerDocument } from "./layer-document.ts";
import type { LocalArcs } from "./namespace/local-arcs.ts";

/** What text edits of a layer have an effect on; paths are those of specs. */
export type Effect =
  /** The value, targets or metadata of a property that the layer has already. */
  | { readonly kind: "value"; readonly path: string }
  | PropertyEffect
  /** Properties that are new in the layer or gone. */
  | { readonly kind: "properties"; readonly paths: readonly string[] }
  | { readonly kind: "field"; readonly path: string; readonly field: string }
  /** A prim or variant that is new in the layer or gone. */
  | { readonly kind: "site"; readonly path: string }
  /** Prims that are new in the layer or gone; `keepsArcs` if no arc of another prim leads elsewhere afterwards. */
  | { readonly kind: "sites"; readonly paths: readonly string[]; readonly keepsArcs?: boolean }
  /** To be found by comparison. */
  | { readonly kind: "unknown" };

/** A property that is new in the layer or gone; `isKnown` if the stage has it with the same type before and afterwards. */
export interface PropertyEffect {
  readonly kind: "property";
  readonly path: string;
  readonly isKnown?: boolean;
}

/** The stage while edits are made, and the documents of its layers. */
export interface EditContext {
  readonly stage: EditableStage;
  readonly target: EditTarget;
  /** Values of the stage with all edits before. */
  readonly values: StageValues;
  /** Where arcs within the layers of the stage lead. */
  readonly arcs: LocalArcs;
  /**
   * Returns the document of a layer.
   *
   * @throws StageEditError if the layer may not be changed
   */
  document(layer: StageLayer): LayerDocument;
  /**
   * Returns the text that has a spec of a layer, or gets it: of the layer, or of a new property that waits to be written. Edits that
   * wait and concern the spec are written first.
   */
  textOf(document: LayerDocument, specPath: string): EditedText;
  /** Edits a text. Edits of properties may wait for those of others. */
  apply(text: EditedText, edits: readonly TextEdit[], effect: Effect): void;
  /**
   * Adds a property to a spec of the layer. It may wait for others.
   *
   * @throws EditError if the statement is not that of one property
   */
  addProperty(text: EditedText, statement: string, effect: PropertyEffect): void;
}
