/** Deletes the opinions of one layer about an object, and the targets and arcs of that layer that lead there. */
import { visitLayer, type FieldValue, type ListOp, type Spec } from "@usdkit/layer";
import {
  keepComments,
  mayHavePathWith,
  primSpecsAt,
  removeField,
  removePrim,
  removeProperty,
  setConnections,
  setField,
  setTargets,
  type TextEdit,
} from "@usdkit/usda";
import { defaultPrimOf } from "../../change/layer-effects.ts";
import type { EditContext } from "../edit-context.ts";
import type { LayerDocument } from "../layer-document.ts";
import { removeInert, sitesEffect } from "./move-in-layer.ts";

/** Deletes a prim with all below it. Path expressions stay: what they name matches nothing. */
export function deletePrim(context: EditContext, document: LayerDocument, prim: string): void {
  const hadSpecs = primSpecsAt(document.layer, prim).length > 0;
  // Each removal changes the ranges of the text, so the specs are found again.
  for (let [spec] = primSpecsAt(document.layer, prim); spec !== undefined; [spec] = primSpecsAt(document.layer, prim)) {
    const { path } = spec;
    context.apply(document, removePrim(document.layer, path), sitesEffect([path]));
  }
  if (hadSpecs) removeInert(context, document, prim.slice(0, prim.lastIndexOf("/")) || "/");
  const name = defaultPrimOf(document.layer);
  if (name === prim || name === prim.slice(1))
    apply(context, document, removeField(document.layer, "/", "defaultPrim"));
  removePaths(context, document, {
    name: prim.slice(prim.lastIndexOf("/") + 1),
    isGonePath: (path) => path === prim || path.startsWith(`${prim}/`) || path.startsWith(`${prim}.`),
  });
}

/** Returns a function that decides whether an asset path of a layer leads to a layer of the stage, which is edited too. */
export function leadsToStage({ stage }: EditContext, { stageLayer }: LayerDocument): (asset: string) => boolean {
  const own = new Set(stage.layerStack.layers.map(({ layer }) => layer));
  return (asset) => {
    const found = stage.findLayer(asset, stageLayer);
    return found !== undefined && own.has(found);
  };
}

/** Deletes a property. */
export function deleteProperty(context: EditContext, document: LayerDocument, property: string): void {
  if (document.property(property) !== undefined) {
    context.apply(document, removeProperty(document.layer, property), { kind: "properties", paths: [property] });
    removeInert(context, document, property.slice(0, property.lastIndexOf(".")));
  }
  removePaths(context, document, {
    name: property.slice(property.lastIndexOf(".") + 1),
    isGonePath: (path) => path === property,
  });
}

/** Whether a path is gone, in the layer itself or in the file of an asset path. */
type IsGone = (path: string, asset?: string) => boolean;

/** Removes the items of list ops that lead to what is gone. */
function removePaths(
  context: EditContext,
  document: LayerDocument,
  { name, isGonePath }: { readonly name: string; readonly isGonePath: (path: string) => boolean },
): void {
  // Every path that leads there, or below, has the name.
  if (!mayHavePathWith(document.layer, name)) return;
  const isInStage = leadsToStage(context, document);
  const isGone: IsGone = (path, asset = "") => isGonePath(path) && (asset === "" || isInStage(asset));
  const found: Spec[] = [];
  visitLayer(document.layer, {
    prim: (spec) => void (hasGone(spec, isGone) && found.push(spec)),
    variant: (spec) => void (hasGone(spec, isGone) && found.push(spec)),
    attribute: (spec) => void (leadsTo(spec.connectionPaths, isGone) && found.push(spec)),
    relationship: (spec) => void (leadsTo(spec.targetPaths, isGone) && found.push(spec)),
  });
  for (const spec of found) for (const edits of editsOf(document, spec, isGone)) apply(context, document, edits());
}

/** Returns functions that make the edits of a spec one after the other, each for the text after the one before. */
function editsOf(document: LayerDocument, spec: Spec, isGone: IsGone): readonly (() => readonly TextEdit[])[] {
  const { path } = spec;
  if (spec.specType === "relationship") {
    return [() => setTargets(document.layer, path, without(spec.targetPaths ?? {}, isGone))];
  }
  if (spec.specType === "attribute") {
    return [() => setConnections(document.layer, path, without(spec.connectionPaths ?? {}, isGone))];
  }
  return [...spec.fields.values()].flatMap(({ name, value }) => {
    const left = fieldWithout(value, isGone);
    if (left === value) return [];
    return [
      () =>
        keepComments(
          document.layer,
          left === undefined ? removeField(document.layer, path, name) : setField(document.layer, path, name, left),
        ),
    ];
  });
}

function hasGone({ fields }: Spec, isGone: IsGone): boolean {
  for (const { value } of fields.values()) if (fieldWithout(value, isGone) !== value) return true;
  return false;
}

/** Returns a field without the arcs to what is gone: itself, if it has none; undefined if nothing is left. */
function fieldWithout(value: FieldValue, isGone: IsGone): FieldValue | undefined {
  if (value.kind === "pathListOp") {
    if (!leadsTo(value.listOp, isGone)) return value;
    const listOp = without(value.listOp, isGone);
    return listOp === undefined ? undefined : { kind: "pathListOp", listOp };
  }
  if (value.kind !== "referenceListOp") return value;
  const isGoneArc = ({ asset, primPath }: { readonly asset: string; readonly primPath: string }): boolean =>
    isGone(primPath, asset);
  if (!leadsTo(value.listOp, isGoneArc)) return value;
  const listOp = without(value.listOp, isGoneArc);
  return listOp === undefined ? undefined : { kind: "referenceListOp", listOp };
}

function leadsTo<T>(listOp: ListOp<T> | undefined, isGone: (item: T) => boolean): boolean {
  return Object.values(listOp ?? {}).some(
    (items: readonly T[] | undefined) => items?.some((item) => isGone(item)) === true,
  );
}

/** Returns a list op without items; undefined if no operation is left. An explicit list stays, empty too. */
function without<T>(listOp: ListOp<T>, isGone: (item: T) => boolean): ListOp<T> | undefined {
  const left = (items: readonly T[] | undefined): readonly T[] | undefined => {
    const kept = items?.filter((item) => !isGone(item));
    return kept?.length === 0 ? undefined : kept;
  };
  if (listOp.explicit !== undefined) return { explicit: listOp.explicit.filter((item) => !isGone(item)) };
  const { added, prepended, appended, deleted, ordered } = listOp;
  const rest = {
    added: left(added),
    prepended: left(prepended),
    appended: left(appended),
    deleted: left(deleted),
    ordered: left(ordered),
  };
  return Object.values(rest).every((items) => items === undefined) ? undefined : rest;
}

function apply(context: EditContext, document: LayerDocument, edits: readonly TextEdit[]): void {
  context.apply(document, edits, { kind: "unknown" });
}
