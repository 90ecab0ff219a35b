/** Edits of a stage: all of them, or none. */
import { EditError } from "@usdkit/usda";
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
import type { EditContext, Effect } from "./edit-context.ts";
import type { EditTarget } from "./edit-target.ts";
import type { EditableStage, EditedContents } from "./editable-stage.ts";
import type { DocumentChange, LayerDocument } from "./layer-document.ts";
import { IndependentEdits } from "./independent-edits.ts";
import { addPrims } from "./operations/add-prims.ts";
import { applyEdit } from "./operations/index.ts";
import type { StageEdit } from "./stage-edit.ts";
import { StageEditError } from "./stage-edit-error.ts";

const valueEdits: ReadonlySet<StageEdit["op"]> = new Set(["set", "clear", "targets", "connect"]);

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
  /** Edits of values that are not written yet, and the paths of their specs. */
  private readonly waiting: Map<LayerDocument, { readonly edits: TextEdit[]; readonly paths: Set<string> }> = new Map();
  /** What the stage has not followed yet; undefined effects are found by comparison. */
  private readonly pending: Map<LayerDocument, LayerEffects | undefined> = new Map();
  /** Whether an edit decides about what composes, so that the next one reads the stage after it. */
  private isStale = false;
  /** Whether properties are new that the stage knows: they decide nothing about edits of values. */
  private hasAdded = false;
  private read: StageValues | undefined;
  private readonly independent: IndependentEdits = new IndependentEdits(this);
  /** Whether the edit that is made is one of those. */
  private isIndependent = false;

  /** @param open returns the document of a layer, or throws a StageEditError if it may not be changed */
  constructor(stage: EditableStage, target: EditTarget, open: (layer: StageLayer) => LayerDocument) {
    this.stage = stage;
    this.target = target;
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

  apply(document: LayerDocument, edits: readonly TextEdit[], effect: Effect): void {
    if (edits.length === 0) return;
    const before = defaultPrimOf(document.layer);
    const isAdded = effect.kind === "property" && effect.isKnown === true;
    const isDeferred = this.isIndependent && effect.kind === "field";
    if (effect.kind === "value" || isAdded || isDeferred) this.wait(document, effect.path, edits);
    else this.write(document, edits);
    const effects = this.pending.has(document) ? this.pending.get(document) : noEffects();
    this.pending.set(document, effect.kind === "unknown" ? undefined : effects);
    if (effects !== undefined) this.addEffect(effects, effect, before);
    if (isAdded) {
      // The place of the next property of the prim depends on this one.
      this.waiting.get(document)?.paths.add(ownerOf(effect.path));
      this.hasAdded = true;
    } else if (effect.kind !== "value") this.isStale = true;
  }

  settle(document: LayerDocument, path: string): void {
    const paths = this.waiting.get(document)?.paths;
    if (paths?.has(path) === true || paths?.has(ownerOf(path)) === true) this.write(document, []);
  }

  /** Keeps the edits of a value until the text is needed: values of different properties are written together. */
  private wait(document: LayerDocument, path: string, edits: readonly TextEdit[]): void {
    const waiting = this.waiting.get(document) ?? { edits: [], paths: new Set() };
    waiting.edits.push(...edits);
    waiting.paths.add(path);
    this.waiting.set(document, waiting);
  }

  /** Edits the text of a document, with the values that wait. */
  private write(document: LayerDocument, edits: readonly TextEdit[]): void {
    const all = [...(this.waiting.get(document)?.edits ?? []), ...edits];
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
        if (!valueEdits.has(edit.op) && !(this.isIndependent && !this.independent.isEmpty))
          await (this.hasAdded ? this.follow() : this.writeAll());
        const added = addPrims(this, edits, index);
        if (added === 0) applyEdit(this, edit);
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
    this.hasAdded = false;
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

/** Returns the path of the spec that has a property; that of a prim itself. */
function ownerOf(path: string): string {
  const dot = path.indexOf(".", path.lastIndexOf("}") + 1);
  return dot < 0 ? path : path.slice(0, dot);
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
