/** Compares list ops operation by operation, and plain lists. */
import type { LayerOffset, ListOp, ListOpName, ReferenceItem, SubLayerItem } from "../model/types.ts";
import { sameDictionary } from "./compare-dictionaries.ts";
import type { Comparison } from "./compare-values.ts";
import { sameFloat } from "./tolerance.ts";
import type { DiffItem, ListDifference } from "./types.ts";

/** A {@link ListDifference} without the path of its spec. */
export type ListChange = Omit<ListDifference, "kind" | "path" | "field">;

/** How items are identified, and when two items at the same index are equal. */
export interface ItemKind<T> {
  /** Returns a key that is equal for items with equal content. `mapPath` belongs to the side of the item. */
  key(item: T, mapPath: (path: string) => string): string;
  /** Equality within the tolerance; absent if the keys distinguish all items. */
  same?(a: T, b: T, comparison: Comparison): boolean;
}

const identity = (path: string): string => path;

export const pathItems: ItemKind<string> = { key: (path, mapPath) => mapPath(path) };
export const plainItems: ItemKind<string | number | bigint> = { key: (item) => `${typeof item} ${String(item)}` };
export const pairItems: ItemKind<readonly [string, string]> = { key: (pair) => JSON.stringify(pair) };
export const subLayerItems: ItemKind<SubLayerItem> = {
  key: ({ asset, layerOffset }) => `${offsetKey(layerOffset)} ${asset}`,
  same: (a, b, comparison) => a.asset === b.asset && sameOffset(a.layerOffset, b.layerOffset, comparison),
};
export const referenceItems: ItemKind<ReferenceItem> = {
  key: (item, mapPath) =>
    `${offsetKey(item.layerOffset)} ${JSON.stringify([item.asset, targetOf(item, mapPath)])} ${item.customData?.entries.size ?? 0}`,
  same: (a, b, comparison) =>
    a.asset === b.asset &&
    targetOf(a, comparison.mapPath) === b.primPath &&
    sameOffset(a.layerOffset, b.layerOffset, comparison) &&
    sameDictionary(a.customData, b.customData, comparison),
};

/** A path without an asset is a path of this layer. */
function targetOf({ asset, primPath }: ReferenceItem, mapPath: (path: string) => string): string {
  return asset === "" ? mapPath(primPath) : primPath;
}

function offsetKey({ offset, scale }: LayerOffset): string {
  return `${numberKey(offset)} ${numberKey(scale)}`;
}

function numberKey(value: number): string {
  return Object.is(value, -0) ? "-0" : String(value);
}

function sameOffset(a: LayerOffset, b: LayerOffset, { tolerance }: Comparison): boolean {
  return sameFloat(a.offset, b.offset, tolerance) && sameFloat(a.scale, b.scale, tolerance);
}

const operations: readonly ListOpName[] = ["explicit", "added", "prepended", "appended", "deleted", "ordered"];

/**
 * Returns the changes of each operation that differs. An operation without items counts as absent, except `explicit`.
 */
export function compareListOps<T extends DiffItem>(
  before: ListOp<T> | undefined,
  after: ListOp<T> | undefined,
  items: ItemKind<T>,
  comparison: Comparison,
): ListChange[] {
  const changes: ListChange[] = [];
  for (const operation of operations) {
    const change = compareLists(itemsOf(before, operation), itemsOf(after, operation), items, comparison);
    if (change !== undefined) changes.push({ ...change, operation });
  }
  if (changes.length === 0 && (before === undefined) !== (after === undefined)) {
    const there = (op: ListOp<T> | undefined): [] | undefined => (op === undefined ? undefined : []);
    const none = { added: [], removed: [], reordered: false };
    changes.push({ operation: undefined, before: there(before), after: there(after), ...none });
  }
  return changes;
}

/** With an explicit list, the other operations have no effect. */
function itemsOf<T>(listOp: ListOp<T> | undefined, operation: ListOpName): readonly T[] | undefined {
  if (operation === "explicit") return listOp?.explicit;
  if (listOp?.explicit !== undefined) return undefined;
  const items = listOp?.[operation];
  return items?.length === 0 ? undefined : items;
}

/**
 * Returns the items that were added and removed, and whether the rest is reordered; undefined if the lists are equal.
 */
export function compareLists<T extends DiffItem>(
  before: readonly T[] | undefined,
  after: readonly T[] | undefined,
  items: ItemKind<T>,
  comparison: Comparison,
): Omit<ListChange, "operation"> | undefined {
  if (before === undefined && after === undefined) return undefined;
  const [a, b] = [before ?? [], after ?? []];
  const aKeys = a.map((item) => items.key(item, comparison.mapPath));
  const bKeys = b.map((item) => items.key(item, identity));
  const sameAt = (i: number): boolean => items.same?.(a[i], b[i], comparison) ?? aKeys[i] === bKeys[i];
  const sameLength = a.length === b.length;
  if (sameLength && a.every((_, i) => sameAt(i))) {
    const bothThere = before !== undefined && after !== undefined;
    return bothThere ? undefined : { before, after, added: [], removed: [], reordered: false };
  }
  const removed = without(a, aKeys, bKeys);
  const added = without(b, bKeys, aKeys);
  if (removed.length + added.length > 0) {
    return { before, after, added, removed, reordered: !sameOrder(aKeys, bKeys) };
  }
  // The keys are equal. If they are also in the same order, the difference is in data outside the key: an arc's own
  // data.
  const unlike = a.flatMap((_, i) => (aKeys[i] === bKeys[i] && !sameAt(i) ? [i] : []));
  const reordered = aKeys.some((key, i) => key !== bKeys[i]);
  return { before, after, added: unlike.map((i) => b[i]), removed: unlike.map((i) => a[i]), reordered };
}

/** Returns the items whose keys the other side lacks or has less often. */
function without<T>(items: readonly T[], keys: readonly string[], others: readonly string[]): T[] {
  const counts = new Map<string, number>();
  for (const key of others) counts.set(key, (counts.get(key) ?? 0) + 1);
  return items.filter((_, i) => {
    const left = counts.get(keys[i]) ?? 0;
    counts.set(keys[i], left - 1);
    return left <= 0;
  });
}

/** Returns whether the keys that both sides have are in the same order. */
function sameOrder(a: readonly string[], b: readonly string[]): boolean {
  const inA = new Set(a);
  const inB = new Set(b);
  const rest = b.filter((key) => inA.has(key));
  return a.filter((key) => inB.has(key)).every((key, i) => key === rest[i]);
}
