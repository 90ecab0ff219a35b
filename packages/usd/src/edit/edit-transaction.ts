/** Edits of a stage: all of them, or none. */
import { EditError, insertProperty } from "@usdkit/usda";
import type { TextEdit } from "@usdkit/usda";
import { UsdcWriteError } from "@usdkit/usdc";
import type { StageChanges } from "../change/changed-prims.ts";
import {
  addFieldEffect,
  addSiteEffect,
  addValueEffect,
  defaultPrimOf,
  noEffects,
  type LayerEffects,
} from "../change/layer-effects.ts";
import type { StageLayer } from "../resolve/stage-layer.ts";
import { StageValues } from "../values/stage-values.ts";
import { AddedProperties } from "./added-properties.ts";
import type { EditContext, Effect, PropertyEffect } from "./edit-context.ts";
import type { EditedText } from "./edited-text.ts";
import type { EditTarget } from "./edit-target.ts";
import type { EditableStage, EditedContents } from "./editable-stage.ts";
import { LayerDocument, type DocumentChange } from "./layer-document.ts";
import { NewProperty } from "./new-property.ts";
import { LocalArcs } from "./namespace/local-arcs.ts";
import { IndependentEdits } from "./independent-edits.ts";
import { addPrims } from "./operations/add-prims.ts";
import { applyEdit } from "./operations/index.ts";
import type { StageEdit } from "./stage-edit.ts";
import { StageEditError } from "./stage-edit-error.ts";
import { ownerOf, WaitingEdits } from "./waiting-edits.ts";

const propertyEdits: ReadonlySet<StageEdit["op"]> = new Set(["set", "clear", "targets", "connect"]);
/** Properties have no arcs. */
const effectsOnProperties: ReadonlySet<Effect["kind"]> = new Set(["value", "property", "properties"]);
const declaringFields: ReadonlySet<string> = new Set(["typeName", "variability", "custom"]);

/** Returns the layer that a text belongs to. */
function documentOf(text: EditedText): LayerDocument {
  if (text instanceof LayerDocument) return text;
  if (text instanceof NewProperty) return text.document;
  throw new TypeError("Expected the text of a layer, or of a new property of one");
}

/** Makes edits of one target, one after the other. The stage follows before an edit that depends on those before. */
export class EditTransaction implements EditContext {
  readonly stage: EditableStage;
  readonly target: EditTarget;
  /** In the order in which they were made. */
  readonly changes: DocumentChange[] = [];
  private readonly open: (layer: StageLayer) => LayerDocument;
  private readonly documents: Map<StageLayer, LayerDocument> = new Map();
  private readonly resynced: Set<string> = new Set();
  private readonly changed: Set<string> = new Set();
  /** Edits of properties that are not written yet. */
  private readonly waiting: Map<LayerDocument, WaitingEdits> = new Map();
  /** What the stage has not followed yet; undefined effects are found by comparison. */
  private readonly pending: Map<LayerDocument, LayerEffects | undefined> = new Map();
  /** Whether an edit decides about what composes, so that the next one reads the stage after it. */
  private isStale = false;
  readonly arcs: LocalArcs;
  /** Properties that are new, which the stage has not followed. */
  private readonly added: AddedProperties = new AddedProperties(this);
  private read: StageValues | undefined;
  private readonly independent: IndependentEdits = new IndependentEdits(this);
  /** Whether the edit that is made is one of those. */
  private isIndependent = false;

  /** @param open returns the document of a layer, or throws a StageEditError if it may not be changed */
  constructor(stage: EditableStage, target: EditTarget, open: (layer: StageLayer) => LayerDocument) {
    this.stage = stage;
    this.target = target;
    this.arcs = new LocalArcs(stage);
    this.open = open;
  }

  get values(): StageValues {
    this.read ??= new StageValues(this.stage);
    return this.read;
  }

  document(layer: StageLayer): LayerDocument {
    const known = this.documents.get(layer) ?? this.open(layer);
    this.documents.set(layer, known);
    return known;
  }

  textOf(document: LayerDocument, specPath: string): EditedText {
    const waiting = this.waiting.get(document);
    const added = waiting?.newProperty(specPath);
    if (added !== undefined) return added;
    if (waiting?.concerns(specPath) === true) this.write(document, []);
    return document;
  }

