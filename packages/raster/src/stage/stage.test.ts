import { memoryResolver, Stage } from "@usdkit/usd";
import { describe, expect, test } from "vitest";
import { imageHash } from "@usdkit/assets";
import { describeReport } from "../report/describe-report.ts";
import { NO_PRIM, type RenderedImage } from "../rendering/rendered-image.ts";
import { prepareStage } from "./prepare-stage.ts";
import type { PrepareStageOptions } from "./prepare-stage-options.ts";
import type { PreparedStage } from "./prepared-stage.ts";

async function open(text: string, options?: PrepareStageOptions): Promise<PreparedStage> {
  const files = new Map([["root.usda", new TextEncoder().encode(`#usda 1.0\n${text}`)]]);
  return prepareStage(await Stage.open("root.usda", { resolver: memoryResolver(files) }), options);
}

const size = { width: 64, height: 48 };

/** Looks along −z at the square from −1 to 1, which fills the image of 48 × 48 pixels. */
const FRONT = {
  worldMatrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 10, 1],
  projection: "orthographic",
  horizontalAperture: 20,
  verticalAperture: 20,
  clippingRange: [1, 100],
} as const;

const square = (name: string, x: number, color: string): string => `
def Mesh "${name}"
{
    uniform token subdivisionScheme = "none"
    point3f[] points = [(${x}, -1, 0), (${x + 1}, -1, 0), (${x + 1}, 1, 0), (${x}, 1, 0)]
    int[] faceVertexCounts = [4]
    int[] faceVertexIndices = [0, 1, 2, 3]
    color3f[] primvars:displayColor = [${color}]
}
`;

function shares(image: RenderedImage): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const id of image.primId ?? []) {
    const path = id === NO_PRIM ? "" : image.prims[id];
    counts[path] = (counts[path] ?? 0) + 1 / (image.width * image.height);
  }
  return counts;
}

