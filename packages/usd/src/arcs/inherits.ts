/** Inherits: opinions of a class, stronger than those of other arcs. */
import { ArcType, type NodeId } from "../graph/graph-node.ts";
import { composeClasses } from "../layer-stack/compose-site.ts";
import { addClasses } from "./class-arcs.ts";
import type { Indexer } from "./indexer.ts";

/** Adds the inherits that a node's specs author. */
export function evaluateInherits(indexer: Indexer, node: NodeId): void {
  const { graph } = indexer;
  if (!graph.canContribute(node)) return;
  const items = composeClasses(graph.nodes[node].stack, graph.path(node), "inheritPaths");
  addClasses(indexer, node, ArcType.inherit, items);
}
