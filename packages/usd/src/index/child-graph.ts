/** The graph that a prim begins with: that of the prim above. */
import type { IndexGraph } from "../graph/index-graph.ts";
import { hasField, hasSpecs } from "../layer-stack/layer-stack.ts";
import { SiteField } from "../layer-stack/stack-sites.ts";
import type { PathId } from "../paths/path-table.ts";
import { disableUnshared } from "./instancing.ts";

/**
 * Returns the graph that a prim begins with: that of its parent, each path one name deeper.
 *
 * @param isBelowInstance whether the parent is an instance
 */
export function childGraph(parent: IndexGraph, path: PathId, isBelowInstance: boolean): IndexGraph {
  const graph = (isBelowInstance ? sharedGraph(parent) : parent).forChild(path);
  for (let node = 0; node < graph.size; node++) {
    if (graph.hasSpecs(node)) graph.setHasSpecs(node, hasSpecs(graph.nodes[node].stack, graph.path(node)));
    if (graph.hasSpecs(node) && !graph.isInert(node) && !graph.hasClips(node)) {
      if (hasField(graph.nodes[node].stack, graph.path(node), SiteField.clips)) graph.setHasClips(node);
    }
    if (node === 0) continue;
    graph.setAncestral(node, true);
    graph.setDirect(node, false);
  }
  return graph;
}

/** Returns the graph of an instance as the prims below it have it. */
export function sharedGraph(instance: IndexGraph): IndexGraph {
  const graph = instance.copy();
  disableUnshared(graph);
  return graph;
}
