/** The prim indices of a stage: built when they are asked for, and kept until a change drops them. */
import type { Composition } from "../arcs/indexer.ts";
import type { IndexGraph } from "../graph/index-graph.ts";
import { buildPrimIndex, buildRootIndex } from "../index/build-prim-index.ts";
import { graphLimits, LargeGraphs, LargeIndex, type GraphLimits } from "../index/large-index.ts";
import { childPaths, type PrimIndex } from "../index/prim-index.ts";
import type { SharedPrim } from "../index/shared-prim.ts";
import { SharedIndex, SharingRoots } from "../index/sharing-roots.ts";
import { NO_PATH, ROOT_PATH, type PathId } from "../paths/path-table.ts";
import { PathTree } from "./path-tree.ts";
import { SharedNumbers } from "./shared-numbers.ts";
import { SiteUses } from "./site-uses.ts";

/** Builds and keeps prim indices. Of a prim that shares its graph with others only the number of what they share is kept. */
export class KeptIndices {
  private parts: Composition;
  private readonly indices: Map<PathId, PrimIndex> = new Map();
  private readonly numbers: SharedNumbers = new SharedNumbers();
  private readonly sharing: SharingRoots;
  private readonly large: LargeGraphs;
  private readonly tree: PathTree;
  /** Recorded from the first change on: a stage that is opened and read once does not need them. */
  private recorded: SiteUses | undefined;

  constructor(composition: Composition, limits: GraphLimits = graphLimits) {
    this.parts = composition;
    this.sharing = new SharingRoots(limits.large);
    this.large = new LargeGraphs((index) => this.rebuild(index), limits);
    this.tree = new PathTree(composition.paths);
  }

  /** What the indices are built from. */
  get composition(): Composition {
    return this.parts;
  }

  /** To be set after every change of layers or settings. Indices that the change concerns have to be dropped. */
  set composition(changed: Composition) {
    this.parts = changed;
    this.sharing.forget();
  }

  /** Every index with a graph of its own. The others have no arcs, errors or payloads of their own. */
  get all(): Iterable<PrimIndex> {
    return this.indices.values();
  }

  /** The number of indices, those of shared prims that were asked for included. */
  get size(): number {
    return this.indices.size + this.numbers.size;
  }

  /** Returns the index of a prim if it is kept, or if the prim may have been visited with the prims that it shares all with. */
  known(path: PathId): PrimIndex | undefined {
    const index = this.kept(path);
    if (index !== undefined || path === ROOT_PATH) return index;
    const { paths } = this.composition;
    // From the prim up to the one below the nearest that is kept.
    const between = [path];
    let above = paths.parent(path);
    while (above !== ROOT_PATH && this.kept(above) === undefined) {
      between.push(above);
      above = paths.parent(above);
    }
    const place = this.kept(above);
    if (place === undefined || (place.shared === undefined && this.sharing.at(above) === undefined)) return undefined;
    let shared = place.shared ?? this.sharing.find(place, paths.element(between[between.length - 1]))?.shared;
    for (let i = between.length - 1; i >= 0; i--) shared = shared?.child(paths.element(between[i]));
    return shared && this.sharedIndex(path, shared);
  }

  private kept(path: PathId): PrimIndex | undefined {
    const shared = this.numbers.get(path);
    return shared === undefined ? this.indices.get(path) : this.sharedIndex(path, shared);
  }

  private sharedIndex(path: PathId, shared: SharedPrim): PrimIndex | undefined {
    const { paths } = this.composition;
    let above = paths.parent(path);
    while (above !== ROOT_PATH && !this.indices.has(above)) above = paths.parent(above);
    const root = this.sharing.at(above);
    return root && new SharedIndex(path, shared, root);
  }

  /** Returns the index of a prim; undefined below a variant selection, and for {@link NO_PATH}. */
  get(path: PathId): PrimIndex | undefined {
    if (path === NO_PATH) return undefined;
    const shared = this.shared(path);
    return shared === undefined ? this.own(path) : this.sharedIndex(path, shared);
  }

