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

/** Returns all that is composed of a prim, as text. */
function composed(stage: Stage, path: string): string {
  const graph = stage.primIndex(path)?.graph;
  const nodes = graph?.nodes.map((node, i) => {
    const { stack, source: _, mapToParent, rootMap: __, ...arc } = node;
    const { mapToRoot } = node;
    const text = (at: number): string => stage.paths.text(at);
    // Pairs of one depth are in the order in which their paths were met.
    const maps = [mapToParent, mapToRoot].map(({ pairs, index: _index, composed: _composed, ...map }) => [
      map,
      pairs.map((p) => p.map(text).join()).sort(),
    ]);
    const site = [text(graph.path(i)), stack.rootLayer.identifier, graph.hasSpecs(i), graph.canContribute(i)];
    return [arc, maps, site, graph.isDirect(i), graph.isAncestral(i), graph.hasClips(i)];
  });
  const specs = stage.primStack(path).map(({ layer, spec, node }) => [layer.identifier, spec.path, node]);
  return JSON.stringify([path, nodes, specs, stage.childNames(path).names, stage.prim(path), stage.properties(path)]);
}

test.each([1, 2, 3, 5, 8])("a prim is composed alike alone and after all others (seed %i)", async (seed) => {
  const files = randomStage(seed);
  const different: string[] = [];
  const whole = await openStage(files);
  const paths: string[] = [];
  for (const path of whole.traverse()) if (paths.push(path) === 10 * MAX_PRIMS) break;
  for (const path of paths.filter((_, i) => i % Math.ceil(paths.length / MAX_PRIMS) === 0)) {
    const alone = await openStage(files);
    if (composed(whole, path) !== composed(alone, path)) different.push(path);
  }
  expect(different).toEqual([]);
});

test("prims below references to one asset differ in their path, and by overrides", async () => {
  const stage = await openStage(
    new Map([
      [
        "root.usda",
        '#usda 1.0\ndef "A" (\n    references = @./asset.usda@</Asset>\n)\n{\n}\n' +
          'def "B" (\n    references = @./asset.usda@</Asset> (offset = 5)\n)\n{\n    over "Geom"\n    {\n        over "Leg"\n        {\n            int x = 2\n        }\n    }\n}\n' +
          'def "C" (\n    references = @./asset.usda@</Asset>\n    variants = {\n        string look = "red"\n    }\n)\n{\n}\n',
      ],
      [
        "asset.usda",
        '#usda 1.0\ndef "Asset" (\n    add variantSets = "look"\n)\n{\n    def "Geom"\n    {\n        def "Leg"\n        {\n        }\n        def "Seat" (\n            references = </Cushion>\n        )\n        {\n        }\n    }\n' +
          '    variantSet "look" = {\n        "red" {\n            over "Geom"\n            {\n                def "Paint"\n                {\n                }\n            }\n        }\n    }\n}\ndef "Cushion"\n{\n    def "Button"\n    {\n    }\n}\n',
      ],
    ]),
  );
  const stacks = [...stage.traverse()].map((path) => [path, ...stage.primStack(path).map(({ spec }) => spec.path)]);
  const leaves = ["Leg", "Seat/Button"].flatMap((leaf) => ["A", "B", "C"].map((top) => `/${top}/Geom/${leaf}`));
  expect(stacks.filter(([path]) => leaves.includes(path) || path.endsWith("Paint"))).toEqual([
    ["/A/Geom/Leg", "/Asset/Geom/Leg"],
    ["/A/Geom/Seat/Button", "/Cushion/Button"],
    ["/B/Geom/Leg", "/B/Geom/Leg", "/Asset/Geom/Leg"],
    ["/B/Geom/Seat/Button", "/Cushion/Button"],
    ["/C/Geom/Paint", "/Asset{look=red}Geom/Paint"],
    ["/C/Geom/Leg", "/Asset/Geom/Leg"],
    ["/C/Geom/Seat/Button", "/Cushion/Button"],
  ]);
  const offsetOf = (path: string): number | undefined =>
    stage.primIndex(path)?.graph.nodes.at(-1)?.mapToRoot.offset.offset;
  expect(["A", "B", "C"].map((top) => offsetOf(`/${top}/Geom/Seat/Button`))).toEqual([0, 5, 0]);
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
