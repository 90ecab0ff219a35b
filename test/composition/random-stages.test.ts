// Random stages: the graph of every prim is a tree in strength order.

import { memoryResolver, Stage, type IndexGraph } from "@usdkit/usd";
import { describe, expect, test } from "vitest";
import { randomStage } from "./random-stage.ts";

const MAX_PRIMS = 30;

async function openStage(files: ReadonlyMap<string, string>): Promise<Stage> {
  const encoder = new TextEncoder();
  const resolver = memoryResolver(new Map([...files].map(([name, text]) => [name, encoder.encode(text)])));
  return Stage.open("root.usda", { resolver });
}

/** Returns the nodes that are not where a node before them leads to. */
function misplaced({ nodes }: IndexGraph): readonly number[] {
  return nodes.flatMap(({ parent, origin, children }, node) => {
    const isRoot = node === 0 && parent === -1 && origin === -1;
    const hasPlace = isRoot || (parent < node && nodes[parent]?.children.includes(node) && nodes[origin] !== undefined);
    return hasPlace && children.every((child, i) => child > (children[i - 1] ?? node)) ? [] : [node];
  });
}

describe("random stages", () => {
  test.each([2, 3, 4, 6, 7, 8, 9])("seed %i", async (seed) => {
    const stage = await openStage(randomStage(seed));
    let count = 0;
    for (const path of stage.traverse()) {
      if (count++ === MAX_PRIMS) break;
      const index = stage.primIndex(path);
      expect(index && misplaced(index.graph)).toEqual([]);
    }
    expect(count).toBeGreaterThan(0);
  });
});

test("the offset of a sublayer does not apply to its internal references", async () => {
  const stage = await openStage(
    new Map([
      ["root.usda", '#usda 1.0\n(\n    subLayers = [@./b.usda@ (offset = 10; scale = 3)]\n)\ndef "T"\n{\n}\n'],
      [
        "b.usda",
        '#usda 1.0\nover "A" (\n    references = </T> (offset = 6; scale = 2)\n)\n{\n}\nover "C" (\n    references = @./c.usda@</T> (offset = 6; scale = 2)\n)\n{\n}\n',
      ],
      ["c.usda", '#usda 1.0\ndef "T"\n{\n}\n'],
    ]),
  );
  const offsetOf = (path: string): unknown => stage.primIndex(path)?.graph.nodes[1].mapToRoot.offset;
  expect(offsetOf("/A")).toEqual({ offset: 6, scale: 2 });
  expect(offsetOf("/C")).toEqual({ offset: 28, scale: 6 });
});
