/** Searches up and down a graph; of a large one by its ancestry. */
import { isPropagatedSpecialize } from "./ancestry.ts";
import { NO_NODE, type NodeId } from "./graph-node.ts";
import { sameSite, SMALL, type IndexGraph, type Site } from "./index-graph.ts";

/** Whether the site of a node, or of one above it, is in the layer stack of another one at, above or below its path. */
export function hasRelatedSite(graph: IndexGraph, from: NodeId, { stack, path }: Site): boolean {
  const { ancestry, paths, nodes } = graph;
  if (ancestry !== undefined) return ancestry.hasRelatedSite(from, stack, path);
  for (let node = from; node !== NO_NODE; node = nodes[node].parent) {
    const other = graph.path(node);
    if (nodes[node].stack !== stack) continue;
    if (paths.hasPrefix(other, path) || paths.hasPrefix(path, other)) return true;
  }
  return false;
}

/** Returns the number of arcs from the root to a node; those to a propagated specialize are those to its placeholder. */
export function arcDepth(graph: IndexGraph, node: NodeId): number {
  if (graph.size <= SMALL) return 0;
  const { ancestry, nodes } = graph;
  if (ancestry !== undefined) return ancestry.arcDepth(node);
  let depth = 0;
  for (let at = node; at !== 0;) {
    const isPropagated = isPropagatedSpecialize(graph, at);
    if (!isPropagated) depth++;
    at = isPropagated ? nodes[at].origin : nodes[at].parent;
  }
  return depth;
}

/** Returns the strongest child of a node that has a site, `NO_NODE` (-1) if there is none. */
export function childAt(graph: IndexGraph, parent: NodeId, site: Site): NodeId {
  const { children } = graph.nodes[parent];
  if (children.length > SMALL) {
    const found = graph.ancestry?.nodesAt(site.stack, site.path).filter((node) => graph.nodes[node].parent === parent);
    if (found !== undefined && found.length < 2) return found[0] ?? NO_NODE;
  }
  return children.find((child) => sameSite(graph.site(child), site)) ?? NO_NODE;
}
