/**
 * The three-way merge of layers: the changes from base to theirs, as edits of the text of ours.
 *
 * The units are declarations, values, time samples, lists of targets, metadata fields and keys of dictionaries. If
 * ours is unchanged, the text of theirs replaces it; comments and layout of ours stay everywhere else.
 */
import type {
  ByteRange,
  Layer,
  PrimLike,
  PrimSpec,
  PropertySpec,
  Spec,
  VariantSetSpec,
  VariantSpec,
} from "@usdkit/layer";
import { decodeUtf8 } from "@usdkit/base";
import { indentText } from "../edit/fragment.ts";
import { insertPrims, insertProperties, insertText } from "../edit/insert.ts";
import { keepComments } from "../edit/keep-comments.ts";
import { indentAt, lineEndAt, surroundingsOf } from "../edit/lines.ts";
import { removeStatements } from "../edit/remove.ts";
import { specToEdit } from "../edit/spec-to-edit.ts";
import { ownerParts, sourceOf } from "../edit/statement-parts.ts";
import { parseUsda } from "../parse/parse-usda.ts";
import { printUsdaBytes } from "../print/print-usda.ts";
import { EditError } from "../text-edits/edit-error.ts";
import type { TextEdit } from "../text-edits/text-edit.ts";
import { applyEdits, mergeEdits } from "../text-edits/text-edit.ts";
import { commentAbove, commentAtEnd, conflictLines } from "./conflict-text.ts";
import { declarationEdits, fieldEdits } from "./header-edits.ts";
import { followRenames, type AlignedLayers, type MergeConflict } from "./follow-renames.ts";
import { Insertions } from "./insertions.ts";
import { namesOf, otherOrder } from "./member-order.ts";
import { MergeError } from "./merge-error.ts";
import { mergeProperty } from "./merge-property.ts";
import { propertyText, specText } from "./spec-text.ts";
import { TextPair } from "./text-pair.ts";
import { mergeFields } from "./three-way.ts";

/** The result of {@link mergeLayers}. */
export interface MergeResult {
  /** The merged text. It has no syntax errors. */
  readonly text: Uint8Array;
  readonly conflicts: readonly MergeConflict[];
}

type Owner = Spec & PrimLike & { readonly specType: "pseudoRoot" | "prim" | "variant" };
type Member = PrimSpec | PropertySpec | VariantSetSpec | VariantSpec;

interface Task {
  readonly base: Owner | undefined;
  readonly ours: Owner;
  readonly theirs: Owner;
}

/**
 * Merges the changes from `base` to `theirs` into `ours`. Comments and layout of ours are kept; a layer without text
 * is printed first.
 *
 * ```ts
 * const { text, conflicts } = mergeLayers(base, ours, theirs);
 * ```
 *
 * @throws MergeError if the edits cannot be made, or their result is not valid text
 */
export function mergeLayers(base: Layer, ours: Layer, theirs: Layer): MergeResult {
  const [before, left, right] = [base, ours, theirs].map(withText);
  const [beforeBytes, leftBytes, rightBytes] = [before, left, right].map(sourceOf);
  const texts = { toOurs: new TextPair(beforeBytes, leftBytes), toTheirs: new TextPair(beforeBytes, rightBytes) };
  if (texts.toTheirs.isEqual) return { text: leftBytes, conflicts: [] };
  if (texts.toOurs.isEqual) return { text: rightBytes, conflicts: [] };
  if (new TextPair(leftBytes, rightBytes).isEqual) return { text: leftBytes, conflicts: [] };
  try {
    return new Merge(followRenames({ base: before, ours: left, theirs: right, ...texts })).run();
  } catch (error) {
    if (error instanceof EditError) throw new MergeError(error.message, { cause: error });
    throw error;
  }
}

/** Returns the layer with a text, printing layers of other encodings and of programs. */
function withText(layer: Layer): Layer {
  const { source } = layer;
  const isText = source !== undefined && decodeUtf8(source, 0, Math.min(5, source.length)) === "#usda";
  return isText ? layer : parseUsda(printUsdaBytes(layer)).layer;
}

