/** Specializes: opinions of a class that are weaker than those of every other arc. */
import { ArcType, type NodeId } from "../graph/graph-node.ts";
import { composeClasses } from "../layer-stack/compose-site.ts";
import { addClasses } from "./class-arcs.ts";
import type { Indexer } from "./indexer.ts";

/** Adds the specializes that a node's specs author. */
export function evaluateSpecializes(indexer: Indexer, node: NodeId): void {
  const { graph } = indexer;
  if (!graph.canContribute(node)) return;
  const items = composeClasses(graph.nodes[node].stack, graph.path(node), "specializes");
  addClasses(indexer, node, ArcType.specialize, items);
}
