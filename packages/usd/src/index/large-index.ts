/** Indices with very many nodes, as at the end of long chains of arcs: their graphs are given up, and built again when asked for. */
import type { CompositionError } from "../errors/composition-error.ts";
import type { IndexGraph, Site } from "../graph/index-graph.ts";
import type { PrimIndex } from "./prim-index.ts";
import type { LayerStack } from "../layer-stack/layer-stack.ts";
import type { PathId } from "../paths/path-table.ts";

/** When graphs are given up. */
export interface GraphLimits {
  /** From this number of nodes on a graph may be given up. */
  readonly large: number;
  /** The number of nodes of all large graphs that are kept. */
  readonly kept: number;
}

/** Graphs of ordinary prims have less than a hundred nodes; a million of them take about 270 MB. */
export const graphLimits: GraphLimits = { large: 512, kept: 1_000_000 };

/** The index of a prim whose graph may be given up. */
export class LargeIndex implements PrimIndex {
  readonly path: PathId;
  readonly errors: readonly CompositionError[];
  readonly isPending: boolean;
  private readonly kept: LargeGraphs;
  private readonly stacks: readonly LayerStack[];
  /** By site: the number of its layer stack. */
  private readonly siteStacks: Int32Array;
  private readonly sitePaths: Int32Array;

  constructor({ path, errors, isPending, sites }: PrimIndex, kept: LargeGraphs) {
    this.path = path;
    this.errors = errors;
    this.isPending = isPending;
    this.kept = kept;
    const numbers = new Map<LayerStack, number>();
    this.siteStacks = Int32Array.from(sites, ({ stack }) => {
      const known = numbers.get(stack);
      if (known !== undefined) return known;
      numbers.set(stack, numbers.size);
      return numbers.size - 1;
    });
    this.sitePaths = Int32Array.from(sites, (site) => site.path);
    this.stacks = [...numbers.keys()];
  }

  get graph(): IndexGraph {
    return this.kept.graph(this);
  }

  get sites(): readonly Site[] {
    const { stacks, siteStacks } = this;
    return Array.from(this.sitePaths, (path, i) => ({ stack: stacks[siteStacks[i]], path }));
  }
}

/** The large graphs of a stage; those that were asked for last are kept. */
export class LargeGraphs {
  /** From the one that was asked for first. */
  private readonly graphs: Map<LargeIndex, IndexGraph> = new Map();
  private readonly build: (index: LargeIndex) => IndexGraph;
  private readonly limits: GraphLimits;
  private nodes = 0;

  /** @param build returns the graph of an index once more */
  constructor(build: (index: LargeIndex) => IndexGraph, limits: GraphLimits) {
    this.build = build;
    this.limits = limits;
  }

  /** Returns the index that is kept in place of one that was built. */
  indexFor(built: PrimIndex): PrimIndex {
    return built.graph.size < this.limits.large ? built : this.add(built);
  }

  private add(index: PrimIndex): LargeIndex {
    const large = new LargeIndex(index, this);
    this.keep(large, index.graph);
    return large;
  }

  /** Whether the graph of an index is kept. */
  has(index: LargeIndex): boolean {
    return this.graphs.has(index);
  }

  graph(index: LargeIndex): IndexGraph {
    let graph = this.graphs.get(index);
    if (graph === undefined) graph = this.build(index);
    else this.delete(index);
    this.keep(index, graph);
    return graph;
  }

  delete(index: LargeIndex): void {
    this.nodes -= this.graphs.get(index)?.size ?? 0;
    this.graphs.delete(index);
  }

  clear(): void {
    this.graphs.clear();
    this.nodes = 0;
  }

  private keep(index: LargeIndex, graph: IndexGraph): void {
    this.graphs.set(index, graph);
    this.nodes += graph.size;
    for (const oldest of this.graphs.keys()) {
      if (this.nodes <= this.limits.kept || oldest === index) return;
      this.delete(oldest);
    }
  }
}
