import {
  counted,
  halfBitsToFloat,
  type AttributeSpec,
  type ListOp,
  type PropertySpec,
  type ScalarKind,
  type TypedValue,
  type Value,
} from "@usdkit/layer";

/** Longer strings are cut. */
const MAX_LENGTH = 48;
/** Numbers that are still a value and not yet data: a matrix. */
const MAX_NUMBERS = 16;

/** The value of a property on a part of a line: `35`, `(0, 1.5, 6)`, `4096 values`, `24 time samples`, `</World/Main>`. */
export function describeValue(spec: PropertySpec): string {
  if (spec.specType === "relationship") return spec.targetPaths === undefined ? "" : describePaths(spec.targetPaths);
  return describeAttribute(spec);
}

function describeAttribute({ defaultValue, timeSamples, spline, connectionPaths }: AttributeSpec): string {
  const parts: string[] = [];
  if (defaultValue !== undefined) parts.push(describeOne(defaultValue));
  if (timeSamples !== undefined) parts.push(counted(timeSamples.times.length, "time sample"));
  if (spline !== undefined) parts.push(`spline of ${counted(spline.knots.length, "knot")}`);
  if (connectionPaths !== undefined) parts.push(`connected to ${describePaths(connectionPaths)}`);
  return parts.join(", ");
}

function describeOne(value: Value): string {
  switch (value.kind) {
    case "typed":
      return describeTyped(value);
    case "block":
      return "None";
    case "animationBlock":
      return "AnimationBlock";
    case "path":
      return `<${value.path}>`;
    case "dictionary":
      return `dictionary of ${value.entries.size}`;
    default:
      return cut(value.text);
  }
}

function describeTyped({ type, isArray, data }: TypedValue): string {
  if (typeof data === "string") return quoted(data, type.name);
  if (typeof data !== "object") return typeof data === "number" ? short(data, type.kind) : String(data);
  if (isStrings(data)) {
    return data.length <= 4
      ? `[${data.map((text) => quoted(text, type.name)).join(", ")}]`
      : counted(data.length, "value");
  }
  const components = Math.max(1, type.components);
  if (data.length > MAX_NUMBERS) return counted(data.length / components, "value");
  const numbers = Array.from<number | bigint, string>(data, (value) => {
    return short(type.kind === "half" ? halfBitsToFloat(Number(value)) : value, type.kind);
  });
  // From the inside out: rows of a matrix, then the matrix.
  const tuples = type.dims.reduceRight(
    (items, size) => chunk(items, size).map((tuple) => `(${tuple.join(", ")})`),
    numbers,
  );
  return isArray ? `[${tuples.join(", ")}]` : tuples.join("");
}

/** Floats and halfs hold more digits than anybody wrote: 1.7999999523162842. */
function short(value: number | bigint, kind: ScalarKind): string {
  const digits = kind === "float" ? 7 : 4;
  return typeof value === "number" && (kind === "float" || kind === "half")
    ? String(Number(value.toPrecision(digits)))
    : String(value);
}

function isStrings(data: object): data is readonly string[] {
  return Array.isArray(data);
}

function describePaths({ explicit, added, prepended, appended }: ListOp<string>): string {
  const paths = [...(explicit ?? []), ...(prepended ?? []), ...(added ?? []), ...(appended ?? [])];
  return paths.length > 3 ? counted(paths.length, "target") : paths.map((path) => `<${path}>`).join(", ");
}

function quoted(text: string, typeName: string): string {
  return typeName === "asset" ? `@${cut(text)}@` : `"${cut(text)}"`;
}

function cut(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text;
}

function chunk(items: readonly string[], size: number): string[][] {
  return Array.from({ length: items.length / size }, (_, i) => items.slice(i * size, (i + 1) * size));
}
