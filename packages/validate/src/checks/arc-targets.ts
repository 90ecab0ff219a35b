/** Prims whose opinions reach other prims. */
import type { PathId, Stage } from "@usdkit/usd";

/** Returns the prims of the root layers that arcs of the stage lead to, with those above them. */
export function arcTargets(stage: Stage): ReadonlySet<PathId> {
  const { paths, layerStack } = stage;
  const found = new Set<PathId>();
  for (const { path, graph } of stage.ownIndices) {
    for (let node = 1; node < graph.size; node++) {
      if (graph.nodes[node].stack !== layerStack) continue;
      const site = paths.withoutVariants(graph.path(node));
      if (site === path) continue;
      for (let at = site; at > 0 && !found.has(at); at = paths.parent(at)) found.add(at);
    }
  }
  return found;
}
