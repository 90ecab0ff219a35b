/** Prototypes: the prims below instances, composed once for all instances with the same key. */
import { childPaths, isInstance, type PrimIndex } from "../index/prim-index.ts";
import { isActive } from "../index/prim-fields.ts";
import type { SharedPrim } from "../index/shared-prim.ts";
import { pathBelow, walkShared, type PrimBelow } from "../index/shared-subtree.ts";
import { ROOT_PATH, type PathId, type PathTable } from "../paths/path-table.ts";
import { instanceKey } from "./instance-key.ts";
import { recursiveInstances } from "./recursive-instances.ts";

/** A prim tree that instances share. */
export interface Prototype {
  /** From 1, in the order of the least path of each group, as the reference assigns them deterministically. */
  readonly number: number;
  /** The instance whose children are those of the prototype. */
  readonly source: PathId;
  readonly instances: readonly PathId[];
}

/** The prototypes of a stage. */
export interface Prototypes {
  readonly all: readonly Prototype[];
  /** By instance. Instances below other instances have the path in the source of their prototype. */
  readonly ofInstance: ReadonlyMap<PathId, Prototype>;
  /** Instances within their own prototype; the prims below them are not visited. */
  readonly recursive: ReadonlySet<PathId>;
}

/** The composed prims of a stage, by path. */
export interface PrimTree {
  readonly paths: PathTable;
  readonly mask: readonly PathId[] | undefined;
  readonly index: (prim: PathId) => PrimIndex | undefined;
  /** Returns the children of a prim in composed order, those outside of the population mask left out. */
  readonly children: (prim: PathId) => readonly PathId[];
  /** Returns what a prim shares with others, if all prims below it are part of the stage. */
  readonly shared: (prim: PathId) => SharedPrim | undefined;
}

/** Finds the instances of a stage, and groups them by what they share. */
export function findPrototypes({ paths, mask, index, children, shared }: PrimTree): Prototypes {
  const groups = new Map<string, PathId[]>();
  const below = new Map<SharedPrim, readonly PrimBelow[]>();
  const waiting: PathId[] = [ROOT_PATH];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const common = shared(path);
    if (common !== undefined) {
      // Prims that share all are no instances: those below that are composed by themselves may be.
      let own = below.get(common);
      if (own === undefined) below.set(common, (own = composedBelow(common)));
      for (const each of own) waiting.push(pathBelow(paths, path, each));
      continue;
    }
    const found = index(path);
    if (found === undefined || !isActive(found)) continue;
    if (isInstance(found)) {
      const key = instanceKey(paths, found, mask);
      const group = groups.get(key);
      if (group !== undefined) {
        group.push(path);
        continue;
      }
      groups.set(key, [path]);
    }
    // The last child is visited first, as the reference composes prims: this decides which instance is the source. It composes the
    // children of an instance outside of the mask too, so that instances among them have prototypes.
    waiting.push(...(isInstance(found) ? childPaths(paths, found) : children(path)));
  }
  const sorted = [...groups.values()]
    .map((instances) => ({ instances, first: instances.toSorted((a, b) => comparePaths(paths, a, b))[0] }))
    .sort((a, b) => comparePaths(paths, a.first, b.first));
  const all = sorted.map(({ instances }, i): Prototype => ({ number: i + 1, source: instances[0], instances }));
  const ofInstance = new Map(all.flatMap((each) => each.instances.map((path) => [path, each] as const)));
  return { all, ofInstance, recursive: recursiveInstances(paths, all, ofInstance) };
}

const noPrims: readonly PrimBelow[] = [];

function composedBelow(top: SharedPrim): readonly PrimBelow[] {
  if (top.sharesAllBelow) return noPrims;
  return [...walkShared(top, ({ fields }) => fields.isActive)].filter(({ prim }) => prim === undefined);
}

/** Compares paths name by name; a parent is before its children. */
function comparePaths(paths: PathTable, a: PathId, b: PathId): number {
  const left = paths.ancestors(a);
  const right = paths.ancestors(b);
  for (let i = 0; i < left.length && i < right.length; i++) {
    if (left[i] !== right[i]) return paths.element(left[i]) < paths.element(right[i]) ? -1 : 1;
  }
  return left.length - right.length;
}
