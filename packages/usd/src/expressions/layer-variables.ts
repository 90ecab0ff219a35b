/** The expression variables that a layer authors. */
import type { Layer, Value } from "@usdkit/layer";
import type { ExpressionValue, ExpressionVariables } from "./expression-value.ts";

/** Returns the expression variables that a layer authors; on a stage, those of layers above it are stronger. */
export function layerVariables(layer: Layer): ExpressionVariables {
  return new Map(variablesOf(layer));
}

/** Returns the variables of a layer, without those of types that expressions do not have. */
export function variablesOf(layer: Layer): readonly (readonly [string, ExpressionValue])[] {
  const value = layer.root.fields.get("expressionVariables")?.value;
  if (value?.kind !== "dictionary") return [];
  const found: (readonly [string, ExpressionValue])[] = [];
  for (const [name, each] of value.entries) {
    const converted = convert(each);
    if (converted !== undefined) found.push([name, converted]);
  }
  return found;
}

/** Returns the value of a variable; undefined for types that expressions do not have. */
function convert(value: Value): ExpressionValue {
  if (value.kind !== "typed") return undefined;
  const { data, isArray, type } = value;
  const isInteger = type.kind === "int" || type.kind === "int64";
  if (!isArray) {
    if (typeof data === "boolean" || (typeof data === "string" && type.kind === "string")) return data;
    return isInteger && (typeof data === "number" || typeof data === "bigint") ? BigInt(data) : undefined;
  }
  if (type.kind === "string" && typeof data === "object" && !ArrayBuffer.isView(data)) return data;
  if (data instanceof Int32Array || data instanceof BigInt64Array) return Array.from(data, BigInt);
  return type.kind === "bool" && data instanceof Uint8Array ? Array.from(data, (each) => each !== 0) : undefined;
}
