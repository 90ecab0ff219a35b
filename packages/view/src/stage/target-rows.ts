/** The places where edits of a prim may go. */
import { parseLayerName, variantSetsOf } from "@usdkit/usd";
import type { TargetRow } from "../protocol/edit-messages.ts";
import type { ViewedStage } from "./prim-rows.ts";

/** Maximum number of places that are listed. */
const MAX_TARGETS = 200;

/**
 * Returns the layers of the root layer stack, those behind the arcs of a prim, and the selected variants of the prim and of those
 * above it in each layer that has them; those in packages are read-only and left out.
 */
export function targetRows({ stage, name }: Pick<ViewedStage, "stage" | "name">, prim: string): readonly TargetRow[] {
  const { layers, rootLayer } = stage.layerStack;
  const rows = new Map<string, TargetRow>();
  const isEditable = (identifier: string): boolean =>
    !identifier.startsWith("anon:") && parseLayerName(identifier).inner.length === 0;
  const add = (identifier: string, kind: string): void => {
    if (rows.has(identifier) || !isEditable(identifier)) return;
    rows.set(identifier, { target: identifier, label: `${name(identifier)} (${kind})` });
  };
  rows.set(rootLayer.identifier, { target: null, label: `${name(rootLayer.identifier)} (root layer)` });
  for (const { layer } of layers) add(layer.identifier, "layer stack");
  for (const { layer } of stage.primStack(prim)) add(layer.identifier, "behind an arc");
  for (let path = prim; path.length > 1; path = path.slice(0, path.lastIndexOf("/"))) {
    const specs = stage.primStack(path);
    for (const { name: set, selection } of variantSetsOf(stage, path)) {
      if (selection === "") continue;
      const variant = `${path}{${set}=${selection}}`;
      for (const { layer, spec } of specs) {
        const { identifier } = layer;
        if (!isEditable(identifier) || !spec.variantSets.some((each) => each.name === set)) continue;
        const isRoot = layer === rootLayer;
        const target = isRoot ? variant : `${identifier}<${variant}>`;
        rows.set(target, { target, label: `variant ${variant}${isRoot ? "" : ` of ${name(identifier)}`}` });
      }
    }
  }
  return [...rows.values()].slice(0, MAX_TARGETS);
}
