/** Which prims and properties of a stage a change concerns. */
import { ROOT_PATH, type PathId, type PathTable } from "../paths/path-table.ts";

/** What became of a stage by a change, as `UsdNotice.ObjectsChanged` reports it. Paths are sorted. */
export interface StageChanges {
  /**
   * Prims that are composed again, or that are new or gone: all that is known of them and of the prims below them is to be read
   * again, and so are the names of the children of the prims above. `/` is the whole stage.
   */
  readonly resynced: readonly string[];
  /**
   * Properties with other values, metadata or targets, and prims with other metadata or another order of their children. None
   * is at or below a resynced prim.
   */
  readonly changed: readonly string[];
  /** The number of prim indices that were dropped. They are built again when they are asked for. */
  readonly dropped: number;
  /** The number of prim indices that stayed. */
  readonly kept: number;
}

/** Collects what a change concerns. */
export class ChangedPrims {
  readonly resynced: Set<PathId> = new Set();
  /** By prim: names of properties, "" for metadata of the prim. */
  readonly changed: Map<PathId, Set<string>> = new Map();
  dropped = 0;

  addChanged(prim: PathId, names: Iterable<string>): void {
    const known = this.changed.get(prim);
    if (known === undefined) this.changed.set(prim, new Set(names));
    else for (const name of names) known.add(name);
  }

  /** Returns the changes with paths as text. */
  report(paths: PathTable, kept: number): StageChanges {
    const { resynced, changed, dropped } = this;
    const isBelowResynced = (path: PathId): boolean => {
      for (let at = path; at !== ROOT_PATH; at = paths.parent(at)) if (resynced.has(at)) return true;
      return resynced.has(ROOT_PATH);
    };
    const tops = [...resynced].filter((path) => path === ROOT_PATH || !isBelowResynced(paths.parent(path)));
    const found: string[] = [];
    for (const [path, names] of changed) {
      if (isBelowResynced(path)) continue;
      const prim = paths.text(path);
      for (const name of names) found.push(name === "" ? prim : `${prim}.${name}`);
    }
    return { resynced: tops.map((path) => paths.text(path)).sort(), changed: found.sort(), dropped, kept };
  }
}