  /** Returns the children of a prim in composed order. */
  children(path: PathId): readonly PathId[] {
    if (path === NO_PATH) return [];
    const { paths } = this.composition;
    const shared = this.shared(path);
    if (shared !== undefined) return shared.childPaths.map((child) => paths.childLike(path, child));
    const index = this.own(path);
    return index === undefined ? [] : childPaths(paths, index);
  }

  /** Returns what a prim shares with others; undefined if it has a graph of its own, or the prim above it was not composed. */
  shared(path: PathId): SharedPrim | undefined {
    const known = this.numbers.get(path);
    if (known !== undefined || path === ROOT_PATH || this.indices.has(path)) return known;
    const { paths } = this.composition;
    const parent = paths.parent(path);
    if (paths.isVariant(path)) return undefined;
    const name = paths.element(path);
    const above = this.numbers.get(parent);
    const index = above === undefined ? this.indices.get(parent) : undefined;
    const shared = index === undefined ? above?.child(name) : this.sharing.find(index, name)?.shared.child(name);
    if (shared !== undefined) this.numbers.set(path, shared);
    return shared;
  }

  /** Returns the index of a prim with a graph of its own. */
  private own(path: PathId): PrimIndex | undefined {
    let index = this.indices.get(path);
    if (index !== undefined) return index;
    const { paths } = this.composition;
    // From the prim up to the one below the nearest that is kept.
    const missing: PathId[] = [];
    for (let at = path; index === undefined; at = paths.parent(at)) {
      if (paths.isVariant(at)) return undefined;
      missing.push(at);
      if (at === ROOT_PATH) break;
      index = this.kept(paths.parent(at));
    }
    for (let i = missing.length - 1; i >= 0; i--) index = this.compose(missing[i], index);
    return index;
  }

  private compose(path: PathId, parent: PrimIndex | undefined): PrimIndex {
    const shared = parent === undefined ? undefined : this.shared(path);
    const known = shared && this.sharedIndex(path, shared);
    if (known !== undefined) return known;
    const built = parent === undefined ? buildRootIndex(this.composition) : this.build(path, parent);
    const index = this.large.indexFor(built);
    this.indices.set(path, index);
    this.recorded?.add(index);
    return index;
  }

  private build(path: PathId, parent: PrimIndex): PrimIndex {
    return buildPrimIndex(this.composition, path, parent, (ancestor) => this.kept(ancestor));
  }

  /** Returns a graph that was given up; nothing that it depends on has changed since. */
  private rebuild({ path }: LargeIndex): IndexGraph {
    const { paths } = this.composition;
    // Those above that were given up as well come first: each begins as a copy of the one above it.
    const missing = [path];
    let above = paths.parent(path);
    let parent = this.kept(above);
    for (; parent instanceof LargeIndex && !this.large.has(parent); parent = this.kept(above)) {
      missing.push(above);
      above = paths.parent(above);
    }
    for (let i = missing.length - 1; i >= 0 && parent !== undefined; i--) parent = this.build(missing[i], parent);
    if (parent === undefined) throw new Error(`Expected the index above <${paths.text(path)}> to be kept`);
    return parent.graph;
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
      const { size } = this;
      this.indices.clear();
      this.numbers.clear();
      this.sharing.clear();
      this.large.clear();
      this.recorded = undefined;
      return size;
    }
    let count = 0;
    for (const path of this.tree.below(prim)) {
      if (this.numbers.delete(path)) count++;
      const index = this.indices.get(path);
      if (index === undefined) continue;
      this.recorded?.remove(index);
      if (index instanceof LargeIndex) this.large.delete(index);
      this.indices.delete(path);
      this.sharing.delete(path);
      count++;
    }
    return count;
  }

  /** Drops the indices for which bytes of layers were missing when they were built. */
  dropPending(): void {
    for (const { path, isPending } of this.indices.values()) if (isPending) this.drop(path);
  }
}
