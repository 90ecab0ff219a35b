/** List operations of several layers as one. */
import type { ListOp } from "@usdkit/layer";
import { applyListOp, type KeyedItem } from "../layer-stack/apply-list-op.ts";

/** A list operation with the keys by which equal items are recognized. */
export type KeyedListOp<T> = ListOp<KeyedItem<T>>;

/**
 * Returns a list operation that has the effect of both, the stronger one after the weaker one. `add` becomes `append` and
 * `reorder` is left out: no operation has their effect on lists that are still weaker.
 */
export function composeListOps<T>(stronger: KeyedListOp<T>, weaker: KeyedListOp<T>): KeyedListOp<T> {
  const over = withoutAdd(stronger);
  if (over.explicit !== undefined) return over;
  const under = withoutAdd(weaker);
  if (under.explicit !== undefined) return { explicit: applyListOp(under.explicit, over, (item) => item) };
  const { deleted = [], prepended = [], appended = [] } = over;
  const placed = keysOf([...prepended, ...appended]);
  const known = keysOf([...deleted, ...prepended, ...appended]);
  return withoutEmpty({
    deleted: [...without(under.deleted, known), ...without(deleted, placed)],
    prepended: [...without(prepended, keysOf(appended)), ...without(under.prepended, known)],
    appended: [...without(under.appended, known), ...appended],
  });
}

/** Returns a list operation with `append` instead of `add`, and without `reorder`. */
export function withoutAdd<T>({ explicit, added, deleted, prepended, appended = [] }: KeyedListOp<T>): KeyedListOp<T> {
  if (explicit !== undefined) return { explicit };
  return withoutEmpty({ deleted, prepended, appended: [...appended, ...without(added, keysOf(appended))] });
}

function withoutEmpty<T>({ deleted, prepended, appended }: KeyedListOp<T>): KeyedListOp<T> {
  return {
    ...(isFilled(deleted) && { deleted }),
    ...(isFilled(prepended) && { prepended }),
    ...(isFilled(appended) && { appended }),
  };
}

function isFilled(items: readonly unknown[] | undefined): boolean {
  return items !== undefined && items.length > 0;
}

function keysOf<T>(items: readonly KeyedItem<T>[]): ReadonlySet<string | number> {
  return new Set(items.map(({ key }) => key));
}

function without<T>(
  items: readonly KeyedItem<T>[] | undefined,
  keys: ReadonlySet<string | number>,
): readonly KeyedItem<T>[] {
  return (items ?? []).filter(({ key }) => !keys.has(key));
}
