/** Target paths of layers as paths of the stage. */
import type { NodeId } from "../graph/graph-node.ts";
import type { IndexGraph } from "../graph/index-graph.ts";
import { mapBySteps, type MapFunction } from "../paths/map-function.ts";
import { NO_PATH } from "../paths/path-table.ts";

/** Paths that are kept for each function. */
const MAX_KEPT = 1_000;

/** Maps target paths to the stage, and keeps them: the prims below an arc have the same functions, and often the same targets. */
export class TargetPaths {
  private readonly known: Map<MapFunction, Map<string, string | undefined>> = new Map();

  /** As {@link mapTargetPath}. */
  map(graph: IndexGraph, node: NodeId, text: string): string | undefined {
    const { mapToRoot } = graph.nodes[node];
    let mapped = this.known.get(mapToRoot);
    if (mapped === undefined) this.known.set(mapToRoot, (mapped = new Map<string, string | undefined>()));
    let found = mapped.get(text);
    if (found === undefined && !mapped.has(text)) {
      found = mapTargetPath(graph, node, text);
      if (mapped.size < MAX_KEPT) mapped.set(text, found);
    }
    return found;
  }
}

/**
 * Returns a path of a node's layer stack as one of the stage, mapped through relocations in steps; undefined if it is outside of what
 * the node's arcs map.
 */
export function mapTargetPath(graph: IndexGraph, node: NodeId, text: string): string | undefined {
  const { paths } = graph;
  const [prim, property] = splitProperty(text);
  const path = paths.parse(prim);
  if (path === NO_PATH) return undefined;
  const mapped = mapBySteps(paths, graph.nodes[node].mapToRoot, paths.withoutVariants(path));
  return mapped === NO_PATH ? undefined : paths.text(mapped) + property;
}

/** Splits `/A/B.x` into `/A/B` and `.x`. */
export function splitProperty(text: string): readonly [prim: string, property: string] {
  // Variant names may contain dots.
  let at = text.lastIndexOf("}") + 1;
  at = text.indexOf(".", at);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at)];
}
