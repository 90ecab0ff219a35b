/** Visits the prims of a stage, without recursion. */
import type { SharedPrim } from "../index/shared-prim.ts";
import { ROOT_PATH, type PathId, type PathTable } from "../paths/path-table.ts";

/** The composed prims of a stage. */
export interface ComposedTree {
  readonly paths: PathTable;
  /** Returns the children of a prim in composed order. */
  readonly children: (prim: PathId) => readonly PathId[];
  /** Returns what a prim shares with others, if all prims below it are to be visited. */
  readonly shared: (prim: PathId) => SharedPrim | undefined;
}

/** Visits a prim and those below it, parents first. */
export function* walkPrims({ children }: ComposedTree, from: PathId): Generator<PathId> {
  const waiting = [from];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    yield path;
    const below = children(path);
    for (let i = below.length - 1; i >= 0; i--) waiting.push(below[i]);
  }
}

/** Prims to be visited, the next one last. */
class WaitingPrims {
  readonly paths: string[] = [];
  /** What each shares with others; undefined if it is composed by itself. */
  readonly shared: (SharedPrim | undefined)[] = [];

  addChildren({ paths, children, shared }: ComposedTree, path: string): void {
    const found = children(path === "" ? ROOT_PATH : paths.parse(path));
    const prefix = `${path}/`;
    for (let i = found.length - 1; i >= 0; i--) {
      this.paths.push(prefix + paths.element(found[i]));
      this.shared.push(shared(found[i]));
    }
  }

  addShared(prim: SharedPrim, path: string): void {
    const { children, childNames } = prim;
    const prefix = `${path}/`;
    for (let i = children.length - 1; i >= 0; i--) {
      this.paths.push(prefix + childNames.names[i]);
      this.shared.push(children[i]);
    }
  }
}

/**
 * Visits the paths of a prim and of those below it, parents first, without that of the root. Prims that share all with others are
 * visited as these: nothing is kept of them.
 */
export function* walkPaths(tree: ComposedTree, from: PathId): Generator<string> {
  const waiting = new WaitingPrims();
  if (from === ROOT_PATH) waiting.addChildren(tree, "");
  else {
    waiting.paths.push(tree.paths.text(from));
    waiting.shared.push(tree.shared(from));
  }
  for (let path = waiting.paths.pop(); path !== undefined; path = waiting.paths.pop()) {
    const prim = waiting.shared.pop();
    yield path;
    if (prim === undefined) waiting.addChildren(tree, path);
    else if (prim.hasChildren) waiting.addShared(prim, path);
  }
}
