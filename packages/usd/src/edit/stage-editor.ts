/** Edits of a stage, with what was edited and how to undo it. */
import { quote } from "@usdkit/base";
import type { StageChanges } from "../change/changed-prims.ts";
import { parseLayerName } from "../open/layer-name.ts";
import type { StageLayer } from "../resolve/stage-layer.ts";
import { EditList } from "./edit-list.ts";
import { findTarget } from "./edit-target.ts";
import { EditTransaction } from "./edit-transaction.ts";
import type { EditableStage, EditedContents } from "./editable-stage.ts";
import { hiddenOpinions, type HiddenOpinion } from "./hidden-opinions.ts";
import { LayerDocument, type DocumentChange, type LayerSnapshot } from "./layer-document.ts";
import { StageEditError } from "./stage-edit-error.ts";
import type { StageEdit } from "./stage-edit.ts";

/** How `Stage.edit` edits. */
export interface StageEditOptions {
  /**
   * Where opinions go: a layer that the stage uses, by its identifier or its path from the root layer, or a variant of the root
   * layer (`/Chair{look=red}`). Default: the root layer.
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

/** The edits of a stage. Layers that were edited keep their documents. */
export class StageEditor {
  private readonly stage: EditableStage;
  private readonly documents: Map<StageLayer, LayerDocument> = new Map();

  constructor(stage: EditableStage) {
    this.stage = stage;
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
    return { changes, layers, hidden, undo: () => this.undo(made) };
  }

  private async undo(made: readonly DocumentChange[]): Promise<StageChanges> {
    const contents = new Map<StageLayer, EditedContents>();
    const documents = new Set(made.map(({ document }) => document));
    for (const change of made.toReversed()) change.document.undo(change);
    for (const { stageLayer, contents: edited } of documents)
      contents.set(stageLayer, { contents: edited, effects: undefined });
    return await this.stage.replaceLayers(contents);
  }

  private open(layer: StageLayer, { isEditable }: StageEditOptions): LayerDocument {
    if (isEditable?.(layer) === false) throw new StageEditError(`${quote(layer.identifier)} may not be changed`);
    if (isEditable === undefined && parseLayerName(layer.anchor).inner.length > 0) {
      throw new StageEditError(`${quote(layer.identifier)} is in a package`, {
        hint: "Unpack it, or allow that the package is written again",
      });
    }
    const known = this.documents.get(layer);
    // The layer may have got other contents since.
    if (known !== undefined && known.contents.layer === layer.layer) return known;
    const document = new LayerDocument(layer);
    this.documents.set(layer, document);
    return document;
  }
}

function collect(fill: (edit: EditList) => void): readonly StageEdit[] {
  const list = new EditList();
  fill(list);
  return list.edits;
}
