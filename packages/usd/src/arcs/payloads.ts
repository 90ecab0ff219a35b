/** Payloads: references that are composed only if they are loaded. */
import { ArcType, NO_NODE, type NodeId } from "../graph/graph-node.ts";
import type { IndexGraph } from "../graph/index-graph.ts";
import { composeReferences } from "../layer-stack/compose-site.ts";
import { mapToTarget, type MapFunction } from "../paths/map-function.ts";
import { NO_PATH, type PathId, type PathTable } from "../paths/path-table.ts";
import type { Indexer } from "./indexer.ts";
import { addReferences } from "./reference-arcs.ts";

/** Adds the payloads that a node's specs author, if they are loaded. */
export function evaluatePayloads(indexer: Indexer, node: NodeId): void {
  const { graph, composition } = indexer;
  if (!graph.canContribute(node)) return;
  const { items, errors } = composeReferences(graph.nodes[node].stack, graph.path(node), "payload");
  indexer.errors.push(...errors);
  if (items.length === 0) return;
  graph.hasPayloads = true;
  // A payload that no prim of the stage stands for is always loaded: it is above the target of an arc.
  const prim = stagePath(indexer, node);
  // Across relocations and classes the rule may be that of another prim.
  if (prim !== NO_PATH && (indexer.frame !== undefined || prim !== graph.path(0))) {
    indexer.dependOn({ stack: composition.rootStack, path: prim });
  }
  if (prim === NO_PATH || composition.isLoaded(prim)) addReferences(indexer, { node, type: ArcType.payload, items });
}

/** Returns the prim of the stage whose load rule applies to a node, {@link NO_PATH} if there is none. */
function stagePath({ graph, frame, composition: { paths } }: Indexer, node: NodeId): PathId {
  let path = pathInRoot(graph, node, paths.withoutVariants(graph.path(node)));
  for (let at = frame; at !== undefined && path !== NO_PATH; at = at.previous) {
    path = mapAcross(paths, at.arc.mapToParent, at.arc.type, path);
    if (path !== NO_PATH) path = pathInRoot(at.graph, at.parent, path);
  }
  return path;
}

function pathInRoot(graph: IndexGraph, node: NodeId, path: PathId): PathId {
  const { nodes, paths } = graph;
  const mapped = mapToTarget(paths, nodes[node].mapToRoot, path);
  if (mapped !== path || !nodes[node].mapToRoot.hasRootIdentity) return mapped;
  // Internal references map other paths to themselves, which is no translation to the referencing prim.
  let at = path;
  for (let each = node; at !== NO_PATH && nodes[each].parent !== NO_NODE; each = nodes[each].parent) {
    at = mapAcross(paths, nodes[each].mapToParent, nodes[each].type, at);
  }
  return at;
}

function mapAcross(paths: PathTable, map: MapFunction, type: ArcType, path: PathId): PathId {
  const isInternal = map.hasRootIdentity && (type === ArcType.reference || type === ArcType.payload);
  return mapToTarget(paths, isInternal ? { ...map, hasRootIdentity: false } : map, path);
}
