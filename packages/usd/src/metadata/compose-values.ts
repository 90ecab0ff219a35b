/** Values that change the weaker one instead of hiding it: array edits, and path expressions with `%_`. */
import type { TypedValue, Value } from "@usdkit/layer";
import { applyArrayEdit } from "./array-edits.ts";
import { composePathExpressions, hasWeakerReference } from "./path-expressions.ts";

/** Whether the value of weaker layers has an effect on a value. */
export function composesOver(value: Value): boolean {
  return value.kind === "arrayEdit" || (isExpression(value) && hasWeakerReference(value.data));
}

/**
 * Returns the value that values compose to.
 *
 * @param values strongest first: those that compose over weaker ones, and at most one that does not, as the last
 * @param base the value below them if all compose; undefined for an empty array, or for no paths
 */
export function composeValues(values: readonly Value[], base: Value | undefined): Value | undefined {
  let composed = base;
  for (let i = values.length - 1; i >= 0; i--) composed = composeOver(values[i], composed);
  return composed;
}

function composeOver(stronger: Value, weaker: Value | undefined): Value {
  if (stronger.kind === "arrayEdit") {
    return applyArrayEdit(stronger, weaker?.kind === "typed" && weaker.isArray ? weaker : undefined);
  }
  if (!isExpression(stronger)) return stronger;
  const text = weaker !== undefined && isExpression(weaker) ? weaker.data : "";
  return { ...stronger, data: composePathExpressions(stronger.data, text) };
}

function isExpression(value: Value): value is TypedValue & { readonly data: string } {
  return value.kind === "typed" && value.type.kind === "pathExpression" && typeof value.data === "string";
}
