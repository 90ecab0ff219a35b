import { nearestName } from "@usdkit/layer";

/** Maximum number of findings with a suggestion: the search costs as much as the rest of the check. */
export const MAX_SUGGESTIONS = 50;

/** Returns the prim path that was probably meant: a near miss, otherwise the only path that ends in the same name. */
export function nearPath(path: string, paths: Iterable<string>): string | undefined {
  const known = [...paths];
  const near = nearestName(path, known);
  if (near !== undefined) return near;
  const ending = path.slice(path.lastIndexOf("/"));
  const same = known.filter((each) => each.endsWith(ending));
  return same.length === 1 ? same[0] : undefined;
}
