/** Moves the opinions of one layer, and the paths of that layer that lead there. */
import type { Layer } from "@usdkit/layer";
import {
  createPrim,
  mayHavePathWith,
  movePrim,
  moveProperty,
  primSpecsAt,
  relocatePaths,
  removePrim,
  renamePrimInVariants,
  renameProperty,
  replacePathExpressions,
  type PathAtom,
  type TextEdit,
} from "@usdkit/usda";
import { defaultPrimOf } from "../../change/layer-effects.ts";
import type { EditContext, Effect } from "../edit-context.ts";
import type { LayerDocument } from "../layer-document.ts";

/** The path of an object before and after. */
export interface Move {
  readonly from: string;
  readonly to: string;
}

/** Moves the prim of a layer, if it has one. */
export function movePrimInLayer(context: EditContext, document: LayerDocument, move: Move): void {
  const { from, to } = move;
  const parent = parentOf(to);
  const isRename = parent === parentOf(from);
  apply(context, document, expressionEdits(document.layer, move));
  const specs = isRename ? primSpecsAt(document.layer, from) : [];
  if (specs.length > 0) {
    const edits = renamePrimInVariants(document.layer, from, nameOf(to));
    // Otherwise paths that lead there change too.
    const isAlone = edits.length === specs.length;
    const renamed = specs.flatMap(({ path }) => [path, path.slice(0, path.length - nameOf(from).length) + nameOf(to)]);
    return context.apply(document, edits, isAlone ? sitesEffect(renamed) : { kind: "unknown" });
  }
  if (isRename || document.find(from) === undefined)
    return apply(context, document, relocatePaths(document.layer, move));
  if (document.find(parent) === undefined) apply(context, document, createPrim(document.layer, parent));
  const isAlone = !mayHavePathWith(document.layer, nameOf(from)) && !isDefault(document.layer, from);
  const edits = movePrim(document.layer, from, to, { variantOpinions: "leave" });
  context.apply(document, edits, isAlone ? sitesEffect([from, to]) : { kind: "unknown" });
  removeInert(context, document, parentOf(from));
}

/** Moves the property of a layer, if it has one. */
export function movePropertyInLayer(context: EditContext, document: LayerDocument, move: Move): void {
  const { from, to } = move;
  const owner = to.slice(0, to.lastIndexOf("."));
  const isRename = from.startsWith(`${owner}.`);
  const property = document.property(from);
  if (property === undefined) return apply(context, document, relocatePaths(document.layer, move));
  if (isRename) {
    const edits = renameProperty(document.layer, from, to.slice(owner.length + 1));
    // Otherwise paths that lead there, or the order of properties, change too.
    const isAlone = edits.length === property.statements.length;
    return context.apply(document, edits, isAlone ? { kind: "properties", paths: [from, to] } : { kind: "unknown" });
  }
  if (document.find(owner) === undefined) apply(context, document, createPrim(document.layer, owner));
  apply(context, document, moveProperty(document.layer, from, to));
  removeInert(context, document, from.slice(0, from.lastIndexOf(".")));
}

/** Removes overs without any opinion, from a prim upwards. */
export function removeInert(context: EditContext, document: LayerDocument, prim: string): void {
  for (let at = prim; at !== "/"; at = parentOf(at)) {
    const spec = document.find(at);
    if (spec?.specType !== "prim" || spec.specifier !== "over" || spec.typeName !== "") return;
    const { children, properties, variantSets, fields } = spec;
    if (children.length + properties.length + variantSets.length + fields.size > 0) return;
    context.apply(document, removePrim(document.layer, at), sitesEffect([at]));
  }
}

/** What prims at other paths have an effect on, if nothing else of their layer changes. */
export function sitesEffect(paths: readonly string[]): Effect {
  return { kind: "sites", paths, keepsArcs: true };
}

function isDefault(layer: Layer, prim: string): boolean {
  const name = defaultPrimOf(layer);
  return `${name}/`.startsWith(`${prim}/`) || `/${name}/`.startsWith(`${prim}/`);
}

function apply(context: EditContext, document: LayerDocument, edits: readonly TextEdit[]): void {
  context.apply(document, edits, { kind: "unknown" });
}

/** Returns the edits of path expressions with the prim, or a prim below. */
function expressionEdits(layer: Layer, { from, to }: Move): TextEdit[] {
  return replacePathExpressions(layer, (atom) => movedAtom(atom, from, to));
}

function movedAtom({ text }: PathAtom, from: string, to: string): string {
  const mark = text.startsWith("%") ? "%" : "";
  const path = text.slice(mark.length);
  if (path !== from && !(path.startsWith(from) && /^[/.:{]/u.test(path.slice(from.length)))) return text;
  return mark + to + path.slice(from.length);
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
