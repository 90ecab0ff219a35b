/**
 * Renames, moves and deletes prims and properties of a stage: their opinions in the layers of the stage, and all paths that lead
 * there. What arcs of prims above bring is relocated.
 */
import { quote } from "@usdkit/base";
import { relocateArcs } from "@usdkit/usda";
import type { StageLayer } from "../../resolve/stage-layer.ts";
import type { EditContext } from "../edit-context.ts";
import type { LayerDocument } from "../layer-document.ts";
import type { MoveEdit, RenameEdit } from "../stage-edit.ts";
import { StageEditError } from "../stage-edit-error.ts";
import { deletePrim, deleteProperty, leadsToStage } from "./delete-in-layer.ts";
import { movePrimInLayer, movePropertyInLayer, type Move } from "./move-in-layer.ts";
import { dependentsOf } from "./dependents.ts";
import { namespaceEdit, type NamespaceEdit } from "./namespace-edit.ts";
import { contributionsAcrossArcs } from "./across-arcs.ts";
import { relocate } from "./relocations.ts";

/** Renames a prim or a property. */
export function renameObject(context: EditContext, { path, name }: RenameEdit): void {
  const cut = Math.max(path.lastIndexOf("/"), path.lastIndexOf("."));
  if (/[/.{}]/u.test(name) || name === "") throw new StageEditError(`Expected a name, found ${quote(name)}`);
  moveTo(context, path, path.slice(0, cut + 1) + name);
}

/** Moves a prim or a property. */
export function moveObject(context: EditContext, { path, to }: MoveEdit): void {
  moveTo(context, path, to);
}

/** Deletes a prim or a property. */
export function deleteObject(context: EditContext, path: string): void {
  editNamespace(context, namespaceEdit(context, path, undefined));
}

function moveTo(context: EditContext, from: string, to: string): void {
  if (from !== to) editNamespace(context, namespaceEdit(context, from, to));
}

function editNamespace(context: EditContext, edit: NamespaceEdit): void {
  const across = contributionsAcrossArcs(context, edit);
  if (across.length > 0 && edit.property !== "") {
    throw new StageEditError(`${quote(edit.from)} has opinions in ${across.map(quote).join(", ")}, behind arcs`, {
      hint: "Properties cannot be relocated: change the name in that layer",
    });
  }
  const dependents = dependentsOf(context, edit);
  const suffix = edit.property === "" ? "" : `.${edit.property}`;
  const name = edit.to?.slice(edit.to.lastIndexOf(".") + 1);
  // The object may take the place of one that goes.
  for (const { from, to } of dependents) if (to === undefined) editLayers(context, from + suffix, undefined);
  editLayers(context, edit.from, edit.to);
  for (const { from, to } of dependents) {
    if (to !== undefined) editLayers(context, from + suffix, edit.property === "" ? to : `${to}.${name}`);
  }
  if (edit.property === "") relocate(context, edit, across.length > 0);
}

/** Moves or deletes the opinions of the stage's layers about a prim or property. */
function editLayers(context: EditContext, from: string, to: string | undefined): void {
  if (from === to) return;
  const isProperty = from.includes(".");
  for (const document of localDocuments(context)) {
    if (to === undefined) {
      if (isProperty) deleteProperty(context, document, from);
      else deletePrim(context, document, from);
    } else if (isProperty) movePropertyInLayer(context, document, { from, to });
    else movePrimInLayer(context, document, { from, to });
    if (to !== undefined && !isProperty) moveArcs(context, document, { from, to });
  }
}

/** Changes the arcs of a layer that lead to the prim in a file that is a layer of the stage too. */
function moveArcs(context: EditContext, document: LayerDocument, move: Move): void {
  context.apply(document, relocateArcs(document.layer, move, leadsToStage(context, document)), { kind: "unknown" });
}

/** Returns the documents of the stage's layers that have something to change. */
function localDocuments(context: EditContext): readonly LayerDocument[] {
  return context.stage.layerStack.layers.map(({ layer }: { readonly layer: StageLayer }) => context.document(layer));
}
