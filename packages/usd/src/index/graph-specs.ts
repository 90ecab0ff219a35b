/** The specs of a graph's prim. */
import type { NodeId } from "../graph/graph-node.ts";
import type { IndexGraph } from "../graph/index-graph.ts";
import { specsAt } from "../layer-stack/layer-stack.ts";
import type { StackedSpec } from "../layer-stack/stacked-spec.ts";

/** A spec that contributes to a prim, and its node. */
export interface IndexedSpec extends StackedSpec {
  readonly node: NodeId;
}

/** Returns the specs that contribute to the prim of a graph, strongest first. */
export function specsOf(graph: IndexGraph): readonly IndexedSpec[] {
  const found: IndexedSpec[] = [];
  for (let node = 0; node < graph.size; node++) {
    if (!graph.hasSpecs(node) || !graph.canContribute(node)) continue;
    for (const { layer, offset, spec } of specsAt(graph.nodes[node].stack, graph.path(node))) {
      found.push({ layer, offset, spec, node });
    }
  }
  return found;
}
