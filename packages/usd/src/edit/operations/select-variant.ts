/** Selects variants. */
import { quote } from "@usdkit/base";
import { keepComments, removeField, setField } from "@usdkit/usda";
import { ensurePrim, placeOf, requirePrim } from "../authoring.ts";
import type { EditContext } from "../edit-context.ts";
import { checkSelection } from "../edit-names.ts";
import { StageEditError } from "../stage-edit-error.ts";
import type { SelectEdit } from "../stage-edit.ts";

const field = "variantSelection";

/** Sets the selection of a variant set, or removes it from the target. */
export function selectVariant(context: EditContext, { path, set, variant }: SelectEdit): void {
  const place = placeOf(context, path);
  requirePrim(context, place.prim);
  if (place.property !== "" || place.prim === "/")
    throw new StageEditError(`Expected the path of a prim, found ${quote(path)}`);
  checkSelection(set, variant);
  const { document, owner } = place;
  const before = document.find(owner)?.fields.get(field)?.value;
  const entries = new Map(before?.kind === "stringMap" ? before.entries : []);
  if (variant === null) {
    if (!entries.delete(set)) return;
  } else entries.set(set, variant);
  ensurePrim(context, place);
  const { layer } = document;
  const edits =
    entries.size === 0
      ? removeField(layer, owner, field)
      : setField(layer, owner, field, { kind: "stringMap", entries });
  context.apply(document, keepComments(layer, edits), { kind: "field", path: owner, field });
}
