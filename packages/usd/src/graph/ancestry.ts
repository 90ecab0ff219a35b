/** What is above the nodes of a large graph: found without a walk up the chain of arcs for each arc that is added. */
import type { LayerStack } from "../layer-stack/layer-stack.ts";
import { NO_PATH, ROOT_PATH, type PathId, type PathTable } from "../paths/path-table.ts";
import { Forest } from "./forest.ts";
import { ArcType, NO_NODE, type GraphNode, type NodeId } from "./graph-node.ts";

/** The nodes of a graph, to which others are added. What is there does not change, other than the order of children. */
export interface NodeTable {
  readonly paths: PathTable;
  readonly nodes: readonly GraphNode[];
  /** By node: its path. */
  readonly sitePaths: readonly PathId[];
}

/** The nodes of a layer stack by path. */
interface StackNodes {
  readonly at: Map<PathId, NodeId[]>;
  /** Those below a path, other than the root. */
  readonly below: Map<PathId, NodeId[]>;
}

const noNodes: readonly NodeId[] = [];

/**
 * Whether a node is a specialize that is below the root only for its strength. The node that authored the arc has a placeholder
 * with the same site, which is its origin.
 */
export function isPropagatedSpecialize({ nodes, sitePaths }: NodeTable, node: NodeId): boolean {
  const { type, parent, origin, stack } = nodes[node];
  if (type !== ArcType.specialize || parent !== 0) return false;
  return sitePaths[node] === sitePaths[origin] && stack === nodes[origin].stack;
}

/** Finds nodes by what is above them. Follows a graph that grows. */
export class Ancestry {
  /** The node that has a node as its child. */
  readonly parents: Forest;
  /** As {@link parents}, but the nodes of a propagated specialize are below its placeholder. */
  readonly authored: Forest;
  /** By class node: the ends of its class hierarchy, see `findClassHierarchy`. */
  readonly hierarchies: (readonly [instance: NodeId, first: NodeId])[] = [];
  /** By class node: where it is implied from, see `implicationStart`. */
  readonly starts: NodeId[] = [];
  private readonly table: NodeTable;
  private readonly stacks: Map<LayerStack, StackNodes> = new Map();
  /** By placeholder: the node of the specialize that contributes. */
  private readonly propagated: Map<NodeId, NodeId> = new Map();
  /** By node: the number of arcs that lead to it. */
  private readonly arcDepths: number[] = [];

  constructor(table: NodeTable) {
    this.table = table;
    this.parents = new Forest((node) => table.nodes[node].parent);
    this.authored = new Forest((node) => {
      const { parent, origin } = table.nodes[node];
      return isPropagatedSpecialize(table, node) ? origin : parent;
    });
  }

  /** Returns the nodes with a site, in the order in which they were added. */
  nodesAt(stack: LayerStack, path: PathId): readonly NodeId[] {
    this.follow();
    return this.stacks.get(stack)?.at.get(path) ?? noNodes;
  }

  /** Returns the node that contributes in place of a specialize's placeholder. */
  propagatedOf(placeholder: NodeId): NodeId | undefined {
    this.follow();
    return this.propagated.get(placeholder);
  }

  /** Returns the number of arcs from the root to a node; those to a propagated specialize are those to its placeholder. */
  arcDepth(node: NodeId): number {
    this.follow();
    return this.arcDepths[node];
  }

  /** Whether the site of a node, or of one above it, is in a layer stack at, above or below a path. */
  hasRelatedSite(node: NodeId, stack: LayerStack, path: PathId): boolean {
    this.follow();
    const { paths } = this.table;
    const known = this.stacks.get(stack);
    if (known === undefined) return false;
    // Every site is below the root, so that the nodes there are not listed once more.
    if (path === ROOT_PATH) return this.isAnyAbove([...known.at.values()].flat(), node);
    for (let at = path; at !== NO_PATH; at = paths.parent(at)) {
      if (this.isAnyAbove(known.at.get(at) ?? noNodes, node)) return true;
    }
    return this.isAnyAbove(known.below.get(path) ?? noNodes, node);
  }

  private isAnyAbove(found: readonly NodeId[], node: NodeId): boolean {
    return found.some((each) => this.parents.isBelow(node, each));
  }

  /** Adds the nodes that are new since the last time. Each follows the one above it. */
  private follow(): void {
    const { nodes, sitePaths, paths } = this.table;
    for (let node = this.arcDepths.length; node < nodes.length; node++) {
      const { stack, parent, origin } = nodes[node];
      const path = sitePaths[node];
      let known = this.stacks.get(stack);
      if (known === undefined) this.stacks.set(stack, (known = { at: new Map(), below: new Map() }));
      append(known.at, path, node);
      if (path > ROOT_PATH) {
        for (let at = paths.parent(path); at > ROOT_PATH; at = paths.parent(at)) append(known.below, at, node);
      }
      const isPropagated = isPropagatedSpecialize(this.table, node);
      if (isPropagated) this.propagated.set(origin, node);
      this.arcDepths.push(parent === NO_NODE ? 0 : isPropagated ? this.arcDepths[origin] : this.arcDepths[parent] + 1);
    }
  }
}

function append(map: Map<PathId, NodeId[]>, path: PathId, node: NodeId): void {
  const found = map.get(path);
  if (found === undefined) map.set(path, [node]);
  else found.push(node);
}
