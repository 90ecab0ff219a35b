/** Fallback values of schemas. */
import { floatToHalfBits } from "@usdkit/base";
import { isTextKind, valueTypes, type NumericArray, type TypedValue, type ValueType } from "@usdkit/layer";
import type { SchemaProperty } from "@usdkit/schemas";

/** Returns the fallback value of an attribute; undefined if its schema has none. */
export function fallbackValue({ type: typeName, fallback }: SchemaProperty): TypedValue | undefined {
  if (fallback === undefined) return undefined;
  const isArray = typeName.endsWith("[]");
  const type = valueTypes.get(isArray ? typeName.slice(0, -2) : typeName);
  if (type === undefined) return undefined;
  if (typeof fallback === "object") {
    const list: readonly (number | string)[] = fallback;
    const texts = list.filter((each) => typeof each === "string");
    if (isTextKind(type.kind)) return { kind: "typed", type, isArray, data: texts };
    const numbers = list.filter((each) => typeof each === "number");
    return { kind: "typed", type, isArray, data: numericArray(type, numbers) };
  }
  if (typeof fallback === "number" && type.kind === "float") {
    return { kind: "typed", type, isArray, data: Math.fround(fallback) };
  }
  if (typeof fallback === "number" && (type.kind === "int64" || type.kind === "uint64")) {
    return { kind: "typed", type, isArray, data: BigInt(fallback) };
  }
  return { kind: "typed", type, isArray, data: fallback };
}

function numericArray({ kind }: ValueType, numbers: readonly number[]): NumericArray {
  switch (kind) {
    case "bool":
    case "uchar":
      return Uint8Array.from(numbers);
    case "int":
      return Int32Array.from(numbers);
    case "uint":
      return Uint32Array.from(numbers);
    case "int64":
      return BigInt64Array.from(numbers, BigInt);
    case "uint64":
      return BigUint64Array.from(numbers, BigInt);
    case "half":
      return Uint16Array.from(numbers, floatToHalfBits);
    case "float":
      return Float32Array.from(numbers);
    default:
      return Float64Array.from(numbers);
  }
}
