/** Relocates: opinions of the prim that was moved here; its own site counts no more, but the arcs of its old place do. */
import { ArcType, NO_NODE, type NodeId } from "../graph/graph-node.ts";
import type { IndexGraph } from "../graph/index-graph.ts";
import { statementAt } from "../errors/statement.ts";
import { specsAt } from "../layer-stack/layer-stack.ts";
import { identityMap, mapToTarget } from "../paths/map-function.ts";
import { NO_PATH } from "../paths/path-table.ts";
import { addArc } from "./add-arc.ts";
import type { Indexer } from "./indexer.ts";

/** Adds an arc to the source of a node's relocation. */
export function evaluateRelocations(indexer: Indexer, node: NodeId): void {
  const { graph, errors, composition } = indexer;
  // Another relocation may have elided the node.
  if (!graph.canContribute(node)) return;
  const { stack } = graph.nodes[node];
  const source = stack.relocates?.targetToSource.get(graph.path(node));
  if (source === undefined) return;
  // Opinions of ancestral arcs at the target are ignored, other than those of variants.
  for (const child of graph.nodes[node].children) {
    if (graph.nodes[child].type !== ArcType.variant) elide(graph, child);
  }
  const added = addArc(
    indexer,
    {
      type: ArcType.relocate,
      parent: node,
      origin: node,
      // Relocations are part of the functions of the arcs across them.
      mapToParent: identityMap,
      sibling: 0,
      namespaceDepth: graph.paths.primDepth(graph.path(node)),
    },
    { stack, path: source },
    { contributes: false, isAncestral: true },
  );
  if (added === NO_NODE) return;
  for (const { layer } of specsAt(stack, source)) {
    errors.push({
      code: "OPINION_AT_RELOCATION_SOURCE",
      message: `The opinions at <${composition.paths.text(source)}>, the source of a relocation, are ignored`,
      statement: statementAt(layer, source),
    });
  }
  elideRelocated(graph, added);
}

/** Adds the relocation of a node to the node above its parent, as a placeholder. */
export function evaluateImpliedRelocations(indexer: Indexer, node: NodeId): void {
  const { graph } = indexer;
  const { nodes, paths } = graph;
  const { type, parent } = nodes[node];
  if (type !== ArcType.relocate || graph.isAncestral(node)) return;
  const above = nodes[parent].parent;
  if (above === NO_NODE) return;
  const path = mapToTarget(paths, nodes[parent].mapToParent, graph.path(node));
  if (path === NO_PATH) return;
  const exists = nodes[above].children.some(
    (child) => graph.path(child) === path && nodes[child].type === ArcType.relocate,
  );
  if (exists) return;
  addArc(
    indexer,
    {
      type: ArcType.relocate,
      parent: above,
      origin: node,
      mapToParent: identityMap,
      sibling: 0,
      namespaceDepth: paths.primDepth(graph.path(above)),
    },
    { stack: nodes[above].stack, path },
    { contributes: false },
  );
}

/** Keeps the nodes of a tree, and the prims above their sites, from contributing. */
export function elide(graph: IndexGraph, from: NodeId): void {
  for (const node of graph.strengthOrder(from)) {
    graph.setCulled(node);
    graph.setRestrictedDepth(node, 1);
  }
}

/** Keeps nodes from contributing whose opinions another relocation moves elsewhere. */
function elideRelocated(graph: IndexGraph, from: NodeId): void {
  const waiting = [...graph.nodes[from].children];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const { type, stack, children } = graph.nodes[node];
    // Done when the relocation was added.
    if (type === ArcType.relocate) continue;
    if (graph.canContribute(node) && stack.relocates?.sourceToTarget.has(graph.path(node)) === true) elide(graph, node);
    else waiting.push(...children);
  }
}