describe("an image of a stage", () => {
  test("has each prim where its points are, in its color", async () => {
    await using scene = await open(square("Left", -1, "(1, 0, 0)") + square("Right", 0, "(0, 0, 1)"));
    const image = await scene.render({ width: 48, height: 48, camera: FRONT, outputs: ["primId"] });
    const { "/Left": left, "/Right": right, "": none = 0 } = shares(image);
    expect(left).toBeCloseTo(0.5, 9);
    expect(right).toBeCloseTo(0.5, 9);
    expect(none).toBe(0);
    const [red, , blue] = image.data;
    expect([red > 60, blue]).toEqual([true, 0]);
  });

  test("has instances and instancers once for each place", async () => {
    await using scene = await open(
      `
def Xform "A" (instanceable = true; inherits = </Prototype>) { }
def Xform "B" (instanceable = true; inherits = </Prototype>)
{
    double3 xformOp:translate = (1, 0, 0)
    uniform token[] xformOpOrder = ["xformOp:translate"]
}
class "Prototype"
{
    ${square("S", -1, "(1, 1, 1)")}
}
def PointInstancer "Many"
{
    rel prototypes = </Many/Dot>
    int[] protoIndices = [0, 0, 0, 0]
    point3f[] positions = [(0, 0, 1), (2, 0, 1), (4, 0, 1), (6, 0, 1)]
    int64[] invisibleIds = [1]
    def Cube "Dot"
    {
        double size = 0.5
    }
}
`
        .replaceAll("; inherits", "\n    inherits")
        .replaceAll(") { }", ")\n{\n}"),
    );
    const { drawn, notDrawn } = await scene.report();
    expect({ drawn, notDrawn }).toEqual({
      drawn: [
        { path: "/A/S", triangles: 2 },
        { path: "/B/S", triangles: 2 },
        { path: "/Many", triangles: 36 },
      ],
      notDrawn: [],
    });
    const image = await scene.render({ width: 48, height: 48, camera: FRONT, outputs: ["primId"] });
    const { "/Many": many, "/A/S": left, "/B/S": right } = shares(image);
    expect(many).toBeCloseTo(0.25 / 4, 9);
    expect(left + right + many).toBeCloseTo(1, 9);
  });

  test("is framed whole without a camera, whatever is up", async () => {
    for (const upAxis of ["Y", "Z"]) {
      await using scene = await open(`(\n    upAxis = "${upAxis}"\n)\ndef Cone "C"\n{\n    double height = 9\n}\n`);
      const image = await scene.render({ ...size, outputs: ["primId"] });
      const columns = Array.from(image.primId ?? []).flatMap((id, i) => (id === NO_PRIM ? [] : [i % size.width]));
      const rows = Array.from(image.primId ?? []).flatMap((id, i) =>
        id === NO_PRIM ? [] : [Math.floor(i / size.width)],
      );
      const edges = [Math.min(...columns), Math.max(...columns), Math.min(...rows), Math.max(...rows)];
      expect(edges[0]).toBeGreaterThan(0);
      expect(edges[1]).toBeLessThan(size.width - 1);
      expect(edges[2]).toBeGreaterThan(0);
      expect(edges[3]).toBeLessThan(size.height - 1);
      expect(Math.max((edges[1] - edges[0]) / size.width, (edges[3] - edges[2]) / size.height)).toBeGreaterThan(0.5);
    }
  });

  test("is that of a time, a camera and a size that the stage has", async () => {
    await using scene = await open(`(
    startTimeCode = 1
    endTimeCode = 11
)
def Camera "Main"
{
    float2 clippingRange = (0.1, 100)
    double3 xformOp:translate.timeSamples = { 1: (0, 0, 5), 11: (0, 0, 25) }
    uniform token[] xformOpOrder = ["xformOp:translate"]
}
def Sphere "Ball"
{
}
def Scope "Render"
{
    def RenderSettings "Settings"
    {
        uniform int2 resolution = (40, 30)
    }
}
`);
    expect([scene.cameras(), scene.timeRange()]).toMatchObject([["/Main"], { start: 1, end: 11 }]);
    const near = await scene.render({ outputs: ["depth"] });
    const far = await scene.render({ outputs: ["depth"], time: 6 });
    expect([near.width, near.height]).toEqual([40, 30]);
    const nearest = ({ depth }: RenderedImage): number => Math.min(...(depth ?? []));
    expect(nearest(near)).toBeCloseTo(4, 1);
    expect(nearest(far)).toBeCloseTo(14, 1);
    await expect(scene.render({ camera: "/Ball" })).rejects.toThrow(
      "/Ball: this prim is not a Camera; the stage has /Main",
    );
    await expect(scene.render({ camera: "/None" })).rejects.toThrow("/None: there is no such prim");
    expect(await scene.turntable(4)).toHaveLength(4);
  });

  test("has the same bytes for any number of threads", async () => {
    await using scene = await open(`${square("S", 0, "(0.2, 0.5, 0.9)")}def Sphere "Ball"\n{\n}\ndef Points "P"\n{
    point3f[] points = [(2, 0, 0), (2, 1, 0)]\n    float[] widths = [0.5, 1]\n}\n`);
    const hashes = new Set<string>();
    for (const threads of [1, 2, 3])
      hashes.add(await imageHash(await scene.render({ ...size, look: "full", threads })));
    expect(hashes.size).toBe(1);
  });

  test("has the shadows of its time, whatever was drawn before or is drawn meanwhile", async () => {
    const text = `
def DistantLight "Sun"
{
    float3 xformOp:rotateXYZ = (-60, 20, 0)
    uniform token[] xformOpOrder = ["xformOp:rotateXYZ"]
}
def Cube "Floor"
{
    double3 xformOp:translate = (0, -2, 0)
    float3 xformOp:scale = (6, 0.1, 6)
    uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:scale"]
}
def Cube "Moving"
{
    double3 xformOp:translate.timeSamples = { 0: (-3, 0, 0), 4: (3, 0, 0) }
    uniform token[] xformOpOrder = ["xformOp:translate"]
}
`;
    const options = { ...size, camera: "auto", look: "full" } as const;
    const fresh = await Promise.all(
      [0, 1, 2, 3, 4].map(async (time) => {
        await using scene = await open(text);
        return await imageHash(await scene.render({ ...options, time }));
      }),
    );
    expect(new Set(fresh).size).toBe(5);
    await using scene = await open(text);
    for (const time of [0, 1, 2, 1, 3, 0])
      expect(await imageHash(await scene.render({ ...options, time })), `at ${time}`).toBe(fresh[time]);
    const together = [4, 0, 2, 3].map(async (time) => await imageHash(await scene.render({ ...options, time })));
    expect(await Promise.all(together)).toEqual([4, 0, 2, 3].map((time) => fresh[time]));
  });

  test("has what can be drawn of bad geometry; the rest is in the report", async () => {
    await using scene = await open(`${square("Good", 0, "(1, 1, 1)")}
def Mesh "Bad"
{
    point3f[] points = [(0, 0, 0)]
    int[] faceVertexCounts = [2147483647]
}
def Sphere "Flat"
{
    double3 xformOp:scale = (1, 0, 1)
    uniform token[] xformOpOrder = ["xformOp:scale"]
}
def PointInstancer "Nothing"
{
    rel prototypes = </None>
    int[] protoIndices = [0, 7]
    point3f[] positions = [(0, 0, 0), (1, 0, 0)]
}
def DomeLight "Sky"
{
}
`);
    const { drawn, notDrawn } = await scene.report();
    expect([drawn, notDrawn]).toEqual([
      [
        { path: "/Good", triangles: 2 },
        { path: "/Sky", triangles: 0 },
      ],
      [
        { path: "/Bad", type: "Mesh", reason: "empty" },
        { path: "/Nothing", type: "PointInstancer", reason: "empty" },
        { path: "/Flat", type: "Sphere", reason: "singularMatrix" },
      ],
    ]);
    expect((await scene.problems()).map(({ path, property, message }) => `${path}.${property}: ${message}`)).toEqual([
      "/Bad.faceVertexCounts: 1 face is not drawn: the counts ask for more corners than there are indices",
      "/Nothing.prototypes: There is no prim at /None: 1 instance cannot be drawn",
      "/Nothing.prototypes: There is no target 7: 1 instance cannot be drawn",
    ]);
  });

  test("has the colors of instances", async () => {
    await using scene = await open(`
def PointInstancer "Many"
{
    rel prototypes = </Many/Dot>
    int[] protoIndices = [0, 0]
    point3f[] positions = [(-0.5, 0, 0), (0.5, 0, 0)]
    color3f[] primvars:displayColor = [(1, 0, 0), (0, 0, 1)] (
        interpolation = "vertex"
    )
    def Cube "Dot"
    {
        double size = 1
    }
}
`);
    const { data, width } = await scene.render({ width: 48, height: 48, camera: FRONT });
    const pixel = (x: number): readonly [number, number] => {
      const at = 4 * (24 * width + x);
      return [data[at], data[at + 2]];
    };
    const [[red, none], [nothing, blue]] = [pixel(12), pixel(36)];
    expect([red > 60, none, nothing, blue > 60]).toEqual([true, 0, 0, true]);
  });

  test("has both sides of surfaces", async () => {
    await using scene = await open(square("Left", -1, "(1, 0, 0)").replace("[0, 1, 2, 3]", "[3, 2, 1, 0]"));
    const image = await scene.render({ width: 48, height: 48, camera: FRONT, outputs: ["primId"] });
    expect(shares(image)["/Left"]).toBeCloseTo(0.5, 9);
  });

  test("has what the limits allow; the rest is named", async () => {
    await using scene = await open(
      `${square("Left", -1, "(1, 0, 0)")}def Cube "Big"\n{\n}\n${square("Right", 0, "(0, 0, 1)")}`,
      { limits: { triangles: 5 } },
    );
    const { drawn } = await scene.report();
    expect(drawn.map(({ path }) => path)).toEqual(["/Left", "/Right"]);
    expect(await scene.problems()).toEqual([
      {
        path: "/Big",
        property: "",
        message: "1 shape cannot be drawn: an image has at most 5 triangles; raise limits.triangles",
      },
    ]);
  });
});

