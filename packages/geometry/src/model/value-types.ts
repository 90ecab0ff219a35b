/** Types of values against those of the attributes that have them. */
import type { Value } from "@usdkit/layer";
import type { StageAttribute } from "@usdkit/usd";

/** Returns the name of the type of a value, as in a layer: `point3f[]`. */
export function typeNameOf(value: Value): string {
  return value.kind === "typed" ? `${value.type.name}${value.isArray ? "[]" : ""}` : value.kind;
}

/**
 * Returns how the type of a value differs from that of its attribute, which its schema defines: `shape`, it has other numbers, as `float[]`
 * for `point3f[]`; `storage`, they are stored in another way, as `double3[]`. The reference reads neither. Undefined for a role alone.
 */
export function typeFault(value: Value | undefined, attribute: StageAttribute): "shape" | "storage" | undefined {
  const { valueType: expected, isArray } = attribute;
  if (value?.kind !== "typed" || expected === undefined || (value.type === expected && value.isArray === isArray)) {
    return undefined;
  }
  const { kind, components, quaternion, dims } = value.type;
  if (isText(kind) !== isText(expected.kind)) return "shape";
  const isSameShape = components === expected.components && quaternion === expected.quaternion;
  if (!isSameShape || dims.length !== expected.dims.length) return "shape";
  return kind === expected.kind && value.isArray === isArray ? undefined : "storage";
}

function isText(kind: string): boolean {
  return kind === "token" || kind === "string" || kind === "asset" || kind === "pathExpression";
}
