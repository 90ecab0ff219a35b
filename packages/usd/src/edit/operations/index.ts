/** What each kind of edit does. */
import type { EditContext } from "../edit-context.ts";
import { deleteObject, moveObject, renameObject } from "../namespace/edit-namespace.ts";
import type { StageEdit } from "../stage-edit.ts";
import { addPrim } from "./add-prim.ts";
import { editArc } from "./edit-arc.ts";
import { editSublayer } from "./edit-sublayer.ts";
import { removeSpec } from "./remove-spec.ts";
import { selectVariant } from "./select-variant.ts";
import { setMetadata } from "./set-metadata.ts";
import { setPaths } from "./set-paths.ts";
import { clearValue, setValue } from "./set-value.ts";

/** Makes an edit: changes documents of the context. */
export function applyEdit(context: EditContext, edit: StageEdit): void {
  switch (edit.op) {
    case "set":
      return setValue(context, edit);
    case "clear":
      return clearValue(context, edit);
    case "metadata":
      return setMetadata(context, edit);
    case "add":
      return addPrim(context, edit);
    case "remove":
      return edit.everywhere === true ? deleteObject(context, edit.path) : removeSpec(context, edit);
    case "rename":
      return renameObject(context, edit);
    case "move":
      return moveObject(context, edit);
    case "reference":
    case "payload":
    case "inherit":
    case "specialize":
      return editArc(context, edit);
    case "sublayer":
      return editSublayer(context, edit);
    case "select":
      return selectVariant(context, edit);
    case "targets":
    case "connect":
      return setPaths(context, edit);
  }
}
