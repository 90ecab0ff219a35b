/** Asset paths in values: variable expressions are evaluated. */
import type { Value, ValueData } from "@usdkit/layer";
import { evaluateExpression, isExpression } from "../expressions/evaluate-expression.ts";
import type { ExpressionVariables } from "../expressions/expression-value.ts";
import { mapTyped } from "./retime.ts";

/** Returns a value with the variable expressions of its asset paths evaluated; "" for an expression that cannot be. */
export function evaluateAssets(value: Value, variables: ExpressionVariables): Value {
  const evaluate = (path: string): string => {
    if (!isExpression(path)) return path;
    const { value: result } = evaluateExpression(path, variables);
    return typeof result === "string" ? result : "";
  };
  return mapAssetPaths(value, evaluate);
}

/**
 * Returns a value with its asset paths mapped: its own, or those of all entries of a dictionary.
 *
 * ```ts
 * mapAssetPaths(value, (path) => resolvePath("/shows/a", path));
 * ```
 */
export function mapAssetPaths(value: Value, map: (path: string) => string): Value {
  return mapTyped(value, (typed) => {
    if (typed.type.kind !== "asset") return typed;
    const { data } = typed;
    if (typeof data === "string") {
      const path = map(data);
      return path === data ? typed : { ...typed, data: path };
    }
    if (!isTexts(data)) return typed;
    const paths = data.map((path) => map(path));
    return paths.every((path, i) => path === data[i]) ? typed : { ...typed, data: paths };
  });
}

function isTexts(data: ValueData): data is readonly string[] {
  return Array.isArray(data);
}
