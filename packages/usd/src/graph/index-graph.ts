/** The graph of a prim index: a node for each site that may contribute opinions, joined by arcs. */
import type { LayerStack } from "../layer-stack/layer-stack.ts";
import { composeMaps, identityMap } from "../paths/map-function.ts";
import { ROOT_PATH, type PathId, type PathTable } from "../paths/path-table.ts";
import { Ancestry } from "./ancestry.ts";
import {
  ArcType,
  GraphNode,
  NO_NODE,
  NO_NODES,
  NodeOrder,
  orderBelow,
  rootMapBelow,
  type Arc,
  type NodeId,
} from "./graph-node.ts";

/** A site: a path in a layer stack. */
export interface Site {
  readonly stack: LayerStack;
  readonly path: PathId;
}

/** The nodes of a graph that is built. */
interface Growth {
  readonly nodes: GraphNode[];
  /** The nodes that got children, with these. All others may be those of other graphs as well. */
  readonly grown: Map<GraphNode, NodeId[]>;
  /** The number of times that {@link IndexGraph.ancestry} was asked for in a large graph. */
  walks: number;
  ancestry: Ancestry | undefined;
}

const CULLED = 1;
const ANCESTRAL = 2;
const HAS_SPECS = 4;
const INERT = 8;
const DIRECT = 16;
const HAS_CLIPS = 32;
const DEPTH_SHIFT = 6;
const FLAGS = (1 << DEPTH_SHIFT) - 1;
/** Up to this number of nodes a walk up a chain of arcs costs less than what finds its end without one. */
export const SMALL = 64;
/** Up to this number of walks, too. */
const FEW_WALKS = 64;

/** What the site of a prim in the layer stack of the stage has by itself. */
const OWN_STATE = HAS_SPECS | DIRECT;

/**
 * A graph that is built. The nodes of a prim begin as those of its parent, with each path one name longer, so that both share
 * `nodes` until an arc is added.
 */
export class IndexGraph {
  readonly paths: PathTable;
  nodes: readonly GraphNode[];
  hasPayloads = false;
  isInstanceable = false;
  /** By node: its path. */
  sitePaths: PathId[];
  /** By node: flags, and the depth at which it was kept from contributing. */
  private states: number[];
  /** Of `nodes`, or of those from before. */
  private knownOrder: NodeOrder | undefined;
  /** Undefined as long as `nodes` are those of another graph as well. */
  private growth: Growth | undefined;

  private constructor(
    paths: PathTable,
    nodes: readonly GraphNode[],
    states: { readonly sitePaths: PathId[]; readonly states: number[]; readonly order?: NodeOrder | undefined },
  ) {
    this.paths = paths;
    this.nodes = nodes;
    this.sitePaths = states.sitePaths;
    this.states = states.states;
    this.knownOrder = states.order;
  }

  /** Returns a graph with a root node. */
  static create(paths: PathTable, { stack, path }: Site): IndexGraph {
    const place = { parent: NO_NODE, origin: NO_NODE, rootMap: identityMap, children: NO_NODES };
    const arc = { ...place, type: ArcType.root, mapToParent: identityMap, sibling: 0, namespaceDepth: 0 };
    return new IndexGraph(paths, [new GraphNode(arc, stack, place)], { sitePaths: [path], states: [0] });
  }

  /** Returns the graph from which that of a child prim begins. */
  forChild(child: PathId): IndexGraph {
    const { paths, nodes, states, order } = this;
    this.growth = undefined;
    const parent = paths.parent(child);
    const sitePaths = this.sitePaths.map((path) => (path === parent ? child : paths.childLike(path, child)));
    return new IndexGraph(paths, nodes, { sitePaths, states: [...states], order });
  }

  /** Returns a copy whose flags can be changed. */
  copy(): IndexGraph {
    const { paths, nodes, sitePaths, states, order } = this;
    this.growth = undefined;
    return new IndexGraph(paths, nodes, { sitePaths: [...sitePaths], states: [...states], order });
  }

  /** Finds what is above a node; undefined as long as walks up the chain cost less. */
  get ancestry(): Ancestry | undefined {
    const { growth } = this;
    if (growth === undefined || this.size <= SMALL) return undefined;
    return growth.walks++ < FEW_WALKS ? undefined : (growth.ancestry ??= new Ancestry(this));
  }

  /** The number of nodes. */
  get size(): number {
    return this.nodes.length;
  }

  path(node: NodeId): PathId {
    return this.sitePaths[node];
  }

  site(node: NodeId): Site {
    return { stack: this.nodes[node].stack, path: this.sitePaths[node] };
  }

  isCulled(node: NodeId): boolean {
    return (this.states[node] & CULLED) !== 0;
  }

  setCulled(node: NodeId): void {
    if (this.isCulled(node)) return;
    this.states[node] |= CULLED;
    this.recordRestriction(node);
  }

  /** Whether the node may not contribute: it is a placeholder, or culled. */
  isInert(node: NodeId): boolean {
    return (this.states[node] & (INERT | CULLED)) !== 0;
  }

