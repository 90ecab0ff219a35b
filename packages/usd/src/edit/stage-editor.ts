/** Edits of a stage, with what was edited and how to undo it. */
import { quote } from "@usdkit/base";
import type { StageChanges } from "../change/changed-prims.ts";
import { parseLayerName } from "../open/layer-name.ts";
import type { StageLayer } from "../resolve/stage-layer.ts";
import { EditList } from "./edit-list.ts";
import type { TextEdit } from "@usdkit/usda";
import { EditableLayer, type LayerEditor } from "./editable-layer.ts";
import { findTarget, layerNamed } from "./edit-target.ts";
import { EditTransaction } from "./edit-transaction.ts";
import type { EditableStage, EditedContents } from "./editable-stage.ts";
import type { StageEdit } from "./stage-edit.ts";
import type { ChangeListener, StageEditOptions, StageEditResult, StageEdits } from "./edit-result.ts";
import { hiddenOpinions } from "./hidden-opinions.ts";
import { LayerDocument, type DocumentChange, type LayerSnapshot } from "./layer-document.ts";
import { StageEditError } from "./stage-edit-error.ts";

/** The edits of a stage. Layers that were edited keep their documents. */
export class StageEditor implements LayerEditor {
  private readonly stage: EditableStage;
  private readonly listeners: Set<ChangeListener> = new Set();
  private readonly documents: Map<StageLayer, LayerDocument> = new Map();

  constructor(stage: EditableStage) {
    this.stage = stage;
  }

  /** Calls a function with what each edit changes, and returns one that ends it. */
  subscribe(listener: ChangeListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Reports a change to the listeners. */
  notify(changes: StageChanges): void {
    for (const listener of this.listeners) listener(changes);
  }

  /** Returns a layer of the stage by its name. */
  layer(name: string): EditableLayer {
    return new EditableLayer(layerNamed(this.stage, name), this);
  }

  /** Returns the document of a layer that was edited; undefined if it was not, or has got other contents since. */
  documentOf(layer: StageLayer): LayerDocument | undefined {
    const known = this.documents.get(layer);
    return known?.contents.layer === layer.layer ? known : undefined;
  }

  /** The layers with contents that differ from those of their files. */
  get changed(): readonly LayerDocument[] {
    return [...this.documents.values()].filter(({ isChanged }) => isChanged);
  }

  /** Makes edits: all, or none. */
  async edit(options: StageEditOptions, edits: StageEdits): Promise<StageEditResult> {
    const list = typeof edits === "function" ? collect(edits) : edits;
    const target = findTarget(this.stage, options.target);
    const before = new Map<LayerDocument, LayerSnapshot>();
    const open = (layer: StageLayer): LayerDocument => {
      const document = this.open(layer, options);
      if (!before.has(document)) before.set(document, document.snapshot());
      return document;
    };
    const transaction = new EditTransaction(this.stage, target, open);
    const changes = await transaction.run(list);
    const made = transaction.changes;
    const edited = new Set(made.map(({ document }) => document));
    const layers = [...before].flatMap(([document, snapshot]) =>
      edited.has(document) ? [{ document, before: snapshot, after: document.snapshot() }] : [],
    );
    const hidden = hiddenOpinions(this.stage, target, list);
    this.notify(changes);
    return { changes, layers, hidden, undo: () => this.undo(made) };
  }

  /** Applies edits of the text of a layer. */
  async editText(layer: StageLayer, edits: readonly TextEdit[], options: StageEditOptions): Promise<StageEditResult> {
    const document = this.open(layer, options);
    const before = document.snapshot();
    const made = document.edit(checked(edits, before.text.length));
    try {
      const changes = await this.follow([document]);
      this.notify(changes);
      const layers = made.after === made.before ? [] : [{ document, before, after: document.snapshot() }];
      return { changes, layers, hidden: [], undo: () => this.undo([made]) };
    } catch (error) {
      document.undo(made);
      throw error;
    }
  }

  private async undo(made: readonly DocumentChange[]): Promise<StageChanges> {
    for (const change of made.toReversed()) change.document.undo(change);
    const changes = await this.follow(new Set(made.map(({ document }) => document)));
    this.notify(changes);
    return changes;
  }

  /** Gives the stage the contents of documents. */
  private async follow(documents: Iterable<LayerDocument>): Promise<StageChanges> {
    const contents = new Map<StageLayer, EditedContents>();
    for (const { stageLayer, contents: edited } of documents) {
      contents.set(stageLayer, { contents: edited, effects: undefined });
    }
    return await this.stage.replaceLayers(contents);
  }

  /** Returns the document of a layer that may be changed. */
  open(layer: StageLayer, { isEditable }: StageEditOptions): LayerDocument {
    if (isEditable?.(layer) === false) throw new StageEditError(`${quote(layer.identifier)} may not be changed`);
    if (isEditable === undefined && parseLayerName(layer.anchor).inner.length > 0) {
      throw new StageEditError(`${quote(layer.identifier)} is in a package`, {
        hint: "Unpack it, or allow that the package is written again",
      });
    }
    const known = this.documentOf(layer);
    if (known !== undefined) return known;
    const document = new LayerDocument(layer);
    this.documents.set(layer, document);
    return document;
  }
}

/** Returns text edits in the order of the text. */
function checked(edits: readonly TextEdit[], size: number): readonly TextEdit[] {
  const sorted = [...edits].sort((a, b) => a.start - b.start || a.end - b.end);
  let end = 0;
  for (const edit of sorted) {
    const isRange = Number.isInteger(edit.start) && Number.isInteger(edit.end) && edit.start <= edit.end;
    if (!isRange || edit.start < 0 || edit.end > size) {
      throw new StageEditError(
        `Expected byte offsets from 0 to ${size} with start <= end, found ${edit.start} to ${edit.end}`,
      );
    }
    if (edit.start < end) {
      throw new StageEditError(`The text edits at bytes ${edit.start} and ${end} overlap: join them`);
    }
    ({ end } = edit);
  }
  return sorted;
}

function collect(fill: (edit: EditList) => void): readonly StageEdit[] {
  const list = new EditList();
  fill(list);
  return list.edits;
}
