/** The graph of a prim index: a node for each site that may contribute opinions, joined by arcs. */
import type { Statement } from "../errors/statement.ts";
import type { LayerStack } from "../layer-stack/layer-stack.ts";
import { composeMaps, identityMap, type MapFunction } from "../paths/map-function.ts";
import { NO_PATH, ROOT_PATH, type PathId, type PathTable } from "../paths/path-table.ts";

/** Kinds of arcs; a lower number is stronger. */
export const ArcType = {
  root: 0,
  inherit: 1,
  variant: 2,
  relocate: 3,
  reference: 4,
  payload: 5,
  specialize: 6,
} as const;
export type ArcType = (typeof ArcType)[keyof typeof ArcType];

/** The index of a node in its graph. */
export type NodeId = number;
/** The absence of a node. */
export const NO_NODE: NodeId = -1;

/** An arc to a node. */
export interface Arc {
  readonly type: ArcType;
  readonly parent: NodeId;
  /** The parent for an authored arc; for an implied or propagated arc the node that it comes from. */
  readonly origin: NodeId;
  readonly mapToParent: MapFunction;
  /** Position among the arcs of its kind that its origin authors. */
  readonly sibling: number;
  /** The prim depth of the parent at which the arc was introduced. */
  readonly namespaceDepth: number;
  /** The statement that authored it. */
  readonly source?: Statement | undefined;
  /** Where a reference or payload leads, as authored. */
  readonly target?: { readonly asset: string; readonly primPath: string } | undefined;
}

/** The part of a node that is the same for the prims below it. */
export interface GraphNode extends Arc {
  readonly stack: LayerStack;
  readonly mapToRoot: MapFunction;
  /** Strongest first. */
  readonly children: readonly NodeId[];
}

/** A site: a path in a layer stack. */
export interface Site {
  readonly stack: LayerStack;
  readonly path: PathId;
}

