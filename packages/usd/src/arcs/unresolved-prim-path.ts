/** References and payloads that lead to a prim without specs. */
import { arcNames } from "../graph/arc-names.ts";
import type { NodeId } from "../graph/graph-node.ts";
import { hasSpecs } from "../layer-stack/layer-stack.ts";
import type { Indexer } from "./indexer.ts";

/** Reports a reference or payload if neither its site nor the arcs of that site have specs. */
export function reportUnresolvedPrimPath({ graph, errors, composition: { paths } }: Indexer, node: NodeId): void {
  const isIntroduced = graph.depthBelowIntroduction(node) === 0;
  const resolves = graph
    .strengthOrder(node)
    .some((each) =>
      isIntroduced ? graph.hasSpecs(each) : hasSpecs(graph.nodes[each].stack, graph.pathAtIntroduction(each)),
    );
  if (resolves) return;
  const { type, stack, source, target: authored } = graph.nodes[node];
  const target = `@${stack.rootLayer.identifier}@<${paths.text(graph.pathAtIntroduction(node))}>`;
  errors.push({
    code: "UNRESOLVED_PRIM_PATH",
    message: `<${paths.text(graph.introPath(node))}> ${arcNames[type]} ${target}: there is no such prim`,
    statement: source,
    target: authored,
  });
}