class Merge {
  /** The texts of the base and of each side. */
  private readonly toOurs: TextPair;
  private readonly toTheirs: TextPair;
  private readonly base: Layer;
  private readonly ours: Layer;
  private readonly theirs: Layer;
  private readonly edits: TextEdit[] = [];
  private readonly insertions = new Insertions();
  private readonly conflicts: MergeConflict[] = [];
  private readonly stack: Task[] = [];

  constructor({ base, ours, theirs, toOurs, toTheirs, conflicts }: AlignedLayers) {
    this.toOurs = toOurs;
    this.toTheirs = toTheirs;
    this.base = base;
    this.ours = ours;
    this.theirs = theirs;
    for (const { path, message } of conflicts) {
      const spec = specToEdit(ours, path);
      this.conflict(spec, message, { anchor: spec.range?.start, text: "" });
    }
  }

  run(): MergeResult {
    this.stack.push({ base: this.base.root, ours: this.ours.root, theirs: this.theirs.root });
    for (let task = this.stack.pop(); task !== undefined; task = this.stack.pop()) this.mergeOwners(task);
    const text = this.insertions.applyTo(applyEdits(sourceOf(this.ours), mergeEdits(this.edits)));
    const [problem] = parseUsda(text).diagnostics;
    if (problem !== undefined)
      throw new MergeError(`The merged text is not valid at line ${problem.line}: ${problem.message}`);
    return { text, conflicts: this.conflicts };
  }

  private mergeOwners(task: Task): void {
    const { base, ours, theirs } = task;
    if (base?.specType === "prim" && this.isUnchanged(base, theirs)) return;
    if (base?.specType === "prim" && this.replaceUnchanged(base, ours, theirs)) return;
    const anchor = ours.specType === "pseudoRoot" ? undefined : rangeIn(ours).start;
    if (ours.specType === "prim" && theirs.specType === "prim") {
      const versions = { base: base?.specType === "prim" ? base : undefined, ours, theirs };
      const { edits, conflict } = declarationEdits(this.ours, versions);
      this.edits.push(...edits);
      if (conflict)
        this.conflict(theirs, "the declarations differ", {
          anchor,
          text: `${theirs.specifier} ${theirs.typeName} "${theirs.name}"`,
        });
    }
    const merged = mergeFields(ours.specType, { base: base?.fields, ours: ours.fields, theirs: theirs.fields });
    this.edits.push(...fieldEdits(this.ours, ours, merged));
    for (const name of merged.conflicts) {
      const entries = theirs.fields.get(name)?.entries ?? [];
      const text = entries.map(({ range }) => this.textOf(range)).join("\n");
      this.conflict(theirs, `both sides changed the metadata "${name}"`, {
        anchor: anchor ?? ownerParts(this.ours, ours).metadata?.open,
        text,
      });
    }
    this.mergeProperties(task);
    this.mergeVariantSets(task);
    this.mergeChildren(task);
  }

  /** Returns whether theirs equals the base. */
  private isUnchanged(base: Spec, theirs: Spec): boolean {
    return this.toTheirs.same(base.range, theirs.range);
  }

  /** Replaces ours by the text of theirs, if ours equals the base. */
  private replaceUnchanged(base: Spec, ours: Spec, theirs: Spec): boolean {
    if (!this.toOurs.same(base.range, ours.range)) return false;
    const bytes = sourceOf(this.ours);
    const range = rangeIn(ours);
    const text = indentText(this.textOf(rangeIn(theirs)), indentAt(bytes, range.start), lineEndAt(bytes, range.start));
    this.edits.push({ ...range, text });
    return true;
  }

  private mergeProperties({ base, ours, theirs }: Task): void {
    const added: string[] = [];
    const names = (owner: Owner | undefined): Map<string, PropertySpec> =>
      new Map(owner?.properties.map((each) => [each.name, each]));
    const [before, left, right] = [names(base), names(ours), names(theirs)];
    for (const [name, spec] of right) {
      const own = left.get(name);
      const old = before.get(name);
      if (own !== undefined) this.mergeStatements({ base: old, ours: own, theirs: spec });
      else if (old === undefined) added.push(this.statementsText(spec));
      else if (propertyText(old) !== propertyText(spec)) this.removedByOurs(ours, spec, this.statementsText(spec));
    }
    for (const [name, spec] of left) {
      const old = before.get(name);
      if (right.has(name) || old === undefined) continue;
      if (propertyText(old) === propertyText(spec)) this.edits.push(...removeStatements(this.ours, spec.statements));
      else this.conflict(spec, "theirs removed this property", { anchor: spec.statements[0].start, text: "" });
    }
    this.checkOrder("properties", theirs, [before.keys(), left.keys(), right.keys()]);
    if (added.length === 0) return;
    this.insertions.add(ours, (layer, { path }) => insertProperties(layer, path, added.join("\n")));
  }

