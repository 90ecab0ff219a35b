/** Where sharing begins: prims with a graph of their own, below which prims share theirs with those below others. */
import { selectNodes, type GraphNode } from "../graph/graph-node.ts";
import type { IndexGraph } from "../graph/index-graph.ts";
import { specsAt, type LayerStack } from "../layer-stack/layer-stack.ts";
import { noOffset } from "../paths/layer-offset.ts";
import type { PathId } from "../paths/path-table.ts";
import { sharedGraph } from "./child-graph.ts";
import type { PrimIndex, SharingPlace } from "./prim-index.ts";
import { SharedGraphs, type SharedPrim } from "./shared-prim.ts";

const noNames: ReadonlySet<string> = new Set();

/** A prim with a graph of its own, and what the prims below it share with those below others. */
class SharingRoot implements SharingPlace {
  readonly path: PathId;
  readonly offsets: string;
  readonly graph: IndexGraph;
  readonly shared: SharedPrim;
  /** Names of children that have specs in the layer stack of the stage, and the generation in which they were found. */
  private authored: ReadonlySet<string> = noNames;
  private foundIn = -1;
  /** By the key of the nodes that are kept. */
  private nodes: Map<string, readonly GraphNode[]> | undefined;

  constructor({ path, graph }: PrimIndex, shared: SharedPrim) {
    this.path = path;
    this.offsets = offsetsOf(graph);
    this.graph = graph;
    this.shared = shared;
  }

  /** Whether a child has specs in the layer stack of the stage. */
  authors(child: string, generation: number): boolean {
    if (this.foundIn !== generation) {
      const { graph } = this;
      this.authored = graph.hasSpecs(0) ? childrenIn(graph.nodes[0].stack, graph.path(0)) : noNames;
      this.foundIn = generation;
    }
    return this.authored.has(child);
  }

  /** Returns the graph of a prim below. */
  graphOf(shared: SharedPrim, path: PathId): IndexGraph {
    const { composed, kept, keptKey } = shared;
    if (kept === undefined) return composed.graph.at(path, this.graph.nodes);
    const known = (this.nodes ??= new Map<string, readonly GraphNode[]>());
    let nodes = known.get(keptKey);
    if (nodes === undefined) known.set(keptKey, (nodes = selectNodes(this.graph.nodes, kept)));
    return composed.graph.at(path, nodes);
  }
}

function offsetsOf({ nodes }: IndexGraph): string {
  // The functions to the root are not composed for it.
  if (nodes.every(({ mapToParent }) => mapToParent.offset === noOffset)) return "";
  return nodes.map(({ mapToRoot: { offset } }) => `${offset.offset} ${offset.scale}`).join(";");
}

function childrenIn(stack: LayerStack, path: PathId): ReadonlySet<string> {
  let names: Set<string> | undefined;
  for (const { spec } of specsAt(stack, path)) {
    for (const { name } of spec.children) (names ??= new Set<string>()).add(name);
  }
  return names ?? noNames;
}

const noItems: readonly never[] = [];

/** The index of a prim that shares its sites with others. */
export class SharedIndex implements PrimIndex {
  readonly path: PathId;
  readonly shared: SharedPrim;
  readonly errors: readonly never[] = noItems;
  readonly sites: readonly never[] = noItems;
  readonly isPending = false;
  readonly sharedBelow: SharingRoot;
  private foundGraph: IndexGraph | undefined;

  constructor(path: PathId, shared: SharedPrim, root: SharingRoot) {
    this.path = path;
    this.shared = shared;
    this.sharedBelow = root;
  }

  get graph(): IndexGraph {
    return (this.foundGraph ??= this.sharedBelow.graphOf(this.shared, this.path));
  }
}

/** The prims of a stage with a graph of their own below which others are shared. */
export class SharingRoots {
  private readonly graphs: SharedGraphs = new SharedGraphs();
  private readonly roots: Map<PathId, SharingRoot> = new Map();
  private readonly largeGraph: number;

  /** @param largeGraph the number of nodes from which on a graph may be given up; nothing is shared below it */
  constructor(largeGraph: number) {
    this.largeGraph = largeGraph;
  }

  /** Returns what a child shares with other prims; undefined if it has specs in the layer stack of the stage. */
  find(index: PrimIndex, child: string): SharingRoot | undefined {
    const { path, graph } = index;
    const { stack } = graph.nodes[0];
    if (graph.size === 1 || graph.size >= this.largeGraph || stack.relocates !== undefined) return undefined;
    let root = this.roots.get(path);
    if (root === undefined) {
      root = new SharingRoot(index, this.sharedOf(graph));
      this.roots.set(path, root);
    }
    return root.authors(child, this.graphs.generation) ? undefined : root;
  }

  /** Returns the root for the prims below a prim that was found before. */
  at(path: PathId): SharingRoot | undefined {
    return this.roots.get(path);
  }

  /** Has what is shared found again: layers have changed. Prims that a change concerns are to be deleted. */
  forget(): void {
    this.graphs.forget();
  }

  /** Forgets a prim that is composed again. */
  delete(path: PathId): void {
    this.roots.delete(path);
  }

  clear(): void {
    this.forget();
    this.roots.clear();
  }

  private sharedOf(graph: IndexGraph): SharedPrim {
    const above = graph.isInstanceable ? sharedGraph(graph) : graph;
    return this.graphs.find(above, withoutOwnSpecs).prim(undefined);
  }
}

/** Whatever the layer stack of the stage has at the first of the prims, the others do not have it. */
function withoutOwnSpecs(graph: IndexGraph): IndexGraph {
  const copy = graph.copy();
  copy.setHasSpecs(0, false);
  return copy;
}
