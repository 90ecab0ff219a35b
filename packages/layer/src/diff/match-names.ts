/** Matches sibling specs by name. */

interface Named {
  readonly name: string;
}

export interface Matched<T extends Named> {
  readonly pairs: readonly (readonly [before: T, after: T])[];
  readonly removed: readonly T[];
  readonly added: readonly T[];
  /** The names of both sides in their own order, if the orders differ. */
  readonly reordered: { readonly before: readonly string[]; readonly after: readonly string[] } | undefined;
}

/**
 * Returns pairs in the order of the layer after. Names are unique in the format; the nth duplicate is matched with
 * the nth.
 */
export function matchNames<T extends Named>(before: readonly T[], after: readonly T[]): Matched<T> {
  // Nearly always, both sides have the same names in the same order.
  if (before.length === after.length && before.every(({ name }, i) => name === after[i].name)) {
    const pairs = before.map((spec, i): readonly [T, T] => [spec, after[i]]);
    return { pairs: withoutRepeats(pairs), removed: [], added: [], reordered: undefined };
  }
  const waiting = new Map<string, T[]>();
  for (const spec of before.toReversed()) {
    const list = waiting.get(spec.name);
    if (list === undefined) waiting.set(spec.name, [spec]);
    else list.push(spec);
  }
  const pairs: (readonly [T, T])[] = [];
  const added: T[] = [];
  const matched = new Map<T, number>();
  for (const spec of after) {
    const found = waiting.get(spec.name)?.pop();
    if (found === undefined) added.push(spec);
    else {
      pairs.push([found, spec]);
      matched.set(found, (matched.get(found) ?? 0) + 1);
    }
  }
  const removed: T[] = [];
  const kept: string[] = [];
  for (const spec of before) {
    const left = matched.get(spec) ?? 0;
    if (left > 0) kept.push(spec.name);
    else removed.push(spec);
    matched.set(spec, left - 1);
  }
  const now = pairs.map(([, { name }]) => name);
  const reordered = kept.some((name, i) => name !== now[i]) ? { before: kept, after: now } : undefined;
  return { pairs: withoutRepeats(pairs), removed, added, reordered };
}

/** A variant that two blocks author is in the list twice; it is compared once. */
function withoutRepeats<T>(pairs: readonly (readonly [T, T])[]): readonly (readonly [T, T])[] {
  const seen = new Set<T>();
  const kept = pairs.filter(([before]) => !seen.has(before) && seen.add(before));
  return kept.length === pairs.length ? pairs : kept;
}