  private mergeStatements({
    base,
    ours,
    theirs,
  }: {
    base: PropertySpec | undefined;
    ours: PropertySpec;
    theirs: PropertySpec;
  }): void {
    const isAlone = [base, ours, theirs].every((each) => each?.statements.length === 1);
    if (base !== undefined && isAlone) {
      if (this.isUnchanged(base, theirs) || this.replaceUnchanged(base, ours, theirs)) return;
    }
    const merged = mergeProperty({ base, ours, theirs });
    if (merged === undefined) return;
    const [first, ...others] = ours.statements;
    if (merged.isConflict) {
      this.conflict(ours, "both sides changed this property", {
        anchor: first.start,
        text: this.statementsText(theirs),
      });
    }
    const text = propertyText(merged.spec);
    if (text === propertyText(ours)) return;
    this.replace(first, text);
    const removed = removeStatements(this.ours, others);
    this.edits.push(...keepComments(this.ours, removed, first.start));
  }

  private mergeVariantSets({ base, ours, theirs }: Task): void {
    for (const set of theirs.variantSets) {
      const own = ours.variantSets.find((each) => each.name === set.name);
      const old = base?.variantSets.find((each) => each.name === set.name);
      if (own === undefined) this.addVariants(ours, set, old);
      else this.mergeVariants({ base: old, ours: own, theirs: set });
    }
    for (const set of ours.variantSets) {
      const old = base?.variantSets.find((each) => each.name === set.name);
      if (old === undefined || theirs.variantSets.some((each) => each.name === set.name)) continue;
      if (set.range === undefined || set.variants.length === 0) continue;
      this.removedByTheirs(old, set, rangeIn(set));
    }
    const sets = [base, ours, theirs].map((owner) => owner?.variantSets);
    this.checkOrder("variant sets", theirs, sets.map(namesOf));
  }

  private mergeVariants({
    base,
    ours,
    theirs,
  }: {
    base: VariantSetSpec | undefined;
    ours: VariantSetSpec;
    theirs: VariantSetSpec;
  }): void {
    for (const variant of theirs.variants) {
      const own = ours.variants.find((each) => each.name === variant.name);
      const old = base?.variants.find((each) => each.name === variant.name);
      if (own !== undefined) this.stack.push({ base: old, ours: own, theirs: variant });
      // A new variant must be written within a set; the format merges blocks of the same name.
      else if (old === undefined) this.addVariants(ours.parent, { ...setOf(theirs), variants: [variant] }, undefined);
      else this.addedAgain(ours.parent, old, variant);
    }
    for (const variant of ours.variants) {
      const old = base?.variants.find((each) => each.name === variant.name);
      if (old === undefined || theirs.variants.some((each) => each.name === variant.name)) continue;
      this.removedByTheirs(old, variant, rangeIn(variant));
    }
    const lists = [base, ours, theirs].map((set) => set?.variants);
    this.checkOrder("variants", theirs, lists.map(namesOf));
  }

  private addVariants(owner: Owner, set: VariantSetSpec, old: VariantSetSpec | undefined): void {
    if (set.variants.length === 0) return;
    if (old !== undefined && old.variants.length > 0) this.addedAgain(owner, old, set);
    else this.insertions.add(owner, (layer, into) => [insertText(layer, into, specText(set))]);
  }

