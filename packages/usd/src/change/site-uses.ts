/** Which prims use which sites: what an edit of a layer has to be compared with. */
import type { Site } from "../graph/index-graph.ts";
import type { PrimIndex } from "../index/prim-index.ts";
import type { LayerStack } from "../layer-stack/layer-stack.ts";
import { ROOT_PATH, type PathId, type PathTable } from "../paths/path-table.ts";
import type { PathTree } from "./path-tree.ts";

/** Of a layer stack: the prims that have an arc to each site. */
type PrimsBySite = Map<PathId, Set<PathId>>;

/** Up to this number of sites of a layer stack, each is compared with a path; above it, the paths below are looked up. */
const MAX_COMPARED = 64;

/**
 * The sites that arcs of prims lead to, in both directions of namespace. Only the prim that has the arc is recorded: a prim below
 * it uses the site with the same names below the site.
 */
export class SiteUses {
  private readonly paths: PathTable;
  private readonly tree: PathTree;
  private readonly stacks: Map<LayerStack, PrimsBySite> = new Map();

  constructor(paths: PathTable, tree: PathTree) {
    this.paths = paths;
    this.tree = tree;
  }

  add({ path, sites }: PrimIndex): void {
    for (const { stack, path: site } of sites) {
      let bySite = this.stacks.get(stack);
      if (bySite === undefined) this.stacks.set(stack, (bySite = new Map<PathId, Set<PathId>>()));
      const prims = bySite.get(site);
      if (prims === undefined) bySite.set(site, new Set([path]));
      else prims.add(path);
    }
  }

  remove({ path, sites }: PrimIndex): void {
    for (const { stack, path: site } of sites) {
      const bySite = this.stacks.get(stack);
      const prims = bySite?.get(site);
      if (bySite === undefined || prims === undefined) continue;
      prims.delete(path);
      if (prims.size === 0) bySite.delete(site);
      if (bySite.size === 0) this.stacks.delete(stack);
    }
  }

  /** Returns the sites of a layer stack, each with the prims that have an arc to it. */
  arcsInto(stack: LayerStack): ReadonlyMap<PathId, ReadonlySet<PathId>> {
    return this.stacks.get(stack) ?? new Map();
  }

  /** Returns the prims with an arc that leads to any site of a layer stack. */
  ofStack(stack: LayerStack): ReadonlySet<PathId> {
    const found = new Set<PathId>();
    for (const prims of this.arcsInto(stack).values()) for (const prim of prims) found.add(prim);
    return found;
  }

  /** Returns the prims of the stage whose index has a node with the site. */
  ofSite({ stack, path }: Site): ReadonlySet<PathId> {
    const found = new Set<PathId>();
    const bySite = this.stacks.get(stack);
    if (bySite === undefined) return found;
    const { paths } = this;
    /** The paths from the site up to the one below `at`, without those of selections. */
    const between: PathId[] = [];
    for (let at = path; ; at = paths.parent(at)) {
      for (const prim of bySite.get(at) ?? []) {
        let below = prim;
        for (let i = between.length - 1; i >= 0; i--) below = paths.childLike(below, between[i]);
        found.add(below);
      }
      // The opinions of a variant count only where a node has the path of the selection.
      if (at === ROOT_PATH || paths.isVariant(at)) return found;
      between.push(at);
    }
  }

  /** Returns the prims whose index has a node with the site, and those with an arc to a site below it. */
  ofSitesBelow(site: Site): ReadonlySet<PathId> {
    return new Set([...this.ofSite(site), ...this.ofArcsBelow(site)]);
  }

  /** Returns the prims with an arc to a site or to one below it. */
  ofArcsBelow({ stack, path }: Site): ReadonlySet<PathId> {
    const found = new Set<PathId>();
    const bySite = this.stacks.get(stack);
    if (bySite === undefined) return found;
    if (bySite.size <= MAX_COMPARED) {
      for (const [site, prims] of bySite) {
        if (this.paths.hasPrefix(site, path)) for (const prim of prims) found.add(prim);
      }
      return found;
    }
    for (const site of this.tree.below(path)) for (const prim of bySite.get(site) ?? []) found.add(prim);
    return found;
  }
}
