import { expect, test } from "vitest";
import { openLayer, type OpenedLayer } from "../open/open-layer.ts";
import { memoryResolver } from "../resolve/path-resolver.ts";
import { Stage } from "../stage/stage.ts";
import { fieldOpinions } from "./field-opinions.ts";
import { schemaPropertyNames } from "./schema-properties.ts";
import { StageValues } from "./stage-values.ts";

const files = new Map(
  Object.entries({
    "root.usda": `( subLayers = [@b.usda@] )
def Sphere "A" {
    double radius = 2
    double radius.timeSamples = { 0: 1 }
    double radius.connect = </A.other>
    rel to = </A>
}`,
    "b.usda": 'over "A" {\n    double radius = 3\n    rel to = </B>\n}',
  }).map(([name, text]) => [name, new TextEncoder().encode(`#usda 1.0\n${text}`)]),
);

test("the opinions of a property are in strength order, with their statements", async () => {
  const values = new StageValues(await Stage.open("root.usda", { resolver: memoryResolver(files) }));
  const rows = (path: string, time: number | null): unknown =>
    fieldOpinions(values.propertyOpinions(path), time).map(({ layer, field, range }) => {
      const text = new TextDecoder().decode(layer.opened?.bytes.subarray(range?.start, range?.end));
      return [layer.identifier, field, text];
    });
  const [value, samples, connection] = [
    ["root.usda", "default", "double radius = 2"],
    ["root.usda", "timeSamples", "double radius.timeSamples = { 0: 1 }"],
    ["root.usda", "connectionPaths", expect.stringContaining("radius")],
  ];
  const weaker = ["b.usda", "default", "double radius = 3"];
  expect(rows("/A.radius", null)).toEqual([value, samples, connection, weaker]);
  expect(rows("/A.radius", 0)).toEqual([samples, value, connection, weaker]);
  expect(rows("/A.to", null)).toEqual([
    ["root.usda", "targetPaths", "rel to = </A>"],
    ["b.usda", "targetPaths", "rel to = </B>"],
  ]);
  expect(rows("/A.none", null)).toEqual([]);
});

test("the properties of the schemas of a prim", async () => {
  expect(schemaPropertyNames({ schemaType: "Sphere", apiSchemas: ["CollectionAPI:lights"] })).toEqual(
    expect.arrayContaining(["collection:lights:includes", "radius", "visibility"]),
  );
  expect(schemaPropertyNames({ schemaType: "Unknown", apiSchemas: [] })).toEqual([]);
});

test("a resolver that keeps opened layers reads them once for several stages", async () => {
  const opened = new Map<Uint8Array, OpenedLayer>();
  const resolver = {
    ...memoryResolver(files),
    open(bytes: Uint8Array, inner: readonly string[]): OpenedLayer {
      const found = opened.get(bytes) ?? openLayer(bytes, { inner });
      opened.set(bytes, found);
      return found;
    },
  };
  const [first, second] = [await Stage.open("root.usda", { resolver }), await Stage.open("root.usda", { resolver })];
  expect(opened.size).toBe(2);
  expect(first.layers.map(({ opened: each }) => each)).toEqual([...opened.values()]);
  expect(second.layers[0].layer).toBe(first.layers[0].layer);
});
