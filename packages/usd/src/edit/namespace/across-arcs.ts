/** What prims above bring to a prim by their arcs, which does not move with the prim. */
import { ArcType, type NodeId } from "../../graph/graph-node.ts";
import type { IndexGraph } from "../../graph/index-graph.ts";
import type { EditContext } from "../edit-context.ts";
import type { NamespaceEdit } from "./namespace-edit.ts";

/**
 * Returns the layers behind arcs of prims above that have opinions about the object. Variants of the layers of the stage count if
 * the prim goes to another parent: a variant has only what is below its prim.
 */
export function contributionsAcrossArcs({ stage }: EditContext, edit: NamespaceEdit): readonly string[] {
  const { paths } = stage;
  const graph = stage.index(edit.prim)?.graph;
  // The prim is relocated already: its relocation changes.
  if (
    graph === undefined ||
    (edit.property === "" && stage.layerStack.relocates?.targetToSource.has(edit.prim) === true)
  ) {
    return [];
  }
  const isRename = edit.to !== undefined && paths.parent(paths.parse(edit.to)) === paths.parent(edit.prim);
  const found = new Set<string>();
  for (let node = 1; node < graph.size; node++) {
    if (!graph.canContribute(node) || !graph.hasSpecs(node)) continue;
    if (edit.property === "" && !graph.isAncestral(node)) continue;
    if (isRename && isLocalVariant(graph, node)) continue;
    for (const { layer } of graph.nodes[node].stack.layers) {
      const spec = layer.find(graph.path(node));
      if (spec === undefined) continue;
      if (edit.property === "" || spec.properties.some(({ name }) => name === edit.property))
        found.add(layer.identifier);
    }
  }
  return [...found];
}

/** Whether only variants are between the stage and a node. */
function isLocalVariant(graph: IndexGraph, node: NodeId): boolean {
  let at = node;
  while (graph.nodes[at].type === ArcType.variant) at = graph.nodes[at].parent;
  return at === 0;
}
