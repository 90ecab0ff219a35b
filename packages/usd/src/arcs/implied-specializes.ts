/**
 * Specializes are weaker than all else, also across arcs. So the site of a specialize contributes below the root, where strength
 * order puts it last, and the node that authors the arc has a placeholder.
 */
import { childAt } from "../graph/find-nodes.ts";
import { ArcType, NO_NODE, type Arc, type NodeId } from "../graph/graph-node.ts";
import { sameSite, type IndexGraph } from "../graph/index-graph.ts";
import { addArc } from "./add-arc.ts";
import type { Indexer } from "./indexer.ts";

/** Adds the sites of the specializes at and below a node to the root: those of a graph that an arc has brought. */
export function evaluateImpliedSpecializes(indexer: Indexer, start: NodeId): void {
  const { graph } = indexer;
  if (start === 0) return;
  const waiting = [start];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (isRelocatePlaceholder(graph, node)) continue;
    const { type, children } = graph.nodes[node];
    if (type === ArcType.specialize) propagateSpecialize(indexer, node);
    for (let i = children.length - 1; i >= 0; i--) waiting.push(children[i]);
  }
}

/** A class implied below a relocation, which only implies it further up. */
export function isRelocatePlaceholder(graph: IndexGraph, node: NodeId): boolean {
  const { parent, origin } = graph.nodes[node];
  return (
    parent > NO_NODE &&
    parent !== origin &&
    graph.nodes[parent].type === ArcType.relocate &&
    sameSite(graph.site(parent), graph.site(node))
  );
}

/**
 * Adds the site of a placeholder to the root; returns its node, or the child of the root that has the site already.
 * {@link NO_NODE} if another node has it.
 */
export function propagateSpecialize(indexer: Indexer, placeholder: NodeId): NodeId {
  const { graph } = indexer;
  const site = graph.site(placeholder);
  const existing = childAt(graph, 0, site);
  if (existing !== NO_NODE) return existing;
  const { type, mapToRoot, sibling, source } = graph.nodes[placeholder];
  const arc: Arc = {
    type,
    parent: 0,
    origin: placeholder,
    mapToParent: mapToRoot,
    sibling,
    namespaceDepth: graph.paths.primDepth(graph.path(0)),
    source,
  };
  const isAncestral = !graph.paths.isRootPrim(site.path);
  return addArc(indexer, arc, site, { skipsDuplicates: true, isAncestral, isAncestralAsOrigin: true });
}
