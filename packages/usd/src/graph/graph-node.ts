/** Nodes of a graph, and the arcs between them. */
import type { Statement } from "../errors/statement.ts";
import type { LayerStack } from "../layer-stack/layer-stack.ts";
import { composeMaps, isIdentityMap, type MapFunction } from "../paths/map-function.ts";
import type { PathTable } from "../paths/path-table.ts";

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
/** The children of most nodes: one list for all of them. */
export const NO_NODES: readonly NodeId[] = [];

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

/** The function of a node to the root, composed when it is asked for: of long chains of arcs most are not. */
class PendingMap {
  private readonly paths: PathTable;
  private readonly outer: RootMap;
  private readonly inner: MapFunction;
  private found: MapFunction | undefined;

  constructor(paths: PathTable, outer: RootMap, inner: MapFunction) {
    this.paths = paths;
    this.outer = outer;
    this.inner = inner;
  }

  get map(): MapFunction {
    if (this.found !== undefined) return this.found;
    const waiting: PendingMap[] = [this];
    let outer = this.outer;
    for (; outer instanceof PendingMap && outer.found === undefined; outer = outer.outer) waiting.push(outer);
    let map = outer instanceof PendingMap ? outer.map : outer;
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      map = next.found = composeMaps(next.paths, map, next.inner);
    }
    return map;
  }
}

/** A function to the root, which may still have to be composed. */
export type RootMap = MapFunction | PendingMap;

/** Returns the function that applies that of an arc, then that of the node from which the arc leads. */
export function rootMapBelow(paths: PathTable, outer: RootMap, inner: MapFunction): RootMap {
  if (isIdentityMap(inner)) return outer;
  return !(outer instanceof PendingMap) && isIdentityMap(outer) ? inner : new PendingMap(paths, outer, inner);
}

/** Where a node is in its graph. */
interface NodePlace {
  readonly parent: NodeId;
  readonly origin: NodeId;
  readonly rootMap: RootMap;
  readonly children: readonly NodeId[];
}

/** The part of a node that is the same for the prims below it. A class, so that every node has its fields in the same order. */
export class GraphNode implements Arc {
  readonly type: ArcType;
  readonly parent: NodeId;
  readonly origin: NodeId;
  readonly mapToParent: MapFunction;
  readonly sibling: number;
  readonly namespaceDepth: number;
  readonly source: Statement | undefined;
  readonly target: Arc["target"];
  readonly stack: LayerStack;
  rootMap: RootMap;
  /** Strongest first. */
  readonly children: readonly NodeId[];

  constructor(arc: Arc, stack: LayerStack, { parent, origin, rootMap, children }: NodePlace) {
    this.type = arc.type;
    this.parent = parent;
    this.origin = origin;
    this.mapToParent = arc.mapToParent;
    this.sibling = arc.sibling;
    this.namespaceDepth = arc.namespaceDepth;
    this.source = arc.source;
    this.target = arc.target;
    this.stack = stack;
    this.rootMap = rootMap;
    this.children = children;
  }

  get mapToRoot(): MapFunction {
    const { rootMap } = this;
    return rootMap instanceof PendingMap ? (this.rootMap = rootMap.map) : rootMap;
  }
}

/** What is found of the nodes of a graph, once for all graphs that share them. */
export class NodeOrder {
  readonly nodes: readonly GraphNode[];
  /** From the strongest to the weakest. */
  readonly order: readonly NodeId[];
  /** By the numbers of the nodes that are kept. */
  private kept: Map<string, readonly GraphNode[]> | undefined;

  constructor(nodes: readonly GraphNode[]) {
    this.nodes = nodes;
    this.order = orderBelow(nodes, 0);
  }

  select(order: readonly NodeId[]): readonly GraphNode[] {
    const key = order.join(" ");
    const kept = (this.kept ??= new Map<string, readonly GraphNode[]>());
    let found = kept.get(key);
    if (found === undefined) kept.set(key, (found = selectNodes(this.nodes, order)));
    return found;
  }
}

/** Returns a node and those below it, from the strongest to the weakest. */
export function orderBelow(nodes: readonly GraphNode[], from: NodeId): readonly NodeId[] {
  if (nodes[from].children.length === 0) return [from];
  const found: NodeId[] = [];
  const waiting = [from];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    found.push(node);
    const { children } = nodes[node];
    for (let i = children.length - 1; i >= 0; i--) waiting.push(children[i]);
  }
  // What is kept has no room to grow.
  return found.slice();
}

/** Returns the given nodes in the given order, with the numbers that they then have. */
export function selectNodes(nodes: readonly GraphNode[], order: readonly NodeId[]): readonly GraphNode[] {
  const places = new Int32Array(nodes.length).fill(NO_NODE);
  for (let i = 0; i < order.length; i++) places[order[i]] = i;
  const place = (node: NodeId): NodeId => (node === NO_NODE ? NO_NODE : places[node]);
  return order.map((id): GraphNode => {
    const node = nodes[id];
    const children = placed(node.children, places);
    return new GraphNode(node, node.stack, {
      parent: place(node.parent),
      origin: place(node.origin),
      rootMap: node.rootMap,
      children,
    });
  });
}

/** Returns the new numbers of nodes, without those that are not kept. */
function placed(nodes: readonly NodeId[], places: Int32Array): readonly NodeId[] {
  if (nodes.length === 0) return NO_NODES;
  const found = nodes.map((node) => places[node]);
  return found.includes(NO_NODE) ? found.filter((node) => node !== NO_NODE) : found;
}

/** Whether an arc is an inherit or a specialize. */
export function isClassArc(type: ArcType): boolean {
  return type === ArcType.inherit || type === ArcType.specialize;
}
