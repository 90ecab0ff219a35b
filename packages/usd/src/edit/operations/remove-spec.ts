/** Removes prims and properties from the target. */
import { quote } from "@usdkit/base";
import { removePrim, removeProperty } from "@usdkit/usda";
import { placeOf, requirePrim } from "../authoring.ts";
import type { EditContext } from "../edit-context.ts";
import { StageEditError } from "../stage-edit-error.ts";
import type { RemoveEdit } from "../stage-edit.ts";

const MAX_LISTED = 5;

/** Removes what the target has of a prim, with the prims below it, or of a property. */
export function removeSpec(context: EditContext, { path }: RemoveEdit): void {
  const place = placeOf(context, path);
  const { document, specPath, property } = place;
  if (path === "/") throw new StageEditError('The root "/" cannot be removed');
  const found = document.find(specPath);
  if (found?.specType === "variant") {
    throw new StageEditError(`${quote(path)} is the prim that has the target as a variant`, {
      hint: "Remove properties of it or prims below it, or name the layer as the target",
    });
  }
  if (found === undefined) {
    if (property === "") requirePrim(context, place.prim, "");
    const layers = layersWith(context, place.prim, property);
    const hint =
      layers.length === 0
        ? undefined
        : `It has opinions in ${layers.slice(0, MAX_LISTED).map(quote).join(", ")}: name the layer as the target, or add "everywhere":true`;
    throw new StageEditError(`${context.target.description} has no opinions about ${quote(path)}`, { hint });
  }
  const { layer } = document;
  if (property === "") context.apply(document, removePrim(layer, specPath), { kind: "site", path: specPath });
  else context.apply(document, removeProperty(layer, specPath), { kind: "property", path: specPath });
}

function layersWith({ values }: EditContext, prim: string, property: string): readonly string[] {
  const sites = property === "" ? values.primOpinions(prim) : values.propertyOpinions(`${prim}.${property}`);
  return [...new Set(sites.map(({ layer }) => layer.identifier))];
}
