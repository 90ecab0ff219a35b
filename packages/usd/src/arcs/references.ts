/** References: opinions of a prim of another layer, or of the same layer stack. */
import { ArcType, type NodeId } from "../graph/graph-node.ts";
import { composeReferences } from "../layer-stack/compose-site.ts";
import type { Indexer } from "./indexer.ts";
import { addReferences } from "./reference-arcs.ts";

/** Adds the references that a node's specs author. */
export function evaluateReferences(indexer: Indexer, node: NodeId): void {
  const { graph } = indexer;
  if (!graph.canContribute(node)) return;
  const { items, errors } = composeReferences(graph.nodes[node].stack, graph.path(node), "references");
  indexer.errors.push(...errors);
  addReferences(indexer, { node, type: ArcType.reference, items });
}
