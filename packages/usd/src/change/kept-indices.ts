/** The prim indices of a stage: built when they are asked for, and kept until a change drops them. */
import type { Composition } from "../arcs/indexer.ts";
import { buildPrimIndex, buildRootIndex } from "../index/build-prim-index.ts";
import type { PrimIndex } from "../index/prim-index.ts";
import { ROOT_PATH, type PathId } from "../paths/path-table.ts";
import { PathTree } from "./path-tree.ts";
import { SiteUses } from "./site-uses.ts";

/** Builds and keeps prim indices. */
export class KeptIndices {
  /** What they are built from. Indices that a new one concerns have to be dropped. */
  composition: Composition;
  private readonly indices: Map<PathId, PrimIndex> = new Map();
  private readonly tree: PathTree;
  /** Recorded from the first change on: a stage that is opened and read once does not need them. */
  private recorded: SiteUses | undefined;

  constructor(composition: Composition) {
    this.composition = composition;
    this.tree = new PathTree(composition.paths);
  }

  /** Every index that is kept. */
  get all(): Iterable<PrimIndex> {
    return this.indices.values();
  }

  get size(): number {
    return this.indices.size;
  }

  /** Returns the index of a prim if it is kept. */
  known(path: PathId): PrimIndex | undefined {
    return this.indices.get(path);
  }

  /** Returns the index of a prim; undefined below a variant selection. */
  get(path: PathId): PrimIndex | undefined {
    const known = this.indices.get(path);
    if (known !== undefined) return known;
    const { composition } = this;
    const { paths } = composition;
    let parent: PrimIndex | undefined;
    for (const each of paths.ancestors(path)) {
      if (paths.isVariant(each)) return undefined;
      let index = this.indices.get(each);
      if (index === undefined) {
        index =
          parent === undefined
            ? buildRootIndex(composition)
            : buildPrimIndex(composition, each, parent, (above) => this.indices.get(above));
        this.indices.set(each, index);
        this.recorded?.add(index);
      }
      parent = index;
    }
    return parent;
  }

  /** Which prims use which sites. */
  get uses(): SiteUses {
    if (this.recorded === undefined) {
      this.recorded = new SiteUses(this.composition.paths, this.tree);
      for (const index of this.indices.values()) this.recorded.add(index);
    }
    return this.recorded;
  }

  /** Drops the indices of a prim and of those below it; returns how many. */
  drop(prim: PathId): number {
    if (prim === ROOT_PATH) {
      const { size } = this.indices;
      this.indices.clear();
      this.recorded = undefined;
      return size;
    }
    let count = 0;
    for (const path of this.tree.below(prim)) {
      const index = this.indices.get(path);
      if (index === undefined) continue;
      this.recorded?.remove(index);
      this.indices.delete(path);
      count++;
    }
    return count;
  }

  /** Drops the indices for which bytes of layers were missing when they were built. */
  dropPending(): void {
    for (const { path, isPending } of this.indices.values()) if (isPending) this.drop(path);
  }
}