test("what exceeds a limit is left out by name, and the rest is drawn", async () => {
  const balls = [1, 2, 3].map((i) => `def Sphere "Ball${i}"\n{\n}\n`).join("");
  const files = new Map([["root.usda", new TextEncoder().encode(`#usda 1.0\n${balls}`)]]);
  const stage = await Stage.open("root.usda", { resolver: memoryResolver(files) });
  await using scene = prepareStage(stage, { limits: { draws: 2 } });
  const { drawn, notDrawn } = await scene.report();
  expect(drawn.map(({ path }) => path)).toStrictEqual(["/Ball1", "/Ball2"]);
  expect(notDrawn).toStrictEqual([{ path: "/Ball3", type: "Sphere", reason: "limit" }]);
});

test("each visible prim that has a shape is drawn or is not: also one whose faces overflow, and instancers without instances", async () => {
  const text = `#usda 1.0
def Cube "Good"
{
}
def Sphere "Overflowing"
{
    double radius = 1e300
}
def PointInstancer "Empty"
{
}
def PointInstancer "WithinItself"
{
    rel prototypes = </WithinItself>
    int[] protoIndices = [0]
    point3f[] positions = [(0, 0, 0)]
}
def PointInstancer "Full"
{
    rel prototypes = </Full/Ball>
    int[] protoIndices = [0]
    point3f[] positions = [(0, 0, 0)]
    def Sphere "Ball"
    {
    }
}
def PointInstancer "Hidden"
{
    token visibility = "invisible"
}
`;
  const files = new Map([["root.usda", new TextEncoder().encode(text)]]);
  await using scene = prepareStage(await Stage.open("root.usda", { resolver: memoryResolver(files) }));
  const { drawn, notDrawn } = await scene.report();
  expect(drawn.map(({ path }) => path)).toStrictEqual(["/Good", "/Full"]);
  expect(notDrawn.toSorted((a, b) => (a.path < b.path ? -1 : 1))).toStrictEqual([
    { path: "/Empty", type: "PointInstancer", reason: "empty" },
    { path: "/Overflowing", type: "Sphere", reason: "empty" },
    { path: "/WithinItself", type: "PointInstancer", reason: "empty" },
  ]);
});

