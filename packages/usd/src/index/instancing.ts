/** Which nodes of a prim index instances share. */
import type { NodeId } from "../graph/graph-node.ts";
import type { IndexGraph } from "../graph/index-graph.ts";
import { composeField } from "../layer-stack/compose-site.ts";
import { hasField } from "../layer-stack/layer-stack.ts";
import { SiteField } from "../layer-stack/stack-sites.ts";

/** A node, and whether its opinions about the prims below are shared by instances. */
export interface InstanceNode {
  readonly node: NodeId;
  readonly isShared: boolean;
}

/**
 * Returns the nodes that are not culled, strongest first. Those that arcs of this prim lead to are shared if they have opinions.
 *
 * @param prunes whether the nodes below a shared one are left out
 */
export function instanceNodes(graph: IndexGraph, prunes = false): readonly InstanceNode[] {
  const found: InstanceNode[] = [];
  const { nodes } = graph;
  const waiting: NodeId[] = [0];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node > 0 && graph.isCulled(node)) continue;
    const isShared = node > 0 && graph.isDirect(node) && graph.canContribute(node) && graph.hasSpecs(node);
    found.push({ node, isShared });
    if (isShared && prunes) continue;
    const { children } = nodes[node];
    for (let i = children.length - 1; i >= 0; i--) waiting.push(children[i]);
  }
  return found;
}

/** Whether a prim is an instance: it has arcs whose opinions can be shared, and `instanceable = true`. */
export function isInstanceable(graph: IndexGraph): boolean {
  // Most prims have no arc, or do not say whether they are instances.
  if (graph.size === 1) return false;
  for (const node of graph.strengthOrder()) {
    const { stack } = graph.nodes[node];
    const path = graph.path(node);
    if (!graph.canContribute(node) || !graph.hasSpecs(node) || !hasField(stack, path, SiteField.instanceable)) continue;
    const value = composeField(stack, path, "instanceable");
    if (value?.kind !== "typed" || value.data !== true) return false;
    return instanceNodes(graph).some(({ isShared }) => isShared);
  }
  return false;
}

/** Keeps opinions that instances do not share from contributing to the prims below an instance. */
export function disableUnshared(graph: IndexGraph): void {
  for (const { node, isShared } of instanceNodes(graph, true)) if (!isShared) graph.setInert(node, true);
}
