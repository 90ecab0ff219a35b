/** Values that change the weaker one instead of hiding it: array edits, and path expressions, which have it as `%_`. */
import type { TypedValue, Value } from "@usdkit/layer";
import { applyArrayEdit } from "./array-edits.ts";
import { composePathExpressions } from "./path-expressions.ts";

/**
 * Whether weaker opinions are asked for after a value. Path expressions without `%_` are among them, as in the reference: a
 * weaker block then hides them at the default time, and weaker samples add their times.
 */
export function composesOver(value: Value): boolean {
  return value.kind === "arrayEdit" || isExpression(value);
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
