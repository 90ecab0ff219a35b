/** Whether a layer needs to be composed. */
import { addedItems, arcFields, visitLayer, type FieldValue, type Layer, type PrimLike } from "@usdkit/layer";

/**
 * Whether a layer has arcs or variants.
 *
 * @param isAsset whether a payload leads to an asset that is no layer
 */
export function composes(layer: Layer, isAsset: (assetPath: string) => boolean): boolean {
  let found = false;
  const look = ({ fields, variantSets }: PrimLike): void => {
    found ||= variantSets.length > 0;
    for (const [name, { value }] of fields)
      found ||= name === "payload" ? leadsToLayer(value, isAsset) : arcFields.has(name);
  };
  visitLayer(layer, { root: look, prim: look });
  return found;
}

function leadsToLayer(value: FieldValue, isAsset: (assetPath: string) => boolean): boolean {
  return value.kind === "referenceListOp" && addedItems(value.listOp).some(({ asset }) => !isAsset(asset));
}