  setInert(node: NodeId, isInert: boolean): void {
    const wasInert = this.isInert(node);
    this.states[node] = isInert ? this.states[node] | INERT : this.states[node] & ~INERT;
    if (isInert === wasInert) return;
    if (isInert || this.isCulled(node)) this.recordRestriction(node);
    else this.setRestrictedDepth(node, 0);
  }

  /** Whether the opinions of the node's site count. */
  canContribute(node: NodeId): boolean {
    return !this.isInert(node);
  }

  isAncestral(node: NodeId): boolean {
    return (this.states[node] & ANCESTRAL) !== 0;
  }

  setAncestral(node: NodeId, isAncestral: boolean): void {
    this.setFlag(node, ANCESTRAL, isAncestral);
  }

  /** Whether an arc of this prim, not of a prim above it, leads to the node or to one above it. */
  isDirect(node: NodeId): boolean {
    return (this.states[node] & DIRECT) !== 0;
  }

  setDirect(node: NodeId, isDirect: boolean): void {
    this.setFlag(node, DIRECT, isDirect);
  }

  /** Whether the site of the node, or a prim above it, has value clips. */
  hasClips(node: NodeId): boolean {
    return (this.states[node] & HAS_CLIPS) !== 0;
  }

  setHasClips(node: NodeId): void {
    this.states[node] |= HAS_CLIPS;
  }

  hasSpecs(node: NodeId): boolean {
    return (this.states[node] & HAS_SPECS) !== 0;
  }

  setHasSpecs(node: NodeId, has: boolean): void {
    this.setFlag(node, HAS_SPECS, has);
  }

  /** The path depth at which the node was kept from contributing; 0 if it was not. */
  restrictedDepth(node: NodeId): number {
    return this.states[node] >> DEPTH_SHIFT;
  }

  setRestrictedDepth(node: NodeId, depth: number): void {
    this.states[node] = (this.states[node] & FLAGS) | (depth << DEPTH_SHIFT);
  }

  /** Notes the depth at which the node was restricted first. */
  private recordRestriction(node: NodeId): void {
    if (this.restrictedDepth(node) === 0) this.setRestrictedDepth(node, this.paths.depth(this.sitePaths[node]));
  }

  private setFlag(node: NodeId, flag: number, isSet: boolean): void {
    this.states[node] = isSet ? this.states[node] | flag : this.states[node] & ~flag;
  }

  /** The number of prim names between the introduction of the node and its path. */
  depthBelowIntroduction(node: NodeId): number {
    const { parent, namespaceDepth } = this.nodes[node];
    return parent === NO_NODE ? 0 : this.paths.primDepth(this.sitePaths[parent]) - namespaceDepth;
  }

  /** Returns the path that the arc to the node led to. */
  pathAtIntroduction(node: NodeId): PathId {
    return this.above(this.sitePaths[node], this.depthBelowIntroduction(node));
  }

  /** Returns the path of the parent at which the arc was introduced. */
  introPath(node: NodeId): PathId {
    const { parent } = this.nodes[node];
    return parent === NO_NODE ? ROOT_PATH : this.above(this.sitePaths[parent], this.depthBelowIntroduction(node));
  }

  private above(path: PathId, primNames: number): PathId {
    let at = path;
    for (let depth = primNames; depth > 0; depth--) {
      while (this.paths.isVariant(at)) at = this.paths.parent(at);
      at = this.paths.parent(at);
    }
    return at;
  }

  /** Returns a node that contributes to a site, `NO_NODE` (-1) if there is none. */
  findSite({ stack, path }: Site): NodeId {
    const { ancestry } = this;
    if (ancestry !== undefined) return ancestry.nodesAt(stack, path).find((node) => !this.isInert(node)) ?? NO_NODE;
    return this.sitePaths.findIndex(
      (each, node) => each === path && this.nodes[node].stack === stack && !this.isInert(node),
    );
  }

  /** Whether a node is `root` or below it. */
  isBelow(node: NodeId, root: NodeId): boolean {
    const { ancestry } = this;
    if (ancestry !== undefined) return ancestry.parents.isBelow(node, root);
    for (let at = node; at !== NO_NODE; at = this.nodes[at].parent) if (at === root) return true;
    return false;
  }

  /** Adds a node; `place` returns where it belongs among the children of its parent. */
  addNode({ stack, path }: Site, arc: Arc, place: Placement): NodeId {
    const id = this.nodes.length;
    const rootMap = rootMapBelow(this.paths, this.nodes[arc.parent].rootMap, arc.mapToParent);
    const { parent, origin } = arc;
    const growth = this.grow();
    growth.nodes.push(new GraphNode(arc, stack, { parent, origin, rootMap, children: NO_NODES }));
    this.sitePaths.push(path);
    this.states.push(0);
    this.insert(growth, id, place);
    return id;
  }

