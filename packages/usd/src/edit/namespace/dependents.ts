/** Prims of the stage that have the opinions of another prim by an arc: their own opinions follow when that prim is renamed. */
import { isIdentityMap, mapToTarget, type MapFunction } from "../../paths/map-function.ts";
import { NO_PATH, ROOT_PATH, type PathId, type PathTable } from "../../paths/path-table.ts";
import type { NodeId } from "../../graph/graph-node.ts";
import type { IndexGraph } from "../../graph/index-graph.ts";
import type { StageLayer } from "../../resolve/stage-layer.ts";
import type { EditContext } from "../edit-context.ts";
import type { NamespaceEdit } from "./namespace-edit.ts";

/** A prim that follows. */
export interface Dependent {
  readonly from: string;
  /** Undefined if the arc brings nothing of the new path: the opinions are deleted. */
  readonly to: string | undefined;
}

/** Whether the site of a node, or one that its own arcs lead to, has specs: the reference has no dependency on others. */
function hasSpecsBelow(graph: IndexGraph, top: NodeId): boolean {
  return nodesBelow(graph, [top]).some((node) => graph.hasSpecs(node));
}

/** Returns nodes with those that their arcs lead to. */
function nodesBelow(graph: IndexGraph, tops: readonly NodeId[]): readonly NodeId[] {
  const found = new Set(tops);
  // Arcs of a node are after it.
  for (let node = Math.min(...tops) + 1; node < graph.size; node++) {
    if (found.has(graph.nodes[node].parent)) found.add(node);
  }
  return [...found];
}

/** Returns the nodes whose opinions move or are deleted: those that bring the object, with what is below and above them. */
function editedNodes(graph: IndexGraph, meant: readonly NodeId[]): ReadonlySet<NodeId> {
  const found = new Set(nodesBelow(graph, meant));
  for (const node of meant) for (let at = node; at !== 0; at = graph.nodes[at].parent) found.add(at);
  return found;
}

/** Whether prims above author all arcs to a node: what an arc of the prim itself leads to has a name of its own. */
function isFromAbove(graph: IndexGraph, node: NodeId): boolean {
  for (let at = node; at !== 0; at = graph.nodes[at].origin) if (!graph.isAncestral(at)) return false;
  return true;
}

/** Maps a path by the pairs of an arc alone: a path outside of what the arc brings has no other path there. */
function mapAcrossArc(paths: PathTable, map: MapFunction, path: PathId): PathId {
  if (path === NO_PATH || isIdentityMap(map)) return path;
  const mapped = mapToTarget(paths, map.hasRootIdentity ? { ...map, hasRootIdentity: false } : map, path);
  return mapped === ROOT_PATH ? NO_PATH : mapped;
}

/**
 * Returns the prims that an arc within the layers of the stage brings from the prim: `/Chair_1/Seat` for `/Chair/Seat`, if
 * `/Chair_1` inherits `/Chair`. Classes between count too: if a model inherits `_chair`, and that inherits `_class` in the file of
 * the model, `/_chair/Seat` of the stage follows `/_class/Seat`.
 */
export function dependentsOf(
  { stage, arcs }: EditContext,
  { prim, property, to }: NamespaceEdit,
): readonly Dependent[] {
  if (!arcs.mayLeadTo(prim)) return [];
  const { paths, layerStack } = stage;
  const target = to === undefined ? NO_PATH : paths.parse(to.replace(/\..*$/u, ""));
  const primName = paths.element(prim);
  const found = new Map<string, string | undefined>();
  for (const text of stage.traverse()) {
    // A prim has another name than where its own arc leads, and the same names of properties.
    if (property === "" && to !== undefined && !text.endsWith(`/${primName}`)) continue;
    const path = paths.parse(text);
    if (paths.hasPrefix(path, prim)) continue;
    const graph = stage.index(path)?.graph;
    if (graph === undefined) continue;
    const meant = nodesOf(graph);
    if (meant.length === 0) continue;
    const edited = editedNodes(graph, meant);
    for (const node of meant) follow(graph, node, edited);
  }
  return Array.from(found, ([from, followed]) => ({ from, to: followed }));

  /** Returns the nodes that bring the object. */
  function nodesOf(graph: IndexGraph): readonly NodeId[] {
    const nodes: NodeId[] = [];
    for (let node = 1; node < graph.size; node++) {
      // With a prim those below are deleted, and what arcs bring of them.
      const site = graph.path(node);
      const isMeant = site === prim || (to === undefined && property === "" && paths.hasPrefix(site, prim));
      if (!isMeant || graph.nodes[node].stack !== layerStack) continue;
      if (property === "" && (!isFromAbove(graph, node) || !hasSpecsBelow(graph, node))) continue;
      nodes.push(node);
    }
    return nodes;
  }

  /** Adds the prims between a node and the root of its graph, up to one that other sites define too: its opinions have a meaning there. */
  function follow(graph: IndexGraph, node: NodeId, edited: ReadonlySet<NodeId>): void {
    let path = target;
    for (let at = node; at !== 0; at = graph.nodes[at].parent) {
      const { mapToParent, parent } = graph.nodes[at];
      path = mapAcrossArc(paths, mapToParent, path);
      const site = graph.path(parent);
      if (graph.nodes[parent].stack !== layerStack || paths.hasVariants(site) || paths.hasPrefix(site, prim)) continue;
      if (parent !== 0 && property === "" && !graph.isAncestral(parent)) continue;
      if (isDefinedElsewhere(graph, parent, edited)) return;
      const text = paths.text(site);
      if (!found.has(text)) found.set(text, path === NO_PATH ? undefined : paths.text(path));
    }
  }

  /** Whether a site below a node that keeps its names has opinions about the object. */
  function isDefinedElsewhere(graph: IndexGraph, top: NodeId, edited: ReadonlySet<NodeId>): boolean {
    return nodesBelow(graph, [top]).some((node) => {
      if (node === top || edited.has(node) || !graph.canContribute(node) || !graph.hasSpecs(node)) return false;
      const { stack } = graph.nodes[node];
      const site = graph.path(node);
      // The object itself is edited, and so are the variants of a prim that follows.
      const plain = paths.withoutVariants(site);
      const isFollower = plain === paths.withoutVariants(graph.path(top));
      if (stack === layerStack && (isFollower || paths.hasPrefix(plain, prim))) return false;
      if (property === "") return graph.isAncestral(node);
      return stack.layers.some(
        ({ layer }: { readonly layer: StageLayer }) =>
          layer.find(site)?.properties.some(({ name }) => name === property) === true,
      );
    });
  }
}
