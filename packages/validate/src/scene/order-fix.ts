/** Fixes of `xformOpOrder`. */
import { isIdentityMatrix, rowMatrix } from "@usdkit/service-scene";
import { type Layer, type PrimSpec, type PropertySpec } from "@usdkit/layer";
import { insertAfterProperty, mergeEdits, removeStatementText, setAttributeValue } from "@usdkit/usda";
import type { Fix } from "../model/finding.ts";
import { makeFix } from "./make-fix.ts";
import { orderText } from "./matrix-text.ts";
import { RESET_STACK, TRANSFORM, TRANSFORM_ORDER } from "./names.ts";
import { isMoreThanValue } from "./attributes.ts";
import type { RuleReading } from "./rule-reading.ts";
import { attributeOfEntry, type TransformReading } from "./transform-reading.ts";

interface Scene {
  readonly layer: Layer;
  readonly scene: RuleReading;
}

/** Whether no opinion about the prim's ops comes from elsewhere or is brought to another place, in this or another layer. */
function staysComposed({ composition, isServiceScene }: RuleReading, prim: PrimSpec): boolean {
  return isServiceScene && composition.composedFrom(prim) === "none" && !composition.isTarget(prim);
}

function isIdentity(matrix: PropertySpec | undefined): boolean {
  if (matrix?.specType !== "attribute" || isMoreThanValue(matrix)) return false;
  const value = matrix.defaultValue;
  if (value?.kind !== "typed" || value.isArray || value.type.canonicalName !== "matrix4d") return false;
  return isIdentityMatrix(rowMatrix(value.data as Float64Array));
}

/**
 * Returns the fix that makes the order list the matrix, and nothing that is not authored; a reset stays first. USD then moves
 * the prim as the service does, so it is safe only for a matrix that moves nothing.
 */
export function listFix(
  { layer, scene }: Scene,
  prim: PrimSpec,
  { matrix, order }: TransformReading,
  entries: readonly string[],
): readonly Fix[] {
  const isSafe = isIdentity(matrix) && staysComposed(scene, prim);
  const text = orderText(entries.includes(RESET_STACK) ? [RESET_STACK, TRANSFORM] : [TRANSFORM]);
  return makeFix(`List "${TRANSFORM}" in "${TRANSFORM_ORDER}"`, isSafe, () => {
    if (layer.source === undefined) return [];
    const statement = `uniform token[] ${TRANSFORM_ORDER} = ${text}`;
    const behind = matrix?.statements.at(-1);
    if (order === undefined) return behind === undefined ? [] : [insertAfterProperty(layer, behind, statement)];
    const range = order.specType === "attribute" ? order.defaultValue?.range : undefined;
    return range === undefined ? setAttributeValue(layer, order.path, text) : [{ ...range, text }];
  });
}

/**
 * Returns the fix that removes an entry from the order, or the order if nothing is left in it. Safe only if the attribute cannot
 * come from elsewhere.
 */
export function unlistFix(
  { layer, scene }: Scene,
  order: PropertySpec,
  entries: readonly string[],
  entry: string,
): readonly Fix[] {
  const isSafe = order.parent.specType === "prim" && staysComposed(scene, order.parent);
  const name = attributeOfEntry(entry);
  const left = entries.filter((each) => attributeOfEntry(each) !== name);
  return makeFix(`Remove "${entry}" from "${TRANSFORM_ORDER}"`, isSafe, () => {
    if (layer.source === undefined || order.specType !== "attribute") return [];
    if (left.length === 0 && order.fields.size === 0) {
      return mergeEdits(...order.statements.map((each) => removeStatementText(layer, each)));
    }
    const range = order.defaultValue?.range;
    return range === undefined ? [] : [{ ...range, text: orderText(left) }];
  });
}
