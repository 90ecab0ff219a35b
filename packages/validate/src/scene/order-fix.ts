/** Fixes of `xformOpOrder`. */
import { type Layer, type PrimSpec, type PropertySpec } from "@usdkit/layer";
import { removeProperty, setAttributeValue } from "@usdkit/usda";
import type { Fix } from "../model/finding.ts";
import { makeFix } from "./make-fix.ts";
import { orderText } from "./matrix-text.ts";
import { RESET_STACK, TRANSFORM, TRANSFORM_ORDER } from "./names.ts";
import { insertBehind, removeStatement } from "./statement-edits.ts";
import { attributeOfEntry, type TransformReading } from "./transform-reading.ts";

/** Makes the order list the matrix, and nothing that is not there; a reset stays first. */
export function listFix(
  layer: Layer,
  prim: PrimSpec,
  { matrix, order }: TransformReading,
  entries: readonly string[],
): readonly Fix[] {
  const text = orderText(entries.includes(RESET_STACK) ? [RESET_STACK, TRANSFORM] : [TRANSFORM]);
  return makeFix(`List "${TRANSFORM}" in "${TRANSFORM_ORDER}"`, true, () => {
    if (layer.source === undefined) return [];
    const statement = `uniform token[] ${TRANSFORM_ORDER} = ${text}`;
    if (order === undefined) return matrix === undefined ? [] : insertBehind(layer, prim, matrix, statement);
    const range = order.specType === "attribute" ? order.defaultValue?.range : undefined;
    return range === undefined ? setAttributeValue(layer, order.path, text) : [{ ...range, text }];
  });
}

/** Takes an entry out of the order; the order too, where nothing is left in it. */
export function unlistFix(
  layer: Layer,
  order: PropertySpec,
  entries: readonly string[],
  entry: string,
): readonly Fix[] {
  const name = attributeOfEntry(entry);
  const left = entries.filter((each) => attributeOfEntry(each) !== name);
  return makeFix(`Take "${entry}" out of "${TRANSFORM_ORDER}"`, true, () => {
    if (layer.source === undefined || order.specType !== "attribute") return [];
    if (left.length === 0 && order.fields.size === 0) {
      return order.statements.length === 1 ? removeStatement(layer, order) : removeProperty(layer, order.path);
    }
    const range = order.defaultValue?.range;
    return range === undefined ? [] : [{ ...range, text: orderText(left) }];
  });
}
