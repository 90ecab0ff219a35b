/** Adds and removes arcs of prims. */
import { quote } from "@usdkit/base";
import type { FieldValue, ReferenceItem } from "@usdkit/layer";
import { keepComments, removeField, setField } from "@usdkit/usda";
import { sameOffset } from "../../paths/layer-offset.ts";
import { ensurePrim, placeOf, requirePrim, type Place } from "../authoring.ts";
import type { EditContext } from "../edit-context.ts";
import { pathInTarget } from "../edit-target.ts";
import { withItem, withoutItem } from "../list-op-items.ts";
import { checkAssetPath, checkPrimPath, checkPrototype } from "../edit-names.ts";
import { StageEditError } from "../stage-edit-error.ts";
import type { ArcEdit } from "../stage-edit.ts";

const fields = {
  reference: "references",
  payload: "payload",
  inherit: "inheritPaths",
  specialize: "specializes",
} as const;

/** Adds an arc to a prim in the target, or removes it. */
export function editArc(context: EditContext, edit: ArcEdit): void {
  const place = placeOf(context, edit.path);
  requirePrim(context, place.prim);
  if (place.property !== "" || place.prim === "/") {
    throw new StageEditError(`Expected the path of a prim, found ${quote(edit.path)}`);
  }
  if (edit.prim !== undefined) {
    checkPrimPath(context.stage.paths, edit.prim);
    if ((edit.asset ?? "") === "") checkPrototype(edit.prim);
  }
  checkAssetPath(edit.asset ?? "");
  const field = fields[edit.op];
  const before = place.document.find(place.owner)?.fields.get(field)?.value;
  const value =
    edit.op === "inherit" || edit.op === "specialize"
      ? pathsWith(context, place, edit, before)
      : arcsWith(context, place, edit, before);
  ensurePrim(context, place);
  const { document, owner } = place;
  const edits = isEmpty(value)
    ? removeField(document.layer, owner, field)
    : setField(document.layer, owner, field, value);
  context.apply(document, keepComments(document.layer, edits), { kind: "field", path: owner, field });
}

function arcsWith(context: EditContext, place: Place, edit: ArcEdit, before: FieldValue | undefined): FieldValue {
  const listOp = before?.kind === "referenceListOp" ? before.listOp : {};
  const { asset = "", prim, offset = 0, scale = 1, list = "prepend" } = edit;
  if (asset === "" && prim === undefined) {
    throw new StageEditError(`A ${edit.op} needs an "asset" or a "prim"`);
  }
  // A path of an asset is one of that asset; others are mapped like all paths of the stage.
  const primPath = prim === undefined ? "" : asset === "" ? pathInTarget(context.stage, place, prim) : prim;
  // As given, whatever the offset of the target: so `UsdReferences.AddReference` writes it.
  const item: ReferenceItem = { asset, primPath, layerOffset: { offset, scale } };
  if (edit.remove !== true)
    return { kind: "referenceListOp", listOp: withItem(listOp, item, { position: list, isSame: isSameArc }) };
  const lists = [listOp.explicit, listOp.added, listOp.prepended, listOp.appended];
  const authored = lists.flatMap((items) => items ?? []);
  const removed = authored.find((each) => each.asset === asset && each.primPath === primPath) ?? item;
  return { kind: "referenceListOp", listOp: withoutItem(listOp, removed, isSameArc) };
}

function isSameArc(a: ReferenceItem, b: ReferenceItem): boolean {
  return a.asset === b.asset && a.primPath === b.primPath && sameOffset(a.layerOffset, b.layerOffset);
}

function pathsWith(context: EditContext, place: Place, edit: ArcEdit, before: FieldValue | undefined): FieldValue {
  const listOp = before?.kind === "pathListOp" ? before.listOp : {};
  const { prim, list = "prepend" } = edit;
  if (prim === undefined || edit.asset !== undefined) {
    const what = edit.op === "inherit" ? "An inherits" : "A specializes";
    throw new StageEditError(`${what} arc leads to a prim of the same layer stack, not to an asset`, {
      hint: 'Give its path as "prim"; for another file use {"op":"reference"}',
    });
  }
  const path = classInTarget(context, place, prim);
  const isSame = (a: string, b: string): boolean => a === b;
  const changed =
    edit.remove === true ? withoutItem(listOp, path, isSame) : withItem(listOp, path, { position: list, isSame });
  return { kind: "pathListOp", listOp: changed };
}

/**
 * Returns the path of a class as the target has it. A layer behind an arc need not have a class of the stage: arcs to its root prims
 * are implied on the stage, where a class of that name is found.
 */
function classInTarget(context: EditContext, place: Place, prim: string): string {
  try {
    return pathInTarget(context.stage, place, prim);
  } catch (error) {
    if (error instanceof StageEditError && /^\/[^/{.]+$/u.test(prim)) return prim;
    throw error;
  }
}

function isEmpty(value: FieldValue): boolean {
  if (value.kind !== "referenceListOp" && value.kind !== "pathListOp") return false;
  return Object.values(value.listOp).every((items) => items === undefined);
}
