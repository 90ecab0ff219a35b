/** Visits the prims of a stage, without recursion. */
import { ROOT_PATH, type PathId, type PathTable } from "../paths/path-table.ts";

/** Visits a prim and those below it, parents first. */
export function* walkPrims(from: PathId, childrenOf: (path: PathId) => readonly PathId[]): Generator<PathId> {
  const waiting = [from];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    yield path;
    const children = childrenOf(path);
    for (let i = children.length - 1; i >= 0; i--) waiting.push(children[i]);
  }
}

/** Returns the texts of paths that {@link walkPrims} visits from a prim, without that of the root. */
export function* pathTexts(paths: PathTable, top: PathId, visited: Iterable<PathId>): Generator<string> {
  // By depth: the texts of the path and of those above it. A text is that of the parent and a name.
  const texts: string[] = [];
  for (const path of visited) {
    const depth = paths.depth(path);
    const isBelowPrim = path !== top && paths.parent(path) !== ROOT_PATH;
    texts[depth] = isBelowPrim ? `${texts[depth - 1]}/${paths.element(path)}` : paths.text(path);
    if (path !== ROOT_PATH) yield texts[depth];
  }
}
