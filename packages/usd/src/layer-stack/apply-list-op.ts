/** List operations, applied to what weaker layers composed. */
import type { ListOp } from "@usdkit/layer";

/** An item of a composed list, and the key by which equal items are recognized. */
export interface KeyedItem<T> {
  readonly key: string | number;
  readonly item: T;
}

/**
 * Returns `items` after a list operation, the items of weaker layers first.
 *
 * @param items the composed list, without duplicates
 * @param convert returns an authored item with its key; undefined for items that are ignored
 */
export function applyListOp<S, T>(
  items: readonly KeyedItem<T>[],
  listOp: ListOp<S>,
  convert: (item: S) => KeyedItem<T> | undefined,
): readonly KeyedItem<T>[] {
  const read = (authored: readonly S[] | undefined): KeyedItem<T>[] => {
    const found: KeyedItem<T>[] = [];
    for (const each of authored ?? []) {
      const converted = convert(each);
      if (converted !== undefined) found.push(converted);
    }
    return found;
  };
  const { explicit, deleted, added, prepended, appended, ordered } = listOp;
  if (explicit !== undefined) return unique(read(explicit));
  let out = items;
  if (deleted !== undefined) out = without(out, read(deleted));
  if (added !== undefined) out = unique([...out, ...read(added)]);
  if (prepended !== undefined) {
    const first = unique(read(prepended));
    out = [...first, ...without(out, first)];
  }
  if (appended !== undefined) {
    // Each append moves an item to the end, so the last of equal items decides its place.
    const last = unique(read(appended).reverse()).reverse();
    out = [...without(out, last), ...last];
  }
  if (ordered !== undefined) out = reorder(out, unique(read(ordered)));
  return out;
}

/**
 * Returns `items` in the order that `order` asks for: each ordered item moves together with the unordered ones that follow it;
 * the items before the first ordered one stay in front.
 */
export function reorder<T>(
  items: readonly KeyedItem<T>[],
  order: readonly KeyedItem<unknown>[],
): readonly KeyedItem<T>[] {
  const places = new Map(items.map(({ key }, i) => [key, i]));
  const ordered = new Set(order.map(({ key }) => key));
  const taken = new Set<number>();
  const moved: KeyedItem<T>[] = [];
  for (const { key } of order) {
    const start = places.get(key);
    if (start === undefined) continue;
    for (let i = start; i < items.length && (i === start || !ordered.has(items[i].key)); i++) {
      taken.add(i);
      moved.push(items[i]);
    }
  }
  return moved.length === 0 ? items : [...items.filter((_, i) => !taken.has(i)), ...moved];
}

/** Returns each item once, at the place of the first and with the content of the last that is equal. */
function unique<T>(items: readonly KeyedItem<T>[]): KeyedItem<T>[] {
  return [...new Map(items.map((each) => [each.key, each])).values()];
}

function without<T>(items: readonly KeyedItem<T>[], removed: readonly KeyedItem<T>[]): readonly KeyedItem<T>[] {
  if (removed.length === 0 || items.length === 0) return items;
  const keys = new Set(removed.map(({ key }) => key));
  return items.filter(({ key }) => !keys.has(key));
}
