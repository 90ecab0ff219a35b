/** The order in which the service, as the reference, visits prims: depth first, authored order, `reorder` applied. */
import type { Layer, PrimLike, PrimSpec, Value } from "@usdkit/layer";

/** Yields the active prims, parents first. Skips inactive ones with everything under them. */
export function* traverse(layer: Layer): Generator<PrimSpec> {
  const stack = childrenInOrder(layer.root).toReversed();
  for (let prim = stack.pop(); prim !== undefined; prim = stack.pop()) {
    if (!isActive(prim)) continue;
    yield prim;
    const children = childrenInOrder(prim);
    for (let i = children.length - 1; i >= 0; i--) stack.push(children[i]);
  }
}

/** Returns false for a prim with the metadata `active = false`. */
export function isActive(prim: PrimSpec): boolean {
  const value = prim.fields.get("active")?.value as Value | undefined;
  return !(value?.kind === "typed" && value.data === false);
}

/**
 * Returns children with `reorder nameChildren` applied: a listed child moves to its position in the list, together with the
 * unlisted ones that follow it (`SdfApplyListOrdering`).
 */
export function childrenInOrder(owner: PrimLike): readonly PrimSpec[] {
  const { children } = owner;
  const order = owner.fields.get("primOrder")?.value;
  if (order?.kind !== "names" || children.length < 2) return children;
  return applyOrder(children, order.names);
}

/** Returns a list in another order, as the list operation `reorder` does it: the items after a named item move with it. */
export function applyOrder<T extends { readonly name: string }>(
  items: readonly T[],
  names: readonly string[],
): readonly T[] {
  const wanted = new Set(names);
  const present = new Set(items.map(({ name }) => name));
  const first: T[] = [];
  const groups = new Map<string, T[]>();
  let group: T[] = first;
  for (const item of items) {
    if (wanted.has(item.name)) groups.set(item.name, (group = []));
    group.push(item);
  }
  const sorted = [...wanted].filter((name) => present.has(name)).flatMap((name) => groups.get(name) ?? []);
  return [...first, ...sorted];
}
