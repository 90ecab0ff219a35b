/** Moves, copies, or renames prims, including their opinions in variants. */
import { decodeUtf8, quote } from "@usdkit/base";
import {
  memberNamed,
  parentPath,
  stripVariantSelections,
  type Layer,
  type PrimLike,
  type PrimSpec,
  type Spec,
} from "@usdkit/layer";
import { isIdentifier } from "../scan/identifiers.ts";
import { EditError } from "../text-edits/edit-error.ts";
import { applyEdits, mergeEdits, type TextEdit } from "../text-edits/text-edit.ts";
import { primAt } from "./edits.ts";
import { indentText } from "./fragment.ts";
import { insertPrim, insertPrims } from "./insert.ts";
import { indentAt, lineEndAt, surroundingsOf } from "./lines.ts";
import { nameReferences } from "./references.ts";
import { relocatePaths } from "./relocate-paths.ts";
import { removeStatements } from "./remove.ts";
import { ownerParts, rangeOf, sourceOf } from "./statement-parts.ts";

/** Options of {@link movePrim}. */
export interface MovePrimOptions {
  /**
   * Opinions about the prim in variants of the prims above, which cannot follow to another parent: `leave` keeps them at
   * the old path, `remove` removes them. By default, they prevent the move.
   */
  readonly variantOpinions?: "leave" | "remove" | undefined;
}

/**
 * Returns the edits that move a prim with its contents and comments to the end of another parent. Paths of the layer
 * that lead to it follow as {@link renamePrim} describes; relative paths that lead out of it become absolute.
 *
 * ```ts
 * movePrim(layer, "/World/Chair", "/Store/Chair");
 * ```
 *
 * @throws EditError if there is no such prim or parent, the new path is in the prim itself, its name is invalid or
 *   taken, or variants have opinions about the prim and `options` do not decide about them
 */
export function movePrim(layer: Layer, path: string, newPath: string, options: MovePrimOptions = {}): TextEdit[] {
  const bytes = sourceOf(layer);
  const prim = primAt(layer, path);
  const parent = parentPath(newPath) || "/";
  const name = newPath.slice(parent === "/" ? 1 : parent.length + 1);
  if (!isIdentifier(name)) throw new EditError(`Expected an identifier as the name of a prim, found ${quote(name)}`);
  if (newPath === path || newPath.startsWith(`${path}/`)) {
    throw new EditError(
      `${quote(path)} cannot be moved to ${quote(newPath)}: this is the prim itself, or inside of it`,
    );
  }
  const others = primSpecsAt(layer, path).filter((spec) => spec !== prim);
  const [other] = others;
  if (other !== undefined && options.variantOpinions === undefined) {
    throw new EditError(
      `${quote(path)} cannot be moved: its opinions in ${quote(other.path)} would stay there; variantOpinions: "leave" moves it without them, "remove" removes them`,
    );
  }
  const left = options.variantOpinions === "remove" ? others.map(rangeOf) : [];
  const { start, end } = surroundingsOf(layer, rangeOf(prim));
  const paths = relocatePaths(layer, { from: path, to: newPath });
  const isInside = (edit: TextEdit): boolean => start <= edit.start && edit.end <= end;
  const renamed = name === prim.name ? [] : [{ ...ownerParts(layer, prim).name, text: name }];
  const text = textOf(bytes, { start, end }, mergeEdits(renamed, paths.filter(isInside)));
  const dedented = indentText(text, "", lineEndAt(bytes, start), indentAt(bytes, rangeOf(prim).start).length);
  const inserted = insertPrims(layer, parent, dedented);
  const removed = removeStatements(layer, [rangeOf(prim), ...left]);
  const isRemoved = (edit: TextEdit): boolean => left.some((each) => each.start <= edit.start && edit.end <= each.end);
  return mergeEdits(
    paths.filter((edit) => !isInside(edit) && !isRemoved(edit)),
    removed,
    inserted,
  );
}

/**
 * Returns the edits that insert a copy of a prim after it. Paths inside the copy that led into the original lead into
 * the copy; everything outside is unchanged.
 *
 * ```ts
 * duplicatePrim(layer, "/World/Chair", "Chair_1");
 * ```
 *
 * @throws EditError if there is no such prim, or the new name is invalid or taken
 */
export function duplicatePrim(layer: Layer, path: string, newName: string): TextEdit[] {
  const bytes = sourceOf(layer);
  const prim = primAt(layer, path);
  if (!isIdentifier(newName))
    throw new EditError(`Expected an identifier as the name of a prim, found ${quote(newName)}`);
  const range = rangeOf(prim);
  const parent = prim.parent.path;
  const to = `${parent === "/" ? "" : parent}${parent.endsWith("}") ? "" : "/"}${newName}`;
  const paths = relocatePaths(layer, { from: path, to }, prim);
  const named: TextEdit = { ...ownerParts(layer, prim).name, text: newName };
  const text = textOf(bytes, range, mergeEdits([named], paths));
  const dedented = indentText(text, "", lineEndAt(bytes, range.start), indentAt(bytes, range.start).length);
  return insertPrim(layer, parent, dedented, { after: prim.name });
}

/**
 * Renames a prim like {@link renamePrim}, with all opinions about the prim in variants and the paths that lead there.
 *
 * @throws EditError if there is no such prim, in variants neither, or the new name is invalid or taken, in a variant too
 */
export function renamePrimInVariants(layer: Layer, path: string, newName: string): TextEdit[] {
  const specs = primSpecsAt(layer, path);
  const [prim = primAt(layer, path)] = specs;
  if (!isIdentifier(newName))
    throw new EditError(`Expected an identifier as the name of a prim, found ${quote(newName)}`);
  if (newName === prim.name) return [];
  const parent = stripVariantSelections(prim.parent.path);
  const to = `${parent === "/" ? "" : parent}/${newName}`;
  const [taken] = primSpecsAt(layer, to);
  if (taken !== undefined) {
    throw new EditError(`${quote(path)} cannot become ${quote(newName)}: ${quote(taken.path)} has that name`);
  }
  return mergeEdits(
    specs.map((spec) => ({ ...ownerParts(layer, spec).name, text: newName })),
    ...specs.map((spec) => nameReferences(layer, spec, newName)),
    relocatePaths(layer, { from: stripVariantSelections(path), to }),
  );
}

/** Returns every prim spec, including those in variants, that composes to the prim at a path. */
export function primSpecsAt(layer: Layer, path: string): readonly PrimSpec[] {
  const names = stripVariantSelections(path).slice(1).split("/");
  const found: PrimSpec[] = [];
  const stack: { readonly spec: PrimLike & Spec; readonly depth: number }[] = [{ spec: layer.root, depth: 0 }];
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const { spec, depth } = at;
    if (depth === names.length && spec.specType === "prim") {
      found.push(spec);
      continue;
    }
    const child = memberNamed(spec.children, names[depth]);
    if (child !== undefined) stack.push({ spec: child, depth: depth + 1 });
    for (const { variants } of spec.variantSets) for (const variant of variants) stack.push({ spec: variant, depth });
  }
  return found;
}

/** Returns a part of the text with the edits applied. */
function textOf(
  bytes: Uint8Array,
  { start, end }: { readonly start: number; readonly end: number },
  edits: readonly TextEdit[],
): string {
  const moved = edits.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start }));
  const part = applyEdits(bytes.subarray(start, end), moved);
  return decodeUtf8(part, 0, part.length);
}
