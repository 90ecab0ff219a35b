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
  // Arcs of a node are after it.
  const isBelow = new Set([top]);
  for (let node = top; node < graph.size; node++) {
    if (node !== top && !isBelow.has(graph.nodes[node].parent)) continue;
    if (graph.hasSpecs(node)) return true;
    isBelow.add(node);
  }
  return false;
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
export function dependentsOf({ stage }: EditContext, { prim, property, to }: NamespaceEdit): readonly Dependent[] {
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
    for (let node = 1; node < graph.size; node++) {
      // With a prim those below are deleted, and what arcs bring of them.
      const site = graph.path(node);
      const isMeant = site === prim || (to === undefined && property === "" && paths.hasPrefix(site, prim));
      if (!isMeant || graph.nodes[node].stack !== layerStack) continue;
      if (property === "" && (!isFromAbove(graph, node) || !hasSpecsBelow(graph, node))) continue;
      // What an arc to another layer brings keeps its name, and so does what overrides it.
      if (property !== "" && isBehindArc(graph, property)) break;
      follow(graph, node);
      break;
    }
  }
  return Array.from(found, ([from, followed]) => ({ from, to: followed }));

  /** Adds the prims between a node and the root of its graph. */
  function follow(graph: IndexGraph, node: NodeId): void {
    let path = target;
    for (let at = node; at !== 0; at = graph.nodes[at].parent) {
      const { mapToParent, parent } = graph.nodes[at];
      path = mapAcrossArc(paths, mapToParent, path);
      const site = graph.path(parent);
      if (graph.nodes[parent].stack !== layerStack || paths.hasVariants(site) || paths.hasPrefix(site, prim)) continue;
      if (parent !== 0 && property === "" && !graph.isAncestral(parent)) continue;
      const text = paths.text(site);
      if (!found.has(text)) found.set(text, path === NO_PATH ? undefined : paths.text(path));
    }
  }

  /** Whether layers behind arcs have opinions about a property. */
  function isBehindArc(graph: IndexGraph, name: string): boolean {
    for (let node = 1; node < graph.size; node++) {
      const { stack } = graph.nodes[node];
      if (stack === layerStack || !graph.canContribute(node)) continue;
      const isNamed = ({ layer }: { readonly layer: StageLayer }): boolean =>
        layer.find(graph.path(node))?.properties.some((each) => each.name === name) === true;
      if (stack.layers.some(isNamed)) return true;
    }
    return false;
  }
}
