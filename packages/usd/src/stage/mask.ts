/** Population masks: the prims of a stage that are composed. */
import type { PathId, PathTable } from "../paths/path-table.ts";

/** Whether a prim is at, above or below one of the mask. */
export function isInMask(paths: PathTable, mask: readonly PathId[] | undefined, prim: PathId): boolean {
  return mask === undefined || mask.some((each) => paths.hasPrefix(prim, each) || paths.hasPrefix(each, prim));
}
