/** Finds members of lists by name. */

interface Named {
  readonly name: string;
}

/** Shorter lists are compared one after the other. */
const LONG = 64;

/** By list: the first place of each name; null for a list that was searched once. A list of 20,000 prims is searched for each of them. */
const indices = new WeakMap<readonly Named[], ReadonlyMap<string, number> | null>();

/** Returns the first member of a name; undefined if there is none. */
export function memberNamed<Member extends Named>(list: readonly Member[], name: string): Member | undefined {
  if (list.length > LONG) {
    const place = indexOf(list)?.get(name);
    const found = place === undefined ? undefined : list[place];
    // The list may have changed since.
    if (found?.name === name) return found;
  }
  return list.find((each) => each.name === name);
}

/** Returns the index of a list from the second time on that it is searched. */
function indexOf(list: readonly Named[]): ReadonlyMap<string, number> | undefined {
  const known = indices.get(list);
  if (known === undefined) {
    indices.set(list, null);
    return undefined;
  }
  if (known !== null) return known;
  const places = new Map<string, number>();
  for (const [place, { name }] of list.entries()) if (!places.has(name)) places.set(name, place);
  indices.set(list, places);
  return places;
}
