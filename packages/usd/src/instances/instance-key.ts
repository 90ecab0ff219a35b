/** Keys of instances: instances with equal keys have the same prims below them. */
import type { NodeId } from "../graph/graph-node.ts";
import type { IndexGraph } from "../graph/index-graph.ts";
import { instanceNodes } from "../index/instancing.ts";
import type { PrimIndex } from "../index/prim-index.ts";
import { specsAt } from "../layer-stack/layer-stack.ts";
import { composeSelection } from "../layer-stack/compose-site.ts";
import type { PathId, PathTable } from "../paths/path-table.ts";

/**
 * Returns the key of an instance: the sites and offsets of the arcs that it shares, its variant selections, the specs that author
 * value clips, and the part of the population mask below it (`Usd_InstanceKey`).
 */
export function instanceKey(paths: PathTable, { path, graph }: PrimIndex, mask: readonly PathId[] | undefined): string {
  // Only a payload adds nodes below those of another arc, and it may be loaded for one instance and not for another.
  const arcs = instanceNodes(graph, !graph.hasPayloads)
    .filter(({ isShared }) => isShared)
    .map(({ node }) => arcKey(graph, node));
  return JSON.stringify([arcs, selections(graph), clips(graph), below(paths, path, mask)]);
}

function arcKey(graph: IndexGraph, node: NodeId): readonly number[] {
  const { type, stack, mapToRoot } = graph.nodes[node];
  return [type, stack.id, graph.path(node), mapToRoot.offset.offset, mapToRoot.offset.scale];
}

/** The strongest selection of each variant set that any node authors. */
function selections(graph: IndexGraph): readonly (readonly [string, string])[] {
  const found = new Map<string, string>();
  for (const [node, { stack }] of graph.nodes.entries()) {
    if (!graph.canContribute(node)) continue;
    for (const { spec } of specsAt(stack, graph.path(node))) {
      const value = spec.fields.get("variantSelection")?.value;
      if (value?.kind !== "stringMap") continue;
      for (const set of value.entries.keys()) {
        if (found.has(set)) continue;
        const selection = composeSelection(stack, graph.path(node), set, []);
        if (selection !== undefined) found.set(set, selection);
      }
    }
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The specs with value clips: those of the instance itself are not among its arcs. */
function clips(graph: IndexGraph): readonly (readonly [number, PathId])[] {
  const found: (readonly [number, PathId])[] = [];
  for (const [node, { stack }] of graph.nodes.entries()) {
    if (!graph.canContribute(node)) continue;
    for (const { layer, spec } of specsAt(stack, graph.path(node))) {
      if (spec.fields.has("clips") || spec.fields.has("clipSets")) found.push([layer.id, graph.path(node)]);
    }
  }
  return found;
}

/**
 * The paths of the mask that begin with the path of a prim, relative to it. There is none if the mask has a prim above: the reference
 * tells such instances from those that are in the mask themselves.
 */
function below(paths: PathTable, prim: PathId, mask: readonly PathId[] | undefined): readonly string[] {
  if (mask === undefined || mask.includes(prim)) return ["/"];
  const prefix = paths.text(prim).length;
  return mask
    .filter((each) => paths.hasPrefix(each, prim))
    .map((each) => paths.text(each).slice(prefix))
    .sort();
}
