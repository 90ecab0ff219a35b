/** What is not drawn as it is authored, and named. */
import { expect, test } from "vitest";
import { drawText, worldPoints } from "../test-support/draw-text.ts";
import type { StageDrawables } from "./stage-drawables.ts";

const TRIANGLE = `int[] faceVertexCounts = [3]
    int[] faceVertexIndices = [0, 1, 2]`;
const POINTS = "point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]";

const named = ({ problems }: StageDrawables): string[] =>
  problems.map(({ path, property, message }) => `${path}.${property}: ${message}`);

test("ignores values of another shape than their schema has, and draws those of another precision", async () => {
  const shapes = await drawText(`def Mesh "Flat"
{
    ${TRIANGLE}
    float[] points = [0, 0, 0, 1, 0, 0, 0, 1, 0]
}
def Mesh "Double"
{
    ${TRIANGLE}
    double3[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
}
def Mesh "Role"
{
    ${TRIANGLE}
    float3[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
}
def Cube "Text"
{
    string size = "6"
}
`);
  expect(shapes.drawables.map(({ path }) => path)).toEqual(["/Double", "/Role"]);
  expect(shapes.notDrawn.map(({ path, reason }) => `${path} ${reason}`)).toEqual(["/Flat empty", "/Text empty"]);
  expect(named(shapes).filter((each) => each.includes("type"))).toEqual([
    "/Flat.points: Expected a value of the type point3f[], found float[]: it is ignored",
    "/Double.points: Expected a value of the type point3f[], found double3[]: it is drawn, but OpenUSD does not read it",
    "/Text.size: Expected a value of the type double, found string: it is ignored",
  ]);
});

test("names points that vary and have another type", async () => {
  const shapes = await drawText(
    `def Mesh "Flat"
{
    ${TRIANGLE}
    float[] points.timeSamples = { 1: [0, 0, 0, 1, 0, 0, 0, 1, 0], 2: [0, 0, 0, 1, 0, 0, 0, 2, 0] }
}
`,
    {},
    1,
  );
  expect(named(shapes)[0]).toMatch(/^\/Flat\.points: Expected a value of the type point3f\[\], found float\[\]/u);
});

test("draws prims with an unknown visibility, as the reference, and names them", async () => {
  const shapes = await drawText(`def Cube "Unknown"
{
    token visibility = "hidden"
}
def Cube "Text"
{
    string visibility = "invisible"
}
def Cube "Invisible"
{
    token visibility = "invisible"
}
`);
  expect(shapes.drawables.map(({ path }) => path)).toEqual(["/Unknown", "/Text"]);
  expect(named(shapes)).toEqual([
    '/Unknown.visibility: Expected "inherited" or "invisible", found "hidden": the prim is drawn',
    '/Text.visibility: Expected "inherited" or "invisible", found a value of another type: the prim is drawn',
  ]);
});

test("names each unknown type once, with three of its paths", async () => {
  const prims = [1, 2, 3, 4, 5].map((i) => `def Sprocket "S${i}"\n{\n    def Cube "C"\n    {\n    }\n}`).join("\n");
  const shapes = await drawText(`${prims}\ndef Gprim "Abstract"\n{\n}\n`);
  expect(shapes.drawables).toHaveLength(5);
  expect(named(shapes)).toEqual([
    '/S1.typeName: Expected a type that prims can have, found "Sprocket": what it defines is not drawn. Correct it, or author fallbackPrimTypes (also /S2, /S3, 2 other prims)',
    '/Abstract.typeName: Expected a type that prims can have, found "Gprim": what it defines is not drawn. Correct it, or author fallbackPrimTypes',
  ]);
});

test("draws prims of an unknown type that has a fallback without a word", async () => {
  const shapes = await drawText(
    '(\n    fallbackPrimTypes = {\n        token[] Box = ["Cube"]\n    }\n)\ndef Box "B"\n{\n}\n',
  );
  expect(shapes.drawables).toHaveLength(1);
  expect(named(shapes)).toEqual([]);
});

const reader = (id: string): string => `def Mesh "Square" (
    prepend apiSchemas = ["MaterialBindingAPI"]
)
{
    ${TRIANGLE}
    ${POINTS}
    rel material:binding = </Paint>
    string primvars:who = "red"
}
def Material "Paint"
{
    token outputs:surface.connect = </Paint/Surface.outputs:surface>
    string inputs:words = "red"
    def Shader "Surface"
    {
        uniform token info:id = "UsdPreviewSurface"
        color3f inputs:diffuseColor.connect = ${id === "" ? "</Paint.inputs:words>" : "</Paint/Reader.outputs:result>"}
        token outputs:surface
    }
    def Shader "Reader"
    {
        uniform token info:id = "${id}"
        string inputs:varname = "who"
        string outputs:result
    }
}
`;

test("names readers of texts and matrices, and texts that are connected to numbers", async () => {
  for (const type of ["string", "matrix"]) {
    expect(named(await drawText(reader(`UsdPrimvarReader_${type}`)))).toEqual([
      `/Paint/Reader.info:id: Expected a reader of numbers, such as UsdPrimvarReader_float3, found one of ${type}: it is drawn without the primvar "who"`,
    ]);
  }
  expect(named(await drawText(reader("")))).toEqual([
    "/Paint.inputs:words: Expected one to four numbers, found a value of the type string: the fallback is drawn",
  ]);
});

const MATRIX = (y: number): string => `((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, ${y}, 0, 1))`;
const SKELETON = `def Skeleton "Spine"
{
    uniform token[] joints = ["A", "A/B", "A/B/C"]
    uniform matrix4d[] bindTransforms = [${MATRIX(0)}, ${MATRIX(1)}, ${MATRIX(3)}]
    uniform matrix4d[] restTransforms = [${MATRIX(0)}, ${MATRIX(1)}, ${MATRIX(2)}]
    double3 xformOp:translate = (5, 0, 0)
    uniform token[] xformOpOrder = ["xformOp:translate"]
}
`;

test("draws the bones of skeletons among guides, as the reference's viewer", async () => {
  const purposes = ["default", "guide"];
  const { drawables } = await drawText(SKELETON, { purposes, hasBones: true });
  expect(drawables.map(({ path, type }) => `${type} ${path}`)).toEqual(["Skeleton /Spine"]);
  expect(worldPoints(drawables[0])).toEqual([
    [5, 1, 0],
    [5.1, 0, 0.1],
    [5.1, 0, -0.1],
    [4.9, 0, -0.1],
    [4.9, 0, 0.1],
    [5, 3, 0],
    [5.2, 1, 0.2],
    [5.2, 1, -0.2],
    [4.8, 1, -0.2],
    [4.8, 1, 0.2],
  ]);
  const { drawables: none, hidden } = await drawText(SKELETON, { hasBones: true });
  expect(none).toEqual([]);
  expect(hidden.purposes).toEqual(new Map([["guide", 1]]));
  expect((await drawText(SKELETON, { purposes })).drawables).toEqual([]);
});

test("names skeletons whose bones cannot be drawn", async () => {
  const shapes = await drawText(SKELETON.replace(/ +uniform matrix4d\[\] restTransforms.*\n/u, ""), {
    purposes: ["guide"],
    hasBones: true,
  });
  expect(shapes.notDrawn).toEqual([{ path: "/Spine", type: "Skeleton", reason: "empty" }]);
  expect(named(shapes)).toEqual([
    "/Spine.: The skeleton has no restTransforms, or not as many as joints: its bones are not drawn",
  ]);
});
