/** The strength of nodes: which of two contributes the stronger opinions (AOUSD Core specification, strength ordering). */
import { isPropagatedSpecialize } from "./ancestry.ts";
import { findClassHierarchy } from "./class-hierarchy.ts";
import { ArcType, NO_NODE, type NodeId } from "./graph-node.ts";
import { sameSite, type IndexGraph } from "./index-graph.ts";

/** Returns where a new child belongs, so that children stay ordered from the strongest to the weakest. */
export function strengthPlace(graph: IndexGraph, child: NodeId, children: readonly NodeId[]): number {
  const last = children.at(-1);
  if (last === undefined) return 0;
  if (compareSiblings(graph, child, children[0]) < 0) return 0;
  if (compareSiblings(graph, child, last) >= 0) return children.length;
  const place = children.findIndex((other) => compareSiblings(graph, child, other) < 0);
  return place < 0 ? children.length : place;
}

/** Returns a negative number if `a` is stronger than `b`, a positive one if it is weaker. */
export function compareNodes(graph: IndexGraph, a: NodeId, b: NodeId): number {
  if (a === b) return 0;
  const { ancestry } = graph;
  if (ancestry !== undefined) {
    if (ancestry.parents.isBelow(b, a)) return -1;
    if (ancestry.parents.isBelow(a, b)) return 1;
    return compareSiblings(graph, ...ancestry.parents.branches(a, b));
  }
  const above = (node: NodeId): NodeId[] => {
    const found: NodeId[] = [];
    for (let at = node; at !== NO_NODE; at = graph.nodes[at].parent) found.push(at);
    return found.reverse();
  };
  const aChain = above(a);
  const bChain = above(b);
  let i = 0;
  while (i < aChain.length && i < bChain.length && aChain[i] === bChain[i]) i++;
  // A node is stronger than those below it.
  if (i === aChain.length) return -1;
  if (i === bChain.length) return 1;
  return compareSiblings(graph, aChain[i], bChain[i]);
}

/** Compares the strength of two children of one node. */
function compareSiblings(graph: IndexGraph, a: NodeId, b: NodeId): number {
  if (a === b) return 0;
  const { nodes } = graph;
  if (nodes[a].type !== nodes[b].type) return nodes[a].type - nodes[b].type;
  if (nodes[a].type === ArcType.specialize) return compareSpecializes(graph, a, b);
  const depth = nodes[b].namespaceDepth - nodes[a].namespaceDepth;
  if (depth !== 0) return depth;
  if (nodes[a].origin !== nodes[b].origin) {
    const order = strongerOrigin(graph, nodes[a].origin, nodes[b].origin);
    if (order !== 0) return order;
  }
  return nodes[a].sibling - nodes[b].sibling;
}

/** Specializes are copied below the root, so where they come from decides. */
function compareSpecializes(graph: IndexGraph, a: NodeId, b: NodeId): number {
  const { nodes } = graph;
  const aRoot = originRoot(graph, a);
  const bRoot = originRoot(graph, b);
  const isNested = isAuthoredBelow(graph, aRoot.node, bRoot.node) || isAuthoredBelow(graph, bRoot.node, aRoot.node);
  const depth = isNested ? 0 : nodes[b].namespaceDepth - nodes[a].namespaceDepth;
  if (depth !== 0) return depth;
  const aIsAuthored = nodes[a].origin === nodes[a].parent;
  const bIsAuthored = nodes[b].origin === nodes[b].parent;
  if (nodes[a].origin === nodes[b].origin) {
    return aIsAuthored ? nodes[a].sibling - nodes[b].sibling : impliedFirst(graph, a, b);
  }
  if (aRoot.node !== bRoot.node) return strongerOrigin(graph, aRoot.node, bRoot.node);
  const aDepth = aIsAuthored ? 0 : hierarchyDepth(graph, nodes[a].origin);
  const bDepth = bIsAuthored ? 0 : hierarchyDepth(graph, nodes[b].origin);
  if (aDepth !== bDepth) return aDepth - bDepth;
  // A longer chain of origins was implied further up, closer to the root: it is more local.
  if (aRoot.steps !== bRoot.steps) return bRoot.steps - aRoot.steps;
  const { stack } = nodes[0];
  if (nodes[a].stack === stack && nodes[b].stack === stack && !aIsAuthored && !bIsAuthored) {
    const order = impliedFirst(graph, a, b);
    if (order !== 0) return order;
  }
  return strongerOrigin(graph, nodes[a].origin, nodes[b].origin);
}

/** Whether a node is below another one, where the nodes of a propagated specialize are below its placeholder. */
function isAuthoredBelow(graph: IndexGraph, node: NodeId, root: NodeId): boolean {
  const { ancestry } = graph;
  if (ancestry !== undefined) return ancestry.authored.isBelow(node, root);
  for (let at = node; at !== NO_NODE;) {
    if (at === root) return true;
    at = isPropagatedSpecialize(graph, at) ? graph.nodes[at].origin : graph.nodes[at].parent;
  }
  return false;
}

/** An implied node, whose site differs from that of its origin, is stronger than a propagated one. */
function impliedFirst(graph: IndexGraph, a: NodeId, b: NodeId): number {
  const isImplied = (node: NodeId): boolean => !sameSite(graph.site(node), graph.site(graph.nodes[node].origin));
  return Number(isImplied(b)) - Number(isImplied(a));
}

/** Returns the start of a chain of origins, and the number of steps to it. */
function originRoot({ nodes }: IndexGraph, node: NodeId): { readonly node: NodeId; readonly steps: number } {
  let at = node;
  let steps = 0;
  for (; nodes[at].origin !== nodes[at].parent; steps++) at = nodes[at].origin;
  return { node: at, steps };
}

/** The namespace depth of the node that inherits or specializes the class hierarchy of a node. */
function hierarchyDepth(graph: IndexGraph, node: NodeId): number {
  const { nodes } = graph;
  let [instance] = findClassHierarchy(graph, node);
  while (nodes[instance].type === ArcType.relocate) instance = nodes[instance].parent;
  return nodes[instance].namespaceDepth;
}

/** Compares positions in strength order. The children that exist are in order already, unlike a node that is being added. */
function strongerOrigin({ nodes, ancestry }: IndexGraph, a: NodeId, b: NodeId): number {
  if (a === b) return 0;
  if (ancestry !== undefined) {
    const { parents } = ancestry;
    if (parents.isBelow(b, a)) return -1;
    if (parents.isBelow(a, b)) return 1;
    const [aBranch, bBranch] = parents.branches(a, b);
    return comparePlaces(nodes[nodes[aBranch].parent].children, aBranch, bBranch);
  }
  const waiting = [0];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node === a) return -1;
    if (node === b) return 1;
    const { children } = nodes[node];
    for (let i = children.length - 1; i >= 0; i--) waiting.push(children[i]);
  }
  return 0;
}

/** Compares the places of two nodes in a list; one that is not in it comes last. Most are near one of the ends. */
function comparePlaces(list: readonly NodeId[], a: NodeId, b: NodeId): number {
  for (let i = 0, k = list.length - 1; i <= k; i++, k--) {
    if (list[i] === a) return -1;
    if (list[i] === b) return 1;
    // Found from the end, the other one is before it or not in the list.
    if (list[k] === b) return list.lastIndexOf(a, k) < 0 ? 1 : -1;
    if (list[k] === a) return list.lastIndexOf(b, k) < 0 ? -1 : 1;
  }
  return 0;
}
