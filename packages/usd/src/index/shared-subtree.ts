/** The prims below those that share all with others: walked once for all of them. */
import type { PathId, PathTable } from "../paths/path-table.ts";
import type { SharedPrim } from "./shared-prim.ts";

/** A prim below one that is shared, in composed order. */
export interface PrimBelow {
  /** The names from the top on; none for the top itself. */
  readonly names: readonly string[];
  /** Undefined if it authors arcs: it is composed by itself, with the prims below it. */
  readonly prim: SharedPrim | undefined;
}

/**
 * Visits a shared prim and those below it, parents first.
 *
 * @param isVisited whether a prim is visited, and the prims below it
 */
export function* walkShared(top: SharedPrim, isVisited: (prim: SharedPrim) => boolean): Generator<PrimBelow> {
  const waiting: PrimBelow[] = [{ names: [], prim: top }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { names, prim } = next;
    if (prim === undefined) yield next;
    else if (isVisited(prim)) {
      yield next;
      const { children, childNames } = prim;
      for (let i = children.length - 1; i >= 0; i--) {
        waiting.push({ names: [...names, childNames.names[i]], prim: children[i] });
      }
    }
  }
}

/** Returns the path of a prim below another. */
export function pathBelow(paths: PathTable, top: PathId, { names }: Pick<PrimBelow, "names">): PathId {
  let path = top;
  for (const name of names) path = paths.child(path, name);
  return path;
}
