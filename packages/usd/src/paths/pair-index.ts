/** The pairs of a large map function by their paths: those of a layer with thousands of relocations. */
import { NO_PATH, type PathId, type PathTable } from "./path-table.ts";

/** A source path and its target; a target of {@link NO_PATH} keeps the source from being mapped. */
export type PathPair = readonly [source: PathId, target: PathId];

/** Finds the pair that applies to a path by looking up the prims above it. */
export class PairIndex {
  /** Whether two pairs have the same source or the same target. */
  readonly hasEqual: boolean;
  /** By source: the number of the pair. */
  private readonly sources: Map<PathId, number> = new Map();
  /** By target: the number of the pair. */
  private readonly targets: Map<PathId, number> = new Map();

  constructor(pairs: readonly PathPair[]) {
    let hasEqual = false;
    for (const [i, [source, target]] of pairs.entries()) {
      if (source !== NO_PATH) {
        hasEqual ||= this.sources.has(source);
        this.sources.set(source, i);
      }
      if (target === NO_PATH) continue;
      hasEqual ||= this.targets.has(target);
      this.targets.set(target, i);
    }
    this.hasEqual = hasEqual;
  }

  /** Returns the number of the pair with the longest source that `path` starts with, -1 if there is none. */
  bestSource(paths: PathTable, path: PathId, minDepth: number): number {
    return longest(this.sources, paths, path, minDepth);
  }

  /** Returns the number of the pair with the longest target that `path` starts with, -1 if there is none. */
  bestTarget(paths: PathTable, path: PathId, minDepth: number): number {
    return longest(this.targets, paths, path, minDepth);
  }

  /** Forgets a pair; the others keep their numbers. Only without equal ones. */
  delete([source, target]: PathPair): void {
    this.sources.delete(source);
    this.targets.delete(target);
  }
}

function longest(numbers: ReadonlyMap<PathId, number>, paths: PathTable, path: PathId, minDepth: number): number {
  for (let at = path; at !== NO_PATH && paths.depth(at) >= minDepth; at = paths.parent(at)) {
    const found = numbers.get(at);
    if (found !== undefined) return found;
  }
  return -1;
}
