// What the index of a large graph finds is what walks up and down the graph find.

import { memoryResolver, Stage, type IndexGraph } from "@usdkit/usd";
import { expect, test } from "vitest";
import { Ancestry } from "../../packages/usd/src/graph/ancestry.ts";
import { propagatedOf } from "../../packages/usd/src/graph/class-hierarchy.ts";
import { childAt, hasRelatedSite } from "../../packages/usd/src/graph/find-nodes.ts";
import { randomStage } from "./random-stage.ts";

const MAX_PRIMS = 40;
/** Nodes of a graph from which on pairs of them are not all compared. */
const MAX_NODES = 40;

/** Returns what differs between the walks of a graph that is complete, and the index. */
function differences(graph: IndexGraph): readonly string[] {
  const ancestry = new Ancestry(graph);
  const found: string[] = [];
  const compare = (what: string, a: unknown, b: unknown): void => {
    if (a !== b) found.push(`${what}: ${String(a)}, by the index ${String(b)}`);
  };
  for (let node = 0; node < Math.min(graph.size, MAX_NODES); node++) {
    const site = graph.site(node);
    const { parent } = graph.nodes[node];
    if (parent >= 0) {
      const siblings = ancestry.nodesAt(site.stack, site.path).filter((each) => graph.nodes[each].parent === parent);
      compare(`child ${node}`, childAt(graph, parent, site) >= 0, siblings.length > 0);
    }
    const propagated = propagatedOf(graph, node);
    if (propagated >= 0) compare(`propagated ${node}`, propagated, ancestry.propagatedOf(node));
    for (let other = 0; other < Math.min(graph.size, MAX_NODES); other++) {
      const place = graph.site(other);
      compare(`below ${node} ${other}`, graph.isBelow(node, other), ancestry.parents.isBelow(node, other));
      const isRelated = ancestry.hasRelatedSite(node, place.stack, place.path);
      compare(`related ${node} ${other}`, hasRelatedSite(graph, node, place), isRelated);
    }
  }
  return found;
}

test.each([1, 2, 3, 5, 6, 8, 13, 21, 34, 55])("seed %i", async (seed) => {
  const files = new Map([...randomStage(seed)].map(([name, text]) => [name, new TextEncoder().encode(text)]));
  const stage = await Stage.open("root.usda", { resolver: memoryResolver(files) });
  let count = 0;
  for (const path of stage.traverse()) {
    if (count++ === MAX_PRIMS) break;
    const graph = stage.primIndex(path)?.graph;
    expect(graph && differences(graph)).toEqual([]);
  }
  expect(count).toBeGreaterThan(0);
});
