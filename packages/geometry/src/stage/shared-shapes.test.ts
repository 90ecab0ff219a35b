import { memoryResolver, Stage } from "@usdkit/usd";
import { expect, test } from "vitest";
import type { Drawable, StageDrawables } from "./stage-drawables.ts";
import { StageGeometry, type StageGeometryOptions } from "./stage-geometry.ts";

const MESH = `
    point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
    int[] faceVertexCounts = [3]
    int[] faceVertexIndices = [0, 1, 2]
`;

const ASSET = `def Xform "Asset"
{
    def Mesh "Part"
    {
        ${MESH}
        rel material:binding = </Asset/Looks/Red>
    }
    def Mesh "Halves"
    {
        ${MESH.replace("[3]", "[3, 3]").replace("[0, 1, 2]", "[0, 1, 2, 2, 1, 0]")}
        def GeomSubset "Front"
        {
            uniform token familyName = "materialBind"
            int[] indices = [0]
            rel material:binding = </Asset/Looks/Red>
        }
    }
    def Mesh "Bad"
    {
        ${MESH.replace("[0, 1, 2]", "[0, 1, 9]")}
    }
    def Scope "Looks"
    {
        def Material "Red"
        {
            token outputs:surface.connect = </Asset/Looks/Red/Surface.outputs:surface>
            def Shader "Surface"
            {
                uniform token info:id = "UsdPreviewSurface"
                color3f inputs:diffuseColor = (1, 0, 0)
                float inputs:roughness.connect = </Asset/Looks/Shared.inputs:roughness>
                token outputs:surface
            }
        }
        def Material "Closed"
        {
            token outputs:surface.connect = </Asset/Looks/Closed/Surface.outputs:surface>
            def Shader "Surface"
            {
                uniform token info:id = "UsdPreviewSurface"
                token outputs:surface
            }
        }
        def NodeGraph "Shared"
        {
            float inputs:roughness = 0.75
        }
    }
}
`;

/** Places the asset once for each of some contents of the placements. */
async function placed(
  placements: readonly string[],
  options: StageGeometryOptions = {},
  asset = ASSET,
): Promise<StageDrawables> {
  const text = placements.map((content, i) => `def "P${i}" (references = @asset.usda@</Asset>)\n{\n${content}\n}\n`);
  return new StageGeometry(await opened({ "root.usda": text.join(""), "asset.usda": asset }), options).at(null);
}

/** Opens the first of some layers, whose texts are without their first lines. */
async function opened(layers: Readonly<Record<string, string>>): Promise<Stage> {
  const encoder = new TextEncoder();
  const files = new Map(Object.entries(layers).map(([name, text]) => [name, encoder.encode(`#usda 1.0\n${text}`)]));
  return await Stage.open("root.usda", { resolver: memoryResolver(files) });
}

function named(drawables: readonly Drawable[], name: string): readonly Drawable[] {
  return drawables.filter(({ path }) => path.endsWith(`/${name}`));
}

test("placements of an asset have the same shapes, those with opinions of their own not", async () => {
  const own = `over "Part"\n{\n    color3f[] primvars:displayColor = [(0, 1, 0)]\n}`;
  const { drawables } = await placed(["", "", own]);
  const [first, second, third] = named(drawables, "Part");
  expect([first.path, second.path]).toEqual(["/P0/Part", "/P1/Part"]);
  expect(second.geometry).toBe(first.geometry);
  expect(third.geometry).not.toBe(first.geometry);
  const halves = named(drawables, "Halves");
  expect(halves[1].geometry).toBe(halves[0].geometry);
  expect(halves.map(({ materials }) => materials.map((each) => each?.path))).toEqual([
    [undefined, "/P0/Looks/Red"],
    [undefined, "/P1/Looks/Red"],
    [undefined, "/P2/Looks/Red"],
  ]);
});

test("a placement whose subset has other faces has a shape of its own", async () => {
  const { drawables } = await placed([
    "",
    `over "Halves"\n{\n    over "Front"\n    {\n        int[] indices = [1]\n    }\n}`,
  ]);
  const [first, second] = named(drawables, "Halves").map(({ geometry }) => geometry);
  expect(second).not.toBe(first);
  expect([first, second].map((each) => each.type === "triangles" && each.groups.map(({ subset }) => subset))).toEqual([
    [null, "/P0/Halves/Front"],
    [null, "/P1/Halves/Front"],
  ]);
});

test("placements share shapes only if they inherit the same primvars", async () => {
  const color = (value: string): string => `color3f[] primvars:displayColor = [${value}] (interpolation = "constant")`;
  const { drawables } = await placed([color("(1, 0, 0)"), color("(0, 0, 1)"), ""]);
  const parts = named(drawables, "Part").map(({ geometry }) => geometry);
  expect(new Set(parts).size).toBe(3);
  expect(parts.map((each) => each.type === "triangles" && each.primvars.get("displayColor")?.values.join())).toEqual([
    "1,0,0",
    "0,0,1",
    undefined,
  ]);
});

test("shapes with problems name each prim", async () => {
  const { drawables, problems, notDrawn } = await placed(["", ""]);
  expect(named(drawables, "Bad")).toEqual([]);
  expect(notDrawn.map(({ path }) => path)).toEqual(["/P0/Bad", "/P1/Bad"]);
  expect(problems.map(({ path, property }) => `${path}.${property}`)).toEqual([
    "/P0/Bad.faceVertexIndices",
    "/P1/Bad.faceVertexIndices",
  ]);
});

test("value clips of a placement are those of its shapes alone", async () => {
  const ball = (radius: string): string =>
    `def Xform "Asset"\n{\n    def Sphere "Ball"\n    {\n        ${radius}\n    }\n}\n`;
  const clips = `
    clips = {
        dictionary default = {
            asset[] assetPaths = [@clip.usda@]
            string primPath = "/Asset"
            double2[] active = [(0, 0)]
            double2[] times = [(0, 0)]
        }
    }`;
  const stage = await opened({
    "root.usda": ["", clips]
      .map((fields, i) => `def "P${i}" (\n    references = @asset.usda@</Asset>${fields}\n)\n{\n}\n`)
      .join(""),
    "asset.usda": ball("double radius = 1"),
    "clip.usda": ball("double radius.timeSamples = { 0: 5 }"),
  });
  const { drawables } = new StageGeometry(stage).at(0);
  expect(drawables.map(({ geometry }) => Math.round(Math.max(...geometry.positions)))).toEqual([1, 5]);
});

test("materials of placements are read once, those that are connected to prims elsewhere for each", async () => {
  const asset = ASSET.replace("</Asset/Looks/Red>\n    }", "</Asset/Looks/Closed>\n    }");
  const { drawables } = await placed(
    ["", "", `over "Looks"\n{\n    over "Shared"\n    {\n        float inputs:roughness = 0.25\n    }\n}`],
    {},
    asset,
  );
  const closed = named(drawables, "Part").map(({ materials: [material] }) => material);
  expect(closed.map((each) => each?.path)).toEqual(["/P0/Looks/Closed", "/P1/Looks/Closed", "/P2/Looks/Closed"]);
  expect(closed[1]?.inputs).toBe(closed[0]?.inputs);
  const red = named(drawables, "Halves").map(({ materials: [, material] }) => material?.inputs.roughness.value);
  expect(red).toEqual([[0.75], [0.75], [0.25]]);
});
