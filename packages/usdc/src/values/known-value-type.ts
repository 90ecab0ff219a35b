import type { ValueType } from "@usdkit/layer";
import { valueTypes } from "@usdkit/layer";

/** The value type of a name that is known to be one. */
export function knownValueType(name: string): ValueType {
  const type = valueTypes.get(name);
  if (type === undefined) throw new TypeError(`"${name}" is not a value type`);
  return type;
}