  /** Adds the nodes of another graph below an arc; returns the node of its root. */
  addGraph(graph: IndexGraph, arc: Arc, place: Placement): NodeId {
    const base = this.nodes.length;
    const { paths } = this;
    const top = composeMaps(paths, this.nodes[arc.parent].mapToRoot, arc.mapToParent);
    const moved = graph.nodes.map((node, i): GraphNode => {
      const children = node.children.length === 0 ? NO_NODES : node.children.map((child) => child + base);
      if (i === 0) {
        return new GraphNode(arc, node.stack, { parent: arc.parent, origin: arc.origin, rootMap: top, children });
      }
      const rootMap = composeMaps(paths, top, node.mapToRoot);
      const place = { parent: node.parent + base, origin: node.origin + base, rootMap, children };
      return new GraphNode(node, node.stack, place);
    });
    const growth = this.grow();
    for (let i = 0; i < moved.length; i++) {
      growth.nodes.push(moved[i]);
      this.sitePaths.push(graph.sitePaths[i]);
      this.states.push(graph.states[i]);
    }
    this.insert(growth, base, place);
    return base;
  }

  /** Returns the graph's own nodes: those that it began with may be shared. */
  private grow(): Growth {
    if (this.growth !== undefined) return this.growth;
    const nodes = [...this.nodes];
    this.nodes = nodes;
    return (this.growth = { nodes, grown: new Map(), walks: 0, ancestry: undefined });
  }

  /** Gives up what only a graph that is built needs. */
  seal(): void {
    if (this.growth === undefined) return;
    this.growth = undefined;
    // What is kept has no room to grow.
    this.nodes = this.nodes.slice();
  }

  /** @param child the topmost of new nodes */
  private insert({ nodes, grown }: Growth, child: NodeId, place: Placement): void {
    const { parent } = nodes[child];
    const above = nodes[parent];
    const at = place(this, child, above.children);
    this.knownOrder = undefined;
    const known = grown.get(above);
    if (known !== undefined) {
      known.splice(at, 0, child);
      return;
    }
    const { origin, rootMap } = above;
    const children = above.children.toSpliced(at, 0, child);
    const node = new GraphNode(above, above.stack, { parent: above.parent, origin, rootMap, children });
    nodes[parent] = node;
    grown.set(node, children);
  }

  private get order(): NodeOrder {
    if (this.knownOrder?.nodes !== this.nodes) this.knownOrder = new NodeOrder(this.nodes);
    return this.knownOrder;
  }

  /** Returns the nodes from the strongest to the weakest. */
  strengthOrder(from: NodeId = 0): readonly NodeId[] {
    return from === 0 ? this.order.order : orderBelow(this.nodes, from);
  }

  /** Keeps the given nodes in the given order. Parents of kept nodes and origins that are needed must be among them. */
  keep(order: readonly NodeId[]): void {
    this.nodes = this.order.select(order);
    this.growth = undefined;
    this.sitePaths = order.map((node) => this.sitePaths[node]);
    this.states = order.map((node) => this.states[node]);
  }

  /**
   * Returns the graph of another prim of the stage, which has the same sites other than that of its root.
   *
   * @param nodes with the functions of the arcs to that prim
   */
  at(prim: PathId, nodes: readonly GraphNode[]): IndexGraph {
    const sitePaths = [...this.sitePaths];
    sitePaths[0] = prim;
    return new IndexGraph(this.paths, nodes, { sitePaths, states: this.states });
  }

  /** A number that is equal for graphs that have {@link sharesSites}. */
  get sharingHash(): number {
    let hash = this.size;
    for (let node = 0; node < this.size; node++) {
      // The layer stacks too: assets of one structure have the same paths.
      const site =
        node === 0
          ? this.states[0] & ~OWN_STATE
          : Math.imul(this.sitePaths[node], 31) + Math.imul(this.nodes[node].stack.id, 0x9e3779b1) + this.states[node];
      hash = (Math.imul(hash, 0x01000193) ^ site) | 0;
    }
    return hash;
  }

  /**
   * Whether the prims below the prims of two graphs have the same sites, where they have no specs in the layer stack of the stage.
   */
  sharesSites(other: IndexGraph): boolean {
    if (this.size !== other.size) return false;
    for (let node = 0; node < this.size; node++) {
      const a = this.nodes[node];
      const b = other.nodes[node];
      if (a.type !== b.type || a.parent !== b.parent || a.origin !== b.origin || a.stack !== b.stack) return false;
      const differences = this.states[node] ^ other.states[node];
      if ((node === 0 ? differences & ~OWN_STATE : differences) !== 0) return false;
      if (node > 0 && this.sitePaths[node] !== other.sitePaths[node]) return false;
      if (this.depthBelowIntroduction(node) !== other.depthBelowIntroduction(node)) return false;
    }
    return true;
  }
}

/** Returns where a new child belongs among the children of its parent. */
export type Placement = (graph: IndexGraph, child: NodeId, children: readonly NodeId[]) => number;

/** Whether two sites are the same. */
export function sameSite(a: Site, b: Site): boolean {
  return a.path === b.path && a.stack === b.stack;
}
