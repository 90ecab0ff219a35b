/** Adds prims. */
import { quote } from "@usdkit/base";
import { declarePrim } from "@usdkit/usda";
import { composedSpecifier, composedType } from "../../index/prim-fields.ts";
import { ROOT_PATH, type PathId } from "../../paths/path-table.ts";
import { ensurePrim, placeOf } from "../authoring.ts";
import type { EditContext } from "../edit-context.ts";
import { checkTypeName } from "../edit-names.ts";
import { StageEditError } from "../stage-edit-error.ts";
import type { AddEdit } from "../stage-edit.ts";

/** Adds a prim with the prims above that the stage does not define, as `UsdStage.DefinePrim` does. */
export function addPrim(context: EditContext, edit: AddEdit): void {
  const { path, type, specifier = "def" } = edit;
  const { paths } = context.stage;
  const place = placeOf(context, path);
  if (place.property !== "" || path === "/")
    throw new StageEditError(`Expected the path of a prim, found ${quote(path)}`);
  checkTypeName(type ?? "");
  const { document, owner } = place;
  if (specifier !== "over") defineAbove(context, place.prim);
  // What is defined with the type already, as a class too, is not defined again.
  const isTyped = type === undefined || type === "" || type === typeOf(context, place.prim);
  if (specifier === "def" && isTyped && isDefinition(context, paths.parse(place.prim))) return;
  const existed = document.find(owner) !== undefined;
  const typeName = type === "" ? undefined : type;
  ensurePrim(context, place, { specifier, typeName });
  if (!existed) return;
  const declaration = { ...(specifier !== "over" && { specifier }), ...(typeName !== undefined && { typeName }) };
  context.apply(document, declarePrim(document.layer, owner, declaration), { kind: "site", path: owner });
}

function typeOf({ stage }: EditContext, prim: string): string {
  const index = stage.primIndex(prim);
  return index === undefined ? "" : composedType(index);
}

/** Whether the prim and all above have a specifier other than `over`. */
export function isDefinedOnStage(context: EditContext, prim: string): boolean {
  const { paths } = context.stage;
  for (let at = paths.parse(prim); at !== ROOT_PATH; at = paths.parent(at)) {
    if (!isDefinition(context, at)) return false;
  }
  return true;
}

/** Whether a prim has a specifier other than `over`. */
function isDefinition({ stage }: EditContext, prim: PathId): boolean {
  const index = stage.index(prim);
  return index !== undefined && composedSpecifier(index) !== "over";
}

/** Defines the prims above that the stage does not define. */
function defineAbove(context: EditContext, prim: string): void {
  const { paths } = context.stage;
  const missing: string[] = [];
  for (let at = paths.parent(paths.parse(prim)); at !== ROOT_PATH; at = paths.parent(at)) {
    const path = paths.text(at);
    if (isDefinedOnStage(context, path)) break;
    missing.unshift(path);
  }
  for (const path of missing) {
    const { document, owner, ...place } = placeOf(context, path);
    if (document.find(owner) === undefined) ensurePrim(context, { ...place, document, owner }, { specifier: "def" });
    else
      context.apply(document, declarePrim(document.layer, owner, { specifier: "def" }), { kind: "site", path: owner });
  }
}
