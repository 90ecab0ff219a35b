/** Items of list ops, added and removed as the reference's list editors do. */
import type { ListOp } from "@usdkit/layer";
import type { ListPosition } from "./stage-edit.ts";

/** Where an item goes, and which items are the same. */
export interface ItemPlace<T> {
  readonly position: ListPosition;
  readonly isSame: (a: T, b: T) => boolean;
}

/** Returns a list op with an item: in the explicit list, if it has one, otherwise behind what is prepended or appended. */
export function withItem<T>(listOp: ListOp<T>, item: T, { position, isSame }: ItemPlace<T>): ListOp<T> {
  const name = listOp.explicit !== undefined ? "explicit" : position === "append" ? "appended" : "prepended";
  const items = listOp[name] ?? [];
  return { ...listOp, [name]: [...items.filter((each) => !isSame(each, item)), item] };
}

/** Returns a list op without an item: an explicit list does not have it, any other deletes it from what weaker layers have. */
export function withoutItem<T>(listOp: ListOp<T>, item: T, isSame: (a: T, b: T) => boolean): ListOp<T> {
  const left = (items: readonly T[] | undefined): readonly T[] | undefined => {
    const kept = items?.filter((each) => !isSame(each, item));
    return kept?.length === 0 ? undefined : kept;
  };
  if (listOp.explicit !== undefined) return { explicit: listOp.explicit.filter((each) => !isSame(each, item)) };
  const { added, prepended, appended, deleted = [], ordered } = listOp;
  return {
    added: left(added),
    prepended: left(prepended),
    appended: left(appended),
    deleted: [...deleted.filter((each) => !isSame(each, item)), item],
    ordered,
  };
}
