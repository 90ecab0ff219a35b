/** Population masks: the prims of a stage that are composed. */
import { ROOT_PATH, type PathId, type PathTable } from "../paths/path-table.ts";

/** Whether a prim is at, above or below one of the mask. */
export function isInMask(paths: PathTable, mask: readonly PathId[] | undefined, prim: PathId): boolean {
  return mask === undefined || mask.some((each) => paths.hasPrefix(prim, each) || paths.hasPrefix(each, prim));
}

/** Returns the topmost prims that enter or leave a stage when it has another mask. */
export function maskDifference(
  paths: PathTable,
  before: readonly PathId[],
  after: readonly PathId[],
): readonly PathId[] {
  const isChanged = (path: PathId): boolean => isInMask(paths, before, path) !== isInMask(paths, after, path);
  const found: PathId[] = [];
  for (const path of new Set([...before, ...after])) {
    if (before.includes(path) === after.includes(path)) continue;
    // The prims above one of the mask enter and leave with it.
    let top = path;
    while (top !== ROOT_PATH && isChanged(paths.parent(top))) top = paths.parent(top);
    found.push(top);
  }
  return found;
}