  private mergeChildren({ base, ours, theirs }: Task): void {
    const names = (owner: Owner | undefined): Map<string, PrimSpec> =>
      new Map(owner?.children.map((each) => [each.name, each]));
    const [before, left, right] = [names(base), names(ours), names(theirs)];
    const added = new Map<string, string[]>();
    let previous = "";
    for (const [name, spec] of right) {
      const own = left.get(name);
      const old = before.get(name);
      if (own !== undefined) {
        this.stack.push({ base: old, ours: own, theirs: spec });
        previous = name;
      } else if (old === undefined) {
        added.set(previous, [...(added.get(previous) ?? []), this.blockText(rangeIn(spec))]);
      } else this.addedAgain(ours, old, spec);
    }
    for (const [after, texts] of added) this.insertPrims(ours, after, texts);
    for (const [name, spec] of left) {
      const old = before.get(name);
      if (old !== undefined && !right.has(name)) this.removedByTheirs(old, spec, rangeIn(spec));
    }
    this.checkOrder("prims", theirs, [before.keys(), left.keys(), right.keys()]);
  }

  private insertPrims(owner: Owner, after: string, texts: readonly string[]): void {
    this.insertions.add(owner, (layer, { path, children }) => {
      const first = children.at(0);
      const place = after !== "" ? { after } : first === undefined ? {} : { before: first.name };
      return insertPrims(layer, path, texts.join("\n\n"), place);
    });
  }

  /** Reports an order of members that theirs changed, and that is not written as ours changed the owner too. */
  private checkOrder(what: string, owner: Spec, lists: readonly (Iterable<string> | undefined)[]): void {
    const order = otherOrder(lists);
    if (order === undefined) return;
    this.conflict(owner, `theirs has another order of ${what}: ${order}`, { anchor: undefined, text: "" });
  }

  /** Ours removed a spec that theirs still has. */
  private addedAgain(owner: Owner, old: Member, theirs: Member): void {
    if (specText(old) !== specText(theirs)) this.removedByOurs(owner, theirs, specText(theirs));
  }

  private removedByOurs(owner: Owner, theirs: Member, text: string): void {
    const lines = this.note(theirs, `ours removed ${theirs.path}, theirs changed it`, text);
    this.commentIn(owner, lines);
  }

  private commentIn(owner: Owner, lines: readonly string[]): void {
    this.insertions.add(owner, (layer, into) => {
      const close = into.specType === "pseudoRoot" ? undefined : ownerParts(layer, into).body?.close;
      return [commentAtEnd(layer, close, lines)];
    });
  }

  private removedByTheirs(old: Member, ours: Member, range: ByteRange): void {
    if (specText(old) === specText(ours)) this.edits.push(...removeStatements(this.ours, [range]));
    else this.conflict(ours, `theirs removed ${ours.path}, ours changed it`, { anchor: range.start, text: "" });
  }

  private conflict(spec: Spec, message: string, { anchor, text }: { anchor: number | undefined; text: string }): void {
    const lines = this.note(spec, message, text);
    if (anchor === undefined) this.commentIn(this.ours.root, lines);
    else this.edits.push(commentAbove(this.ours, anchor, lines));
  }

  private note({ path }: Spec, message: string, text: string): string[] {
    this.conflicts.push({ path, message });
    return conflictLines(text === "" ? message : `${message}; theirs is`, text);
  }

  private replace(range: ByteRange, text: string): void {
    const bytes = sourceOf(this.ours);
    const written = indentText(text, indentAt(bytes, range.start), lineEndAt(bytes, range.start));
    this.edits.push(...keepComments(this.ours, [{ ...range, text: written }], range.start));
  }

  /** Returns the text of theirs as if it were at the start of a line. */
  private textOf({ start, end }: ByteRange): string {
    const bytes = sourceOf(this.theirs);
    return indentText(decodeUtf8(bytes, start, end), "", "\n", indentAt(bytes, start).length);
  }

  /** The same with the comments above and at the end of the line. */
  private blockText(range: ByteRange): string {
    const { start, end } = surroundingsOf(this.theirs, range);
    return this.textOf({ start, end });
  }

  private statementsText({ statements }: PropertySpec): string {
    return statements.map((each) => this.blockText(each)).join("\n");
  }
}

function setOf({ specType, path, name, parent, fields }: VariantSetSpec): Omit<VariantSetSpec, "variants"> {
  return { specType, path, name, parent, fields };
}

function rangeIn(spec: Spec): ByteRange {
  if (spec.range === undefined) throw new EditError(`${spec.path} has no place in the text`);
  return spec.range;
}
