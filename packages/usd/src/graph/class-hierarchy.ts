/** Chains of inherits and specializes. */
import { isPropagatedSpecialize } from "./ancestry.ts";
import { ArcType, isClassArc, NO_NODE, type NodeId } from "./graph-node.ts";
import type { IndexGraph } from "./index-graph.ts";

/** Returns the node that contributes in place of a specialize's placeholder; {@link NO_NODE} if there is none. */
export function propagatedOf(graph: IndexGraph, node: NodeId): NodeId {
  const { nodes } = graph;
  if (nodes[node].type !== ArcType.specialize) return NO_NODE;
  const { ancestry } = graph;
  if (ancestry !== undefined) return ancestry.propagatedOf(node) ?? NO_NODE;
  const found = nodes[0].children.find((child) => nodes[child].origin === node && isPropagatedSpecialize(graph, child));
  return found ?? NO_NODE;
}

/** Returns the placeholder of a propagated specialize, and any other node itself. */
function placeholderOf(graph: IndexGraph, node: NodeId): NodeId {
  return isPropagatedSpecialize(graph, node) ? graph.nodes[node].origin : node;
}

type ClassHierarchy = readonly [instance: NodeId, first: NodeId];

/**
 * Returns the node that inherits the class hierarchy of a class node, and the class that it inherits first. The arcs between
 * were introduced at one level of namespace.
 */
export function findClassHierarchy(graph: IndexGraph, node: NodeId): ClassHierarchy {
  const known = graph.ancestry?.hierarchies;
  let instance = placeholderOf(graph, node);
  let found: ClassHierarchy | undefined = known?.[instance];
  if (found !== undefined) return found;
  let first = instance;
  const depth = graph.depthBelowIntroduction(instance);
  const passed: NodeId[] = [];
  while (isClassArc(graph.nodes[instance].type) && graph.depthBelowIntroduction(instance) === depth) {
    found = known?.[instance];
    if (found !== undefined) break;
    first = instance;
    passed.push(first);
    instance = placeholderOf(graph, graph.nodes[instance].parent);
  }
  found ??= [instance, first];
  if (known !== undefined) for (const each of passed) known[each] = found;
  return found;
}

/** Whether a node, or the one that contributes in its place, has a child of an inherit or specialize. */
export function hasClassChild(graph: IndexGraph, node: NodeId): boolean {
  const propagated = propagatedOf(graph, node);
  const { children } = graph.nodes[propagated === NO_NODE ? node : propagated];
  return children.some((child) => isClassArc(graph.nodes[child].type));
}

/** Whether a node or one below it is that of a specialize. */
export function hasSpecializeBelow(graph: IndexGraph, from: NodeId): boolean {
  return graph.strengthOrder(from).some((node) => graph.nodes[node].type === ArcType.specialize);
}

/**
 * Returns the node from which a class node is implied upwards: its whole class hierarchy is propagated as a unit, together with
 * ancestral hierarchies that it is not a namespace child of.
 */
export function implicationStart(graph: IndexGraph, node: NodeId): NodeId {
  const known = graph.ancestry?.starts;
  let start: NodeId | undefined = known?.[node];
  if (start !== undefined) return start;
  start = node;
  const passed: NodeId[] = [];
  while (isClassArc(graph.nodes[start].type)) {
    const found: NodeId | undefined = known?.[start];
    if (found !== undefined) {
      start = found;
      break;
    }
    passed.push(start);
    const [instance, first] = findClassHierarchy(graph, start);
    start = instance;
    if (!isClassArc(graph.nodes[instance].type)) break;
    if (graph.paths.hasPrefix(graph.path(first), graph.pathAtIntroduction(instance))) break;
  }
  if (known !== undefined) for (const each of passed) known[each] = start;
  return start;
}
