import { nearName } from "./near-name.ts";

/** The prim path that was probably meant: one whose letters are nearly these, else one that ends in the same name. */
export function nearPath(path: string, paths: Iterable<string>): string | undefined {
  const known = [...paths];
  const near = nearName(path, known);
  if (near !== undefined) return near;
  const ending = path.slice(path.lastIndexOf("/"));
  const same = known.filter((each) => each.endsWith(ending));
  return same.length === 1 ? same[0] : undefined;
}
