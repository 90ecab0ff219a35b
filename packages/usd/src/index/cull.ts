/** Removes nodes without opinions from a finished graph, and puts the others in strength order. */
import { ArcType, NO_NODE, type NodeId } from "../graph/graph-node.ts";
import type { IndexGraph } from "../graph/index-graph.ts";

/** Marks the nodes that neither contribute opinions nor have nodes below them that do. */
export function cullWithoutOpinions(graph: IndexGraph): void {
  const order = graph.strengthOrder();
  for (let i = order.length - 1; i > 0; i--) if (canBeCulled(graph, order[i])) graph.setCulled(order[i]);
}

function canBeCulled(graph: IndexGraph, node: NodeId): boolean {
  if (graph.isCulled(node)) return true;
  // An arc that was introduced at this prim is kept: changes of its target concern the prim.
  if (node === 0 || graph.depthBelowIntroduction(node) === 0) return false;
  // Clips may have opinions for prims below those that layers have.
  if (graph.hasClips(node)) return false;
  const { type, stack, origin, parent, children } = graph.nodes[node];
  if (type === ArcType.inherit && stack === graph.nodes[0].stack) {
    const first = origin === parent ? node : originRoot(graph, node);
    if (!graph.paths.isRootPrim(graph.pathAtIntroduction(first))) return false;
  }
  if (children.some((child) => !graph.isCulled(child))) return false;
  return !(graph.hasSpecs(node) && graph.canContribute(node));
}

function originRoot({ nodes }: IndexGraph, node: NodeId): NodeId {
  let at = node;
  while (nodes[at].origin !== nodes[at].parent) at = nodes[at].origin;
  return at;
}

/**
 * Puts the nodes of a graph in strength order and removes culled ones, but for those that others come from; returns the kept nodes
 * by the numbers that they had, undefined if the graph is as it was.
 */
export function finalize(graph: IndexGraph): readonly NodeId[] | undefined {
  const order = graph.strengthOrder();
  const { nodes } = graph;
  // Most prims keep the nodes of their parent.
  if (order.every((node, i) => node === i && !graph.isCulled(node))) return undefined;
  const isKept = new Uint8Array(nodes.length);
  const waiting = order.filter((node) => !graph.isCulled(node));
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node === NO_NODE || isKept[node] === 1) continue;
    isKept[node] = 1;
    // What is kept needs its parent and its origin.
    if (node !== 0) waiting.push(nodes[node].parent, nodes[node].origin);
  }
  const found = order.filter((node) => isKept[node] === 1);
  if (found.length === order.length && order.every((node, i) => node === i)) return undefined;
  graph.keep(found);
  return found;
}
