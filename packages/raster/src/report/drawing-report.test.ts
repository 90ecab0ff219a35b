import { drawableTypes } from "@usdkit/geometry";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { prepareScene } from "../render.ts";
import { sceneText } from "../test-support/scene-text.ts";
import { meshOf, square } from "../test-support/shapes.ts";
import { splatsOf } from "../test-support/splat-shapes.ts";
import { describeReport } from "./describe-report.ts";
import type { DrawingReport } from "./drawing-report.ts";

async function reportOf(body: string, time?: number): Promise<DrawingReport> {
  await using scene = await prepareScene(
    `#usda 1.0\n${body}`,
    { a: square(), s: splatsOf([{}]) },
    { missingAssets: "skip" },
  );
  return await scene.report(time);
}

const mesh = (name: string, id: string, body = ""): string =>
  `def Mesh "${name}" (\n    payload = @asset:/mesh/${id}@\n)\n{\n${body}\n}\n`;

test("lists the drawn prims with their triangles, and the others with the reason", async () => {
  const report = await reportOf(`(
    subLayers = [@other.usda@]
)
${mesh("Square", "a")}${mesh("Gone", "gone")}${mesh("Splats", "s").replace("Mesh", "ParticleField3DGaussianSplat")}
def Xform "World"
{
    def Mesh "Own"
    {
        point3f[] points = [(0, 0, 0)]
    }
    def Sphere "Ball"
    {
    }
    def "Model" (
        references = @model.usda@
    )
    {
    }
    def Material "Red"
    {
    }
    def Cube "Hidden"
    {
        token visibility = "invisible"
    }
    class Cube "Abstract"
    {
    }
}
`);
  expect(report.drawn).toEqual([
    { path: "/Square", triangles: 2 },
    { path: "/Splats", triangles: 0 },
  ]);
  expect(report.notDrawn).toEqual([
    { path: "/", type: "", reason: "composition" },
    { path: "/Gone", type: "Mesh", reason: "missingAsset" },
    { path: "/World/Own", type: "Mesh", reason: "unsupported" },
    { path: "/World/Ball", type: "Sphere", reason: "unsupported" },
    { path: "/World/Model", type: "", reason: "composition" },
  ]);
  expect(report.types.get("Mesh")).toBe(3);
  expect(describeReport(report)).toBe(
    "Sublayers and composition arcs of 1 prim are not followed yet; there is no file for the meshes of 1 prim (/Gone); " +
      "1 Mesh and 1 Sphere prims are not drawn yet",
  );
});

test("follows visibility over time", async () => {
  const body = mesh("A", "a", '    token visibility.timeSamples = { 1: "inherited", 2: "invisible" }');
  expect((await reportOf(body, 1)).drawn).toEqual([{ path: "/A", triangles: 2 }]);
  expect(await reportOf(body, 2)).toMatchObject({ drawn: [], notDrawn: [] });
});

test("an asset without anything in it is not drawn", async () => {
  await using scene = await prepareScene(sceneText([{ name: "a" }]), { a: meshOf({ positions: [], indices: [] }) });
  const report = await scene.report();
  expect(report).toMatchObject({ drawn: [], notDrawn: [{ path: "/World/a", type: "Mesh", reason: "emptyAsset" }] });
});

test.each([
  ["", "Nothing is drawn: the scene defines no prims"],
  ['def Xform "A"\n{\n}\n', "Nothing is drawn: the scene has only 1 Xform prim"],
  ['def Sphere "A"\n{\n}\n', "Nothing is drawn: 1 Sphere prim is not drawn yet"],
  ['def ParticleField "A"\n{\n}\n', "Nothing is drawn: 1 ParticleField prim is not drawn yet"],
  [
    'def Cube "A"\n{\n}\ndef Sphere "B"\n{\n}\ndef Sphere "C"\n{\n}\n',
    "Nothing is drawn: 2 Sphere and 1 Cube prims are not drawn yet",
  ],
  ["(\n    subLayers = [@a.usda@]\n)\n", "Nothing is drawn: sublayers are not followed yet"],
  [mesh("A", "a"), null],
])("the sentence about %j", async (body, sentence) => {
  expect(describeReport(await reportOf(body))).toBe(sentence);
});

test("each visible prim of a drawable type is in one of the lists, whatever its parents are", async () => {
  const type = fc.constantFrom("", "Xform", "Camera", "Material", "FromAPlugin", ...drawableTypes);
  const prims = fc.array(fc.record({ type, parent: fc.nat(), isHidden: fc.boolean() }), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(prims, async (list) => {
      const children = new Map<number, number[]>();
      for (const [i, { parent }] of list.entries()) {
        const above = i === 0 ? -1 : (parent % (i + 1)) - 1;
        children.set(above, [...(children.get(above) ?? []), i]);
      }
      const expected: string[] = [];
      const textOf = (i: number, above: string, isHiddenAbove: boolean): string => {
        const { type: typeName, isHidden } = list[i];
        const path = `${above}/p${i}`;
        const isInvisible = isHiddenAbove || isHidden;
        if (!isInvisible && drawableTypes.has(typeName)) expected.push(path);
        const below = (children.get(i) ?? []).map((child) => textOf(child, path, isInvisible));
        const visibility = isHidden ? 'token visibility = "invisible"\n' : "";
        return `def ${typeName} "p${i}"\n{\n${visibility}${below.join("")}}\n`;
      };
      const body = (children.get(-1) ?? []).map((i) => textOf(i, "", false)).join("");
      const { drawn, notDrawn, types } = await reportOf(body);
      expect([...drawn, ...notDrawn].map(({ path }) => path)).toEqual(expected);
      expect([...types.values()].reduce((sum, count) => sum + count, 0)).toBe(list.length);
    }),
    { numRuns: 30 },
  );
});
