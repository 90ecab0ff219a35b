/** The kinds of prims (KindRegistry): each with the kind that it specializes. */

const bases: ReadonlyMap<string, string | undefined> = new Map([
  ["model", undefined],
  ["component", "model"],
  ["group", "model"],
  ["assembly", "group"],
  ["subcomponent", undefined],
]);

export const kinds: readonly string[] = [...bases.keys()];

/** Whether a kind is another, or specializes it: an assembly is a group and a model. */
export function isKind(kind: string, ancestor: string): boolean {
  for (let each: string | undefined = kind; each !== undefined; each = bases.get(each)) {
    if (each === ancestor) return bases.has(each);
  }
  return false;
}
