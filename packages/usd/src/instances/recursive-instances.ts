/** Instances within their own prototype: the prims below them have no end. */
import { NO_PATH, ROOT_PATH, type PathId, type PathTable } from "../paths/path-table.ts";

/** What is read of a prototype. */
interface PrimTree {
  /** The instance whose children are those of the prototype. */
  readonly source: PathId;
}

/** A prototype whose instances are followed. */
interface Step {
  readonly prototype: PrimTree;
  /** The number of instances in it that were followed. */
  next: number;
}

/**
 * Returns the instances that lead back to a prototype that they are in, by themselves or through instances in their prototype. If none
 * of them is followed, the prims of the stage have an end.
 *
 * @param ofInstance the prototypes by instance
 */
export function recursiveInstances(
  paths: PathTable,
  all: readonly PrimTree[],
  ofInstance: ReadonlyMap<PathId, PrimTree>,
): ReadonlySet<PathId> {
  const found = new Set<PathId>();
  const inside = instancesInside(paths, all, ofInstance);
  const done = new Set<PrimTree>();
  for (const first of all) {
    const open: Step[] = [{ prototype: first, next: 0 }];
    const opened = new Set([first]);
    for (let step = open.at(-1); step !== undefined && !done.has(first); step = open.at(-1)) {
      const instance = inside.get(step.prototype)?.[step.next++];
      const prototype = instance === undefined ? undefined : ofInstance.get(instance);
      if (instance === undefined || prototype === undefined) {
        open.pop();
        opened.delete(step.prototype);
        done.add(step.prototype);
      } else if (opened.has(prototype)) found.add(instance);
      else if (!done.has(prototype)) {
        open.push({ prototype, next: 0 });
        opened.add(prototype);
      }
    }
  }
  return found;
}

/** Returns the instances in the tree of each prototype. */
function instancesInside(
  paths: PathTable,
  all: readonly PrimTree[],
  ofInstance: ReadonlyMap<PathId, PrimTree>,
): ReadonlyMap<PrimTree, readonly PathId[]> {
  const sources = new Set(all.map(({ source }) => source));
  const inside = new Map<PrimTree, PathId[]>();
  for (const instance of ofInstance.keys()) {
    let at = paths.parent(instance);
    while (at !== ROOT_PATH && at !== NO_PATH && !sources.has(at)) at = paths.parent(at);
    const prototype = ofInstance.get(at);
    if (prototype === undefined) continue;
    const known = inside.get(prototype);
    if (known === undefined) inside.set(prototype, [instance]);
    else known.push(instance);
  }
  return inside;
}
