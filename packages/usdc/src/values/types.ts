/** The value types of a crate by number, and how each is laid out. */
import type { ScalarKind, ValueType } from "@usdkit/layer";
import { valueTypes } from "@usdkit/layer";
import { CrateType } from "./crate-type.ts";

function byNumber(): readonly (ValueType | undefined)[] {
  // An entry for each number of eight bits, so that none is outside.
  const table = new Array<ValueType | undefined>(256).fill(undefined);
  for (const [name, number] of Object.entries(CrateType)) table[number] = valueTypes.get(name);
  return table;
}

/** Value types by their number in a crate; undefined for other numbers. */
export const crateValueTypes: readonly (ValueType | undefined)[] = byNumber();

const sizes: Readonly<Record<ScalarKind, number>> = {
  bool: 1,
  uchar: 1,
  int: 4,
  uint: 4,
  int64: 8,
  uint64: 8,
  half: 2,
  float: 4,
  double: 8,
  timecode: 8,
  // Indexes of strings and tokens.
  string: 4,
  token: 4,
  asset: 4,
  pathExpression: 4,
  opaque: 0,
};

/** Bytes of one element in a file. */
export function elementSize(type: ValueType): number {
  return sizes[type.kind] * type.components;
}

/** Whether the payload is the value for every value of the type: those of up to four bytes, and indexes. */
function isAlwaysInlined({ kind, components }: ValueType): boolean {
  return sizes[kind] * components <= 4 && kind !== "pathExpression";
}

/** By the number of a value type: 1 if {@link isAlwaysInlined}. */
export const inlinedTypes: Uint8Array = Uint8Array.from(crateValueTypes, (type) =>
  type !== undefined && isAlwaysInlined(type) ? 1 : 0,
);

/** By the number of a value type: {@link elementSize}. */
export const typeSizes: Uint8Array = Uint8Array.from(crateValueTypes, (type) =>
  type === undefined ? 0 : elementSize(type),
);

/** The crate's number of a value type, by the name without its role (`color3f` is `float3`). */
export const crateTypeNumbers: ReadonlyMap<string, number> = new Map(
  Object.entries(CrateType).filter(([name]) => valueTypes.has(name)),
);
