/** Merges several entries of one field in one spec into the field's value. */
import type { FieldValue, ListOp, ListOpName } from "@usdkit/layer";

/** One entry: a field, an operation, and the authored value; undefined if the entry has no effect. */
export interface EntryPiece {
  readonly field: string;
  readonly operation: ListOpName;
  readonly value: FieldValue | undefined;
}

/** Returns the value after `piece`, given the value `before`. */
export function mergeEntry(before: FieldValue | undefined, piece: EntryPiece): FieldValue | undefined {
  const { value, operation } = piece;
  if (value === undefined) return before;
  if (before === undefined) return value;
  if (isListOp(value) && isListOp(before)) return mergeListOps(before, value, operation);
  // A list operation after a plain value of an unknown field has no effect.
  if (value.kind === "unregisteredListOp" && before.kind !== "unregisteredListOp") return before;
  if (piece.field === "variantSelection" && value.kind === "stringMap" && before.kind === "stringMap") {
    return { kind: "stringMap", entries: new Map([...before.entries, ...value.entries]) };
  }
  return value;
}

type ListOpValue = Extract<FieldValue, { listOp: ListOp<unknown> }>;

function isListOp(value: FieldValue): value is ListOpValue {
  return "listOp" in value;
}

/**
 * Merges list ops: an explicit list replaces all operations, and an operation replaces an explicit list; other
 * operations are kept together.
 */
function mergeListOps(before: ListOpValue, value: ListOpValue, operation: ListOpName): FieldValue {
  if (operation === "explicit" || before.kind !== value.kind) return value;
  const { explicit: _replaced, ...others } = before.listOp;
  return { ...value, listOp: { ...others, ...value.listOp } } as FieldValue;
}

/** The same for the targets and connections of properties. */
export function mergePathOps(before: ListOp<string> | undefined, value: ListOp<string>): ListOp<string> {
  if (before === undefined || value.explicit !== undefined) return value;
  const { explicit: _replaced, ...others } = before;
  return { ...others, ...value };
}
