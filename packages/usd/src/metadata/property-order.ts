/** The order in which a stage lists the properties of a prim. */
import type { Field } from "@usdkit/layer";
import { compareAsDictionary } from "@usdkit/usda";

/** Lists of names whose order is kept: most prims have the names of others. */
const MAX_KEPT = 1_000;

/** Sorts names of properties as the reference does, and keeps the result for prims with the same names. */
export class NameOrders {
  private readonly known: Map<string, NameOrder> = new Map();

  sorted(names: readonly string[]): readonly string[] {
    const key = names.join(" ");
    const known = this.known.get(key);
    // Names may contain spaces.
    if (known !== undefined && names.every((name, i) => name === known.names[i])) return known.sorted;
    const sorted = [...names].sort(compareAsDictionary);
    if (this.known.size < MAX_KEPT) this.known.set(key, { names, sorted });
    return sorted;
  }
}

interface NameOrder {
  readonly names: readonly string[];
  readonly sorted: readonly string[];
}

/** Returns sorted names with those that `propertyOrder` has first, in its order. */
export function inPropertyOrder(sorted: readonly string[], order: Pick<Field, "value"> | undefined): readonly string[] {
  if (order?.value.kind !== "names") return sorted;
  const known = new Set(sorted);
  const first = new Set(order.value.names.filter((name) => known.has(name)));
  return [...first, ...sorted.filter((name) => !first.has(name))];
}