  apply(text: EditedText, edits: readonly TextEdit[], effect: Effect): void {
    if (edits.length === 0) return;
    const document = documentOf(text);
    const before = defaultPrimOf(document.layer);
    const isOfProperty = effect.kind === "value" || (effect.kind === "field" && decidesNothing(effect));
    if (text instanceof NewProperty) text.edit(edits);
    else if (isOfProperty || (this.isIndependent && effect.kind === "field")) {
      this.waitingIn(document).add(effect.path, edits);
    } else this.write(document, edits);
    this.note(document, effect, before);
    if (!isOfProperty) this.isStale = true;
  }

  addProperty(text: EditedText, statement: string, effect: PropertyEffect): void {
    const document = documentOf(text);
    if (!this.waitingIn(document).addProperty(effect.path, statement)) {
      this.write(document, []);
      this.write(document, insertProperty(document.layer, ownerOf(effect.path), statement));
    }
    this.note(document, effect, "");
    this.added.add(effect);
  }

  /** Notes what the stage has to follow. */
  private note(document: LayerDocument, effect: Effect, formerDefaultPrim: string): void {
    if (effect.kind === "sites" && effect.keepsArcs === true) this.arcs.noteSites(effect.paths);
    else if (!effectsOnProperties.has(effect.kind)) this.arcs.forget();
    const effects = this.pending.has(document) ? this.pending.get(document) : noEffects();
    this.pending.set(document, effect.kind === "unknown" ? undefined : effects);
    if (effects !== undefined) this.addEffect(effects, effect, formerDefaultPrim);
  }

  private waitingIn(document: LayerDocument): WaitingEdits {
    const waiting = this.waiting.get(document) ?? new WaitingEdits(document);
    this.waiting.set(document, waiting);
    return waiting;
  }

  /** Edits the text of a document, with what waits. */
  private write(document: LayerDocument, edits: readonly TextEdit[]): void {
    const all = [...(this.waiting.get(document)?.textEdits ?? []), ...edits];
    this.waiting.delete(document);
    if (all.length > 0) this.changes.push(document.edit(all));
  }

  private writeAll(): void {
    for (const document of this.waiting.keys()) this.write(document, []);
  }

  /**
   * Makes the edits, and returns what is to be read again.
   *
   * @throws StageEditError for the first that cannot be made; the stage and its documents are then as before
   */
  async run(edits: readonly StageEdit[]): Promise<StageChanges> {
    let index = 0;
    while (index < edits.length) {
      const edit = edits[index];
      try {
        this.isIndependent = this.independent.has(edit);
        if (!this.isIndependent && !this.independent.isEmpty) await this.follow();
        // Edits that insert or replace values of other properties do not touch those that wait.
        if (!isOfProperty(edit) && !(this.isIndependent && !this.independent.isEmpty))
          await (this.added.isEmpty ? this.writeAll() : this.follow());
        if (this.added.concern(edit)) await this.follow();
        const added = addPrims(this, edits, index);
        if (added === 0) await this.make(edit);
        const next = index + Math.max(1, added);
        if (this.isIndependent) this.independent.add();
        else if (this.isStale && next < edits.length) await this.follow();
        index = next;
      } catch (error) {
        await this.rollBack();
        throw named(error, edits, index);
      }
    }
    const { dropped, kept } = await this.finish(edits);
    const resynced = topmost(this.resynced);
    const isBelow = (path: string): boolean => resynced.some((prim) => isAtOrBelow(path, prim));
    const changed = [...this.changed].filter((path) => !isBelow(path)).sort();
    return { resynced, changed, dropped, kept };
  }

  private async make(edit: StageEdit): Promise<void> {
    try {
      applyEdit(this, edit);
    } catch (error) {
      if (!(error instanceof StageEditError) || this.added.isEmpty) throw error;
      // The stage does not have the properties that are new, which messages name.
      await this.follow();
      applyEdit(this, edit);
    }
  }

  private async finish(edits: readonly StageEdit[]): Promise<Pick<StageChanges, "dropped" | "kept">> {
    try {
      return await this.follow();
    } catch (error) {
      await this.rollBack();
      const index = edits.length - 1;
      throw index < 0 ? error : named(error, edits, index);
    }
  }

