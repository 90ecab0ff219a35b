/** A layer of a stage that can be edited. */
import type { TextEdit } from "@usdkit/usda";
import type { StageLayer } from "../resolve/stage-layer.ts";
import type { StageEditOptions, StageEditResult, StageEdits } from "./edit-result.ts";
import type { LayerDocument } from "./layer-document.ts";

/** Edits of a layer: of its text, by bytes, or of the stage with the layer as their target. */
export type LayerEdits = readonly TextEdit[] | StageEdits;

/** What edits the layers of a stage. */
export interface LayerEditor {
  documentOf(layer: StageLayer): LayerDocument | undefined;
  /** Returns the document of a layer that may be changed. */
  open(layer: StageLayer, options: StageEditOptions): LayerDocument;
  edit(options: StageEditOptions, edits: StageEdits): Promise<StageEditResult>;
  editText(layer: StageLayer, edits: readonly TextEdit[], options: StageEditOptions): Promise<StageEditResult>;
}

/** A layer with the edits that are not saved. */
export class EditableLayer {
  readonly stageLayer: StageLayer;
  private readonly editor: LayerEditor;

  constructor(stageLayer: StageLayer, editor: LayerEditor) {
    this.stageLayer = stageLayer;
    this.editor = editor;
  }

  /** As the resolver identified it. */
  get identifier(): string {
    return this.stageLayer.identifier;
  }

  /** Whether the layer has edits that are not saved. */
  get isChanged(): boolean {
    return this.editor.documentOf(this.stageLayer)?.isChanged ?? false;
  }

  /** The contents of the file as they were read before the first edit, or saved; undefined if the layer was not edited. */
  get savedBytes(): Uint8Array | undefined {
    return this.editor.documentOf(this.stageLayer)?.fileBytes;
  }

  /** The text of the layer with its edits; a crate is printed. Text edits are offsets into its bytes. */
  get text(): Uint8Array {
    return this.editor.open(this.stageLayer, everyLayer).snapshot().text;
  }

  /**
   * Applies edits in memory: all, or none. The stage composes again what they touch, and its listeners are called.
   *
   * ```ts
   * await stage.layer("look.usda").apply([{ start: 310, end: 313, text: "2.5" }]);
   * await stage.layer("look.usda").apply((edit) => edit.set("/World/Ball.radius", 2.5));
   * ```
   *
   * @param edits text edits, in any order and without overlaps, or edits of the stage, whose paths are those of the stage
   * @throws StageEditError if one cannot be made, or the text has an error afterwards; layer and stage are then as before
   */
  async apply(edits: LayerEdits, options: Pick<StageEditOptions, "isEditable"> = {}): Promise<StageEditResult> {
    if (isText(edits)) return await this.editor.editText(this.stageLayer, edits, options);
    return await this.editor.edit({ ...options, target: this.identifier }, edits);
  }
}

const everyLayer: StageEditOptions = { isEditable: () => true };

function isText(edits: LayerEdits): edits is readonly TextEdit[] {
  const [first] = typeof edits === "function" ? [] : edits;
  return first !== undefined && "text" in first && !("op" in first);
}