const CULLED = 1;
const ANCESTRAL = 2;
const HAS_SPECS = 4;
const INERT = 8;
const DIRECT = 16;
const HAS_CLIPS = 32;
const DEPTH_SHIFT = 6;
const FLAGS = (1 << DEPTH_SHIFT) - 1;

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
  readonly sitePaths: PathId[];
  /** By node: flags, and the depth at which it was kept from contributing. */
  private readonly states: number[];

  private constructor(paths: PathTable, nodes: readonly GraphNode[], sitePaths: PathId[], states: number[]) {
    this.paths = paths;
    this.nodes = nodes;
    this.sitePaths = sitePaths;
    this.states = states;
  }

  /** Returns a graph with a root node. */
  static create(paths: PathTable, { stack, path }: Site): IndexGraph {
    const root: GraphNode = {
      type: ArcType.root,
      parent: NO_NODE,
      origin: NO_NODE,
      mapToParent: identityMap,
      mapToRoot: identityMap,
      sibling: 0,
      namespaceDepth: 0,
      stack,
      children: [],
    };
    return new IndexGraph(paths, [root], [path], [0]);
  }

  /** Returns the graph from which that of a child prim begins. */
  forChild(child: PathId): IndexGraph {
    const { paths, sitePaths } = this;
    const parent = paths.parent(child);
    const below = sitePaths.map((path) => (path === parent ? child : paths.childLike(path, child)));
    return new IndexGraph(paths, this.nodes, below, [...this.states]);
  }

  /** Returns a copy whose flags can be changed. */
  copy(): IndexGraph {
    return new IndexGraph(this.paths, this.nodes, [...this.sitePaths], [...this.states]);
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
    return this.sitePaths.findIndex(
      (each, node) => each === path && this.nodes[node].stack === stack && !this.isInert(node),
    );
  }

  /** Whether a node is `root` or below it. */
  isBelow(node: NodeId, root: NodeId): boolean {
    for (let at = node; at !== NO_NODE; at = this.nodes[at].parent) if (at === root) return true;
    return false;
  }

  /** Adds a node; `place` returns where it belongs among the children of its parent. */
  addNode({ stack, path }: Site, arc: Arc, place: Placement): NodeId {
    const id = this.nodes.length;
    const mapToRoot = composeMaps(this.paths, this.nodes[arc.parent].mapToRoot, arc.mapToParent);
    this.nodes = [...this.nodes, { ...arc, stack, mapToRoot, children: [] }];
    this.sitePaths.push(path);
    this.states.push(0);
    this.insert(arc.parent, id, place);
    return id;
  }

  /** Adds the nodes of another graph below an arc; returns the node of its root. */
  addGraph(graph: IndexGraph, arc: Arc, place: Placement): NodeId {
    const base = this.nodes.length;
    const { paths } = this;
    const rootMap = composeMaps(paths, this.nodes[arc.parent].mapToRoot, arc.mapToParent);
    const moved = graph.nodes.map((node, i): GraphNode => {
      const children = node.children.map((child) => child + base);
      if (i === 0) return { ...arc, stack: node.stack, mapToRoot: rootMap, children };
      const mapToRoot = composeMaps(paths, rootMap, node.mapToRoot);
      return { ...node, parent: node.parent + base, origin: node.origin + base, mapToRoot, children };
    });
    this.nodes = [...this.nodes, ...moved];
    this.sitePaths.push(...graph.sitePaths);
    this.states.push(...graph.states);
    this.insert(arc.parent, base, place);
    return base;
  }

  private insert(parent: NodeId, child: NodeId, place: Placement): void {
    const children = [...this.nodes[parent].children];
    children.splice(place(this, child, children), 0, child);
    this.nodes = this.nodes.with(parent, { ...this.nodes[parent], children });
  }

  /** Returns the nodes from the strongest to the weakest. */
  strengthOrder(from: NodeId = 0): readonly NodeId[] {
    const found: NodeId[] = [];
    const waiting = [from];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      found.push(node);
      const { children } = this.nodes[node];
      for (let i = children.length - 1; i >= 0; i--) waiting.push(children[i]);
    }
    return found;
  }

  /** Keeps the given nodes in the given order. Parents of kept nodes and origins that are needed must be among them. */
  keep(order: readonly NodeId[]): void {
    this.nodes = selectNodes(this.nodes, order);
    const sitePaths = order.map((node) => this.sitePaths[node]);
    const states = order.map((node) => this.states[node]);
    this.sitePaths.splice(0, this.sitePaths.length, ...sitePaths);
    this.states.splice(0, this.states.length, ...states);
  }

  /**
   * Returns the graph of another prim of the stage, which has the same sites other than that of its root.
   *
   * @param nodes with the functions of the arcs to that prim
   */
  at(prim: PathId, nodes: readonly GraphNode[]): IndexGraph {
    const sitePaths = [...this.sitePaths];
    sitePaths[0] = prim;
    return new IndexGraph(this.paths, nodes, sitePaths, this.states);
  }

  /**
   * Returns a text that is equal for two prims if the prims below them have the same sites, where these have no specs in the layer
   * stack of the stage.
   */
  sharingKey(): string {
    let key = "";
    for (let node = 0; node < this.size; node++) {
      const { type, parent, origin, stack } = this.nodes[node];
      const [path, state] =
        node === 0 ? [NO_PATH, this.states[0] & ~(HAS_SPECS | DIRECT)] : [this.sitePaths[node], this.states[node]];
      key += `${type} ${parent} ${origin} ${stack.id} ${path} ${state} ${this.depthBelowIntroduction(node)};`;
    }
    return key;
  }
}

/** Returns the given nodes in the given order, with the numbers that they then have. */
export function selectNodes(nodes: readonly GraphNode[], order: readonly NodeId[]): readonly GraphNode[] {
  const places = new Map(order.map((node, i) => [node, i]));
  const place = (node: NodeId): NodeId => places.get(node) ?? NO_NODE;
  return order.map((id): GraphNode => {
    const node = nodes[id];
    const children = node.children.map(place).filter((child) => child !== NO_NODE);
    return { ...node, parent: place(node.parent), origin: place(node.origin), children };
  });
}

/** Returns where a new child belongs among the children of its parent. */
export type Placement = (graph: IndexGraph, child: NodeId, children: readonly NodeId[]) => number;

/** Whether an arc is an inherit or a specialize. */
export function isClassArc(type: ArcType): boolean {
  return type === ArcType.inherit || type === ArcType.specialize;
}

/** Whether two sites are the same. */
export function sameSite(a: Site, b: Site): boolean {
  return a.path === b.path && a.stack === b.stack;
}