test("a light alone draws nothing", async () => {
  const files = new Map([["root.usda", new TextEncoder().encode('#usda 1.0\ndef SphereLight "Lamp"\n{\n}\n')]]);
  await using scene = prepareStage(await Stage.open("root.usda", { resolver: memoryResolver(files) }));
  const { drawn, notDrawn } = await scene.report();
  expect([drawn, notDrawn]).toStrictEqual([[], [{ path: "/Lamp", type: "SphereLight", reason: "light" }]]);
});

test.each<[string, string, string]>([
  [
    'def Cube "A"\n{\n}\ndef Cube "B"\n{\n    uniform token purpose = "guide"\n}\n',
    "proxy",
    "the purpose of 1 prim is default, which is left out; the purpose of 1 prim is guide, which is left out",
  ],
  [
    'def Xform "A"\n{\n    token visibility = "invisible"\n\n    def Cube "B"\n    {\n    }\n}\n',
    "default",
    "1 prim is invisible",
  ],
  ['over "A"\n{\n    def Cube "B"\n    {\n    }\n}\n', "default", "the scene defines no prims"],
])("the report says why nothing is drawn of %j", async (body, purpose, why) => {
  const files = new Map([["root.usda", new TextEncoder().encode(`#usda 1.0\n${body}`)]]);
  const stage = await Stage.open("root.usda", { resolver: memoryResolver(files) });
  await using scene = prepareStage(stage, { purposes: [purpose] });
  expect(describeReport(await scene.report())).toBe(`Nothing is drawn: ${why}`);
});

test("the report of a stage without shapes has the types of its prims", async () => {
  const text = '#usda 1.0\ndef Xform "A"\n{\n    def Xform "B"\n    {\n    }\n    def "C"\n    {\n    }\n}\n';
  const stage = await Stage.open("a.usda", {
    resolver: memoryResolver(new Map([["a.usda", new TextEncoder().encode(text)]])),
  });
  await using scene = prepareStage(stage);
  const report = await scene.report();
  expect(describeReport(report)).toBe("Nothing is drawn: the scene has only 2 Xform and 1 untyped prims");
});
