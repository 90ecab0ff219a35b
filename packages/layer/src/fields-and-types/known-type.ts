import type { ValueType } from "./value-types.ts";
import { valueTypes } from "./value-types.ts";

/** Returns the value type for a name that is known to be valid. */
export function knownType(name: string): ValueType {
  const type = valueTypes.get(name);
  if (type === undefined) throw new Error(`no value type is called ${name}`);
  return type;
}

/** The value type `string`. */
export const stringType: ValueType = knownType("string");
