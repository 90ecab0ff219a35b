/** Values of schemas as text. */
import { valueTypes } from "@usdkit/layer";
import type { PropertyDefinition } from "@usdkit/service-scene";

type Fallback = NonNullable<PropertyDefinition["fallback"]>;
type Scalar = number | boolean | string;

/** Returns a fallback as the text of a value: flat numbers become tuples and matrices. */
export function valueText(value: Fallback, type: string): string {
  const isArray = type.endsWith("[]");
  const found = valueTypes.get(isArray ? type.slice(0, -2) : type);
  const marks = found?.kind === "asset" ? "@" : '"';
  const scalars: readonly Scalar[] = typeof value === "object" ? value : [value];
  const words = scalars.map((each) => scalarText(each, marks));
  const [rows = 1, columns = rows] = found?.dims ?? [];
  const inTuples = (parts: readonly string[], size: number): string[] => {
    const tuples: string[] = [];
    for (let at = 0; at < parts.length; at += size) tuples.push(`(${parts.slice(at, at + size).join(", ")})`);
    return tuples;
  };
  let parts = words;
  if (found?.dims.length === 2) parts = inTuples(inTuples(words, columns), rows);
  else if (found?.dims.length === 1) parts = inTuples(words, columns);
  return isArray ? `[${parts.join(", ")}]` : parts.join(", ");
}

function scalarText(value: Scalar, mark: string): string {
  if (typeof value === "string") return mark === "@" ? `@${value}@` : JSON.stringify(value);
  if (typeof value === "number" && !Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  return String(value);
}

/** Returns the text of a value to begin with: the fallback, or zeros; undefined for relationships, and types without values. */
export function initialValue({ type, fallback, name, allowedTokens }: PropertyDefinition): string | undefined {
  if (fallback !== undefined) return valueText(fallback, type);
  if (name === "xformOpOrder") return '["xformOp:transform"]';
  if (type.endsWith("[]")) return "[]";
  const found = valueTypes.get(type);
  if (found === undefined) return undefined;
  switch (found.kind) {
    case "opaque":
      return undefined;
    case "bool":
      return "false";
    case "asset":
    case "token":
    case "string":
    case "pathExpression":
      return valueText(allowedTokens?.[0] ?? "", type);
    default:
      return valueText(
        Array.from({ length: found.components }, () => 0),
        type,
      );
  }
}