  /** Gives the stage what was edited. */
  private async follow(): Promise<Pick<StageChanges, "dropped" | "kept">> {
    this.writeAll();
    const contents = new Map<StageLayer, EditedContents>();
    for (const [{ stageLayer, contents: edited }, effects] of this.pending) {
      contents.set(stageLayer, { contents: edited, effects });
    }
    this.pending.clear();
    this.independent.clear();
    this.isStale = false;
    this.added.clear();
    this.read = undefined;
    if (contents.size === 0) return { dropped: 0, kept: 0 };
    const changes = await this.stage.replaceLayers(contents);
    for (const path of changes.resynced) this.resynced.add(path);
    for (const path of changes.changed) this.changed.add(path);
    return changes;
  }

  /** Takes back all edits. */
  private async rollBack(): Promise<void> {
    this.waiting.clear();
    for (const change of this.changes.toReversed()) {
      change.document.undo(change);
      this.pending.set(change.document, undefined);
    }
    this.changes.length = 0;
    await this.follow();
  }

  private addEffect(effects: LayerEffects, effect: Effect, formerDefaultPrim: string): void {
    const { paths } = this.stage;
    switch (effect.kind) {
      case "value":
      case "property":
        return addValueEffect(effects, paths, effect.path);
      case "site":
        return addSiteEffect(effects, paths, effect.path);
      case "properties":
        for (const path of effect.paths) addValueEffect(effects, paths, path);
        return;
      case "sites":
        for (const path of effect.paths) addSiteEffect(effects, paths, path);
        return;
      case "field":
        addFieldEffect(effects, paths, effect.path, effect.field);
        if (effect.path === "/" && effect.field === "defaultPrim") effects.formerDefaultPrim = formerDefaultPrim;
        return;
      default:
    }
  }
}

/** Whether an edit is of values or metadata of a property. */
function isOfProperty(edit: StageEdit): boolean {
  return propertyEdits.has(edit.op) || (edit.op === "metadata" && edit.path.includes("."));
}

/** Whether other metadata of a property decides nothing about other edits, as what declares it does. */
function decidesNothing({ path, field }: Effect & { readonly kind: "field" }): boolean {
  return path !== ownerOf(path) && !declaringFields.has(field);
}

/** Returns the paths that are not below others. */
function topmost(paths: ReadonlySet<string>): readonly string[] {
  const found: string[] = [];
  for (const path of [...paths].sort()) {
    const last = found.at(-1);
    if (last === undefined || !isAtOrBelow(path, last)) found.push(path);
  }
  return found;
}

/** Whether a path is that of a prim, of a property of it, or below. */
function isAtOrBelow(path: string, prim: string): boolean {
  return prim === "/" || path === prim || path.startsWith(`${prim}/`) || path.startsWith(`${prim}.`);
}

/** Returns the error with the edit that caused it, and the edit before that took its prim or property away. */
function named(error: unknown, edits: readonly StageEdit[], index: number): unknown {
  const edit = edits[index];
  if (error instanceof StageEditError) {
    const { message, cause } = error;
    return new StageEditError(message, { index, edit, hint: earlierEdit(edits, index) ?? error.hint, cause });
  }
  if (error instanceof EditError || error instanceof UsdcWriteError) {
    return new StageEditError(error.message, { index, edit, cause: error });
  }
  return error;
}

/** Returns a hint if an edit before has renamed, moved or removed what an edit is about. */
function earlierEdit(edits: readonly StageEdit[], index: number): string | undefined {
  const path = "path" in edits[index] ? edits[index].path : undefined;
  if (path === undefined) return undefined;
  for (let i = index - 1; i >= 0; i--) {
    const edit = edits[i];
    if (edit.op !== "rename" && edit.op !== "move" && edit.op !== "remove") continue;
    if (!isAtOrBelow(path, edit.path)) continue;
    if (edit.op === "remove") return `Edit ${i + 1} of the list removes it: change their order, or leave one out`;
    const to = edit.op === "move" ? edit.to : edit.path.slice(0, -lastName(edit.path).length) + edit.name;
    return `Edit ${i + 1} of the list gives it the path ${JSON.stringify(to + path.slice(edit.path.length))}: use that one`;
  }
  return undefined;
}

function lastName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf(".")) + 1);
}
