/** List operations: a byte with a flag for each list, then the lists. */
import type { DictionaryValue, LayerOffset, ListOp, ListOpName, ReferenceItem } from "@usdkit/layer";
import type { Cursor } from "./cursor.ts";

const IS_EXPLICIT = 1;
/** The lists in the order of the file, with the bit that announces each. */
export const listOrder: readonly (readonly [ListOpName, number])[] = [
  ["explicit", 2],
  ["added", 4],
  ["prepended", 32],
  ["appended", 64],
  ["deleted", 8],
  ["ordered", 16],
];

/** Reads a list operation whose items take `size` bytes at least. */
export function readListOp<T>(cursor: Cursor, size: number, item: (cursor: Cursor) => T): ListOp<T> {
  const bits = cursor.uint8();
  const lists: Partial<Record<ListOpName, readonly T[]>> = {};
  if ((bits & IS_EXPLICIT) !== 0) lists.explicit = [];
  for (const [name, bit] of listOrder) {
    if ((bits & bit) === 0) continue;
    const count = cursor.count(size);
    const items: T[] = [];
    for (let i = 0; i < count; i++) items.push(item(cursor));
    lists[name] = items;
  }
  if (lists.explicit === undefined) return lists;
  // An explicit list is alone.
  return { explicit: lists.explicit };
}

export function readLayerOffset(cursor: Cursor): LayerOffset {
  const offset = cursor.float64();
  return { offset, scale: cursor.float64() };
}

/** A reference, with its dictionary of custom data. */
export function readReference(cursor: Cursor, dictionary: (cursor: Cursor) => DictionaryValue): ReferenceItem {
  const asset = cursor.string();
  const primPath = cursor.path();
  const layerOffset = readLayerOffset(cursor);
  const customData = dictionary(cursor);
  return customData.entries.size === 0
    ? { asset, primPath, layerOffset }
    : { asset, primPath, layerOffset, customData };
}

/** Reads a payload; before version 0.8 it has no layer offset. */
export function readPayload(cursor: Cursor, hasOffset: boolean): ReferenceItem {
  const asset = cursor.string();
  const primPath = cursor.path();
  return { asset, primPath, layerOffset: hasOffset ? readLayerOffset(cursor) : { offset: 0, scale: 1 } };
}
