import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseUsda } from "@usdkit/usda";
import { attributeOf, plainData, serviceMatrix } from "@usdkit/service-scene";
import { describe, expect, test } from "vitest";
import { layerAtTime } from "./layer-at-time.ts";
import { timeRange } from "./time-range.ts";

/** Values that the reference implementation gives; see `write-reference.py` next to it. */
interface Reference {
  readonly version: string;
  readonly text: string;
  readonly times: readonly number[];
  readonly values: Readonly<Record<string, readonly unknown[]>>;
}

const file = join(import.meta.dirname, "../../test/time-samples/reference.json");
const { text, times, values } = JSON.parse(readFileSync(file, "utf8")) as Reference;
const { layer, ok } = parseUsda(text);

test("the table is there", () => {
  expect(ok).toBe(true);
  expect(Object.keys(values).length).toBeGreaterThan(20);
});

describe.each(Object.keys(values))("attribute %s", (name) => {
  test.each(times.map((time, i) => ({ time, i })))("has the reference's value at $time", ({ time, i }) => {
    const [prim] = layerAtTime(layer, time).root.children;
    const value = attributeOf(prim, name)?.defaultValue;
    const data = value?.kind === "typed" ? plainData(value) : null;
    const wanted = values[name][i];
    if (typeof wanted === "number" || Array.isArray(wanted)) {
      const [given, expected] = [[data].flat(), [wanted].flat() as number[]];
      expect(given).toHaveLength(expected.length);
      // Halfs have 11 bits and floats 24; the last one may be rounded the other way.
      const tolerance = ["c", "s", "v"].includes(name) ? 1e-3 : 1e-6;
      for (const [k, number] of expected.entries()) expect(Math.abs(Number(given[k]) - number)).toBeLessThan(tolerance);
    } else expect(data).toEqual(wanted);
  });
});

test("prims are views with the same paths, their own parents and otherwise the same content", () => {
  const { layer } = parseUsda(`#usda 1.0
(
    doc = "x"
)
def Xform "A"
{
    double x.timeSamples = { 0: 1, 2: 3 }
    rel y = </A/B>
    def Camera "B"
    {
        float focalLength = 50
    }
}
`);
  const view = layerAtTime(layer, 1);
  const [a] = view.root.children;
  const [b] = a.children;
  expect([a.path, a.typeName, b.path, b.parent === a, a.parent === view.root]).toEqual([
    "/A",
    "Xform",
    "/A/B",
    true,
    true,
  ]);
  expect(attributeOf(b, "focalLength")).toBe(attributeOf(layer.root.children[0].children[0], "focalLength"));
  expect(a.properties[1]).toBe(layer.root.children[0].properties[1]);
  expect(view.root.fields.get("documentation")).toBe(layer.root.fields.get("documentation"));
  expect(attributeOf(a, "x")).toMatchObject({ path: "/A.x", parent: a, defaultValue: { data: 2 } });
});

describe("transformations", () => {
  const table = JSON.parse(readFileSync(join(file, "../transforms.json"), "utf8")) as {
    readonly text: string;
    readonly times: readonly number[];
    readonly matrices: Readonly<Record<string, readonly (readonly number[])[]>>;
  };
  const parsed = parseUsda(table.text);

  test.each(Object.keys(table.matrices))("of %s are those of the reference, all ops included", (name) => {
    expect(parsed.ok).toBe(true);
    for (const [i, time] of table.times.entries()) {
      const prim = layerAtTime(parsed.layer, time).root.children.find((child) => child.name === name);
      const matrix = prim === undefined ? [] : serviceMatrix(prim);
      const wanted = table.matrices[name][i];
      for (let k = 0; k < 16; k++) expect(Math.abs(matrix[k] - wanted[k])).toBeLessThan(1e-5);
    }
  });

  test("of an order with xformOp:transform alone stay the attribute", () => {
    const { layer } = parseUsda(`#usda 1.0
def Xform "A"
{
    matrix4d xformOp:transform = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (1, 2, 3, 1))
    double3 xformOp:translate = (9, 9, 9)
    uniform token[] xformOpOrder = ["xformOp:transform"]
}
`);
    expect(layerAtTime(layer, 3).root.children[0].properties).toEqual(layer.root.children[0].properties);
  });
});

describe("the range of times", () => {
  const range = (head: string, body = ""): unknown =>
    timeRange(parseUsda(`#usda 1.0\n(\n${head}\n)\ndef Xform "A"\n{\n${body}\n}\n`).layer);
  const samples =
    "matrix4d xformOp:transform.timeSamples = { 3: ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)), 9: None }";

  test.each([
    ["is authored", "startTimeCode = 1\nendTimeCode = 5", samples, { start: 1, end: 5 }],
    ["is that of the samples otherwise", "", samples, { start: 3, end: 9 }],
    ["is that of the samples if it is empty", "startTimeCode = 5\nendTimeCode = 1", samples, { start: 3, end: 9 }],
  ])("%s", (_, head, body, wanted) => {
    expect(range(head, body)).toEqual({ ...wanted, timeCodesPerSecond: 24, framesPerSecond: 24 });
  });

  test("is null without samples that change what is drawn", () => {
    expect(range("", "double x.timeSamples = { 0: 1 }")).toBeNull();
  });

  test.each([
    ["translations", "double3 xformOp:translate.timeSamples = { 2: (0, 0, 0), 7: (1, 0, 0) }"],
    ["knots of splines", "double xformOp:translateX.spline = { 2: 0, 7: 1 }"],
    ["visibility", 'token visibility.timeSamples = { 2: "invisible", 7: "inherited" }'],
  ])("includes %s", (_, body) => {
    expect(range("", body)).toMatchObject({ start: 2, end: 7 });
  });

  test("has the format's rates", () => {
    const times = "startTimeCode = 0\nendTimeCode = 1\n";
    expect(range(`${times}framesPerSecond = 30`)).toMatchObject({ timeCodesPerSecond: 30, framesPerSecond: 30 });
    expect(range(`${times}timeCodesPerSecond = 100`)).toMatchObject({ timeCodesPerSecond: 100, framesPerSecond: 24 });
  });
});
