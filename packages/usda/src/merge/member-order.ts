/** The order of the members of three versions of a spec. */

/** Returns the names of specs; undefined if there are none. */
export function namesOf(specs: readonly { readonly name: string }[] | undefined): readonly string[] | undefined {
  return specs?.map(({ name }) => name);
}

/**
 * Returns the order of theirs as text, of the members that all versions have, if it differs from both others.
 *
 * @param lists the names in base, ours and theirs
 */
export function otherOrder(lists: readonly (Iterable<string> | undefined)[]): string | undefined {
  const sets = lists.map((names) => new Set(names));
  const common = sets.map((names) => [...names].filter((name) => sets.every((each) => each.has(name))).join(", "));
  const [base, ours, theirs] = common;
  return base === theirs || ours === theirs ? undefined : theirs;
}
