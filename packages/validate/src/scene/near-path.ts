import { nearestName } from "@usdkit/layer";

/** Of thousands of findings, only so many get a suggestion: searching for one costs as much as everything else. */
export const MAX_SUGGESTIONS = 50;

/** Returns the prim path that was probably meant: one whose letters are nearly these, else the only one that ends in the same name. */
export function nearPath(path: string, paths: Iterable<string>): string | undefined {
  const known = [...paths];
  const near = nearestName(path, known);
  if (near !== undefined) return near;
  const ending = path.slice(path.lastIndexOf("/"));
  const same = known.filter((each) => each.endsWith(ending));
  return same.length === 1 ? same[0] : undefined;
}
