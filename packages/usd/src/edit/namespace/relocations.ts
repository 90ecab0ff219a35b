/** Relocations of prims that arcs of prims above bring: what has other names on the stage than behind the arcs. */
import { keepComments, removeField, setField } from "@usdkit/usda";
import type { EditContext } from "../edit-context.ts";
import type { LayerDocument } from "../layer-document.ts";
import type { NamespaceEdit } from "./namespace-edit.ts";

const field = "layerRelocates";

/**
 * Updates the relocations of the stage's layers after an edit: those of a prim that is deleted lead nowhere, those that lead to
 * their source are removed. Those of prims that moved have the new paths already.
 *
 * @param isNeeded whether arcs bring opinions to the prim, which are relocated by a new entry in the root layer
 */
export function relocate(context: EditContext, { from, to = "" }: NamespaceEdit, isNeeded: boolean): void {
  const { layers, rootLayer } = context.stage.layerStack;
  for (const { layer } of layers) {
    const document = context.document(layer);
    const before = relocatesOf(document);
    const isDeleted = to === "";
    const pairs = before
      // A relocation of what was below a deleted prim has no effect any more.
      .filter(([source]) => !(isDeleted && isBelow(source, from)))
      // What was relocated to the deleted prim, or below, is deleted with it: it must not come back where it was.
      .map(([source, target]): readonly [string, string] => [source, isDeleted && isIn(target, from) ? "" : target])
      .filter(([source, target]) => source !== target);
    if (isNeeded && layer === rootLayer) pairs.push([from, to]);
    const isSame =
      pairs.length === before.length &&
      pairs.every(([source, target], i) => source === before[i][0] && target === before[i][1]);
    if (isSame) continue;
    const edits =
      pairs.length === 0
        ? removeField(document.layer, "/", field)
        : setField(document.layer, "/", field, { kind: "relocates", pairs });
    context.apply(document, keepComments(document.layer, edits), { kind: "field", path: "/", field });
  }
}

function relocatesOf(document: LayerDocument): readonly (readonly [string, string])[] {
  const value = document.layer.root.fields.get(field)?.value;
  return value?.kind === "relocates" ? value.pairs : [];
}

function isIn(path: string, prim: string): boolean {
  return path === prim || isBelow(path, prim);
}

function isBelow(path: string, prim: string): boolean {
  return path.startsWith(`${prim}/`);
}
