import type { FieldValue, ListOp } from "./types.ts";

/**
 * Returns the items that a list operation adds: explicit ones, or prepended, added and appended ones. Deleted and reordered items
 * are none of them.
 */
export function addedItems<T>({ explicit, prepended, added, appended }: ListOp<T>): readonly T[] {
  return explicit ?? [...(prepended ?? []), ...(added ?? []), ...(appended ?? [])];
}

/** Returns the number of items or entries that a field's value adds: 0 for `None`, an empty list, and one of deletions only. */
export function addedCount(value: FieldValue): number {
  switch (value.kind) {
    case "referenceListOp":
    case "pathListOp":
    case "valueListOp":
    case "unregisteredListOp":
      return addedItems<unknown>(value.listOp).length;
    case "stringMap":
    case "dictionary":
      return value.entries.size;
    case "subLayers":
      return value.items.length;
    case "relocates":
      return value.pairs.length;
    case "names":
      return value.names.length;
    case "block":
      return 0;
    default:
      return 1;
  }
}
