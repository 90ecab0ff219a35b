import { memoryResolver, Stage } from "@usdkit/usd";
import { expect, test } from "vitest";
import { prepareStage } from "./prepare-stage.ts";

const GOOD = `
def Cube "Good"
{
}
`;
const TRIANGLE = `point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
    int[] faceVertexCounts = [3]
    int[] faceVertexIndices = [0, 1, 2]`;

const mesh = (content: string): string => `
def Mesh "Bad" (
    prepend apiSchemas = ["MaterialBindingAPI"]
)
{
    uniform token subdivisionScheme = "none"
    ${content}
}
`;

function textured(more: string): string {
  return `${mesh(`${TRIANGLE}\n    rel material:binding = </Paint>`)}
def Material "Paint"
{
    token outputs:surface.connect = </Paint/Surface.outputs:surface>
    def Shader "Surface"
    {
        uniform token info:id = "UsdPreviewSurface"
        color3f inputs:diffuseColor.connect = </Paint/Image.outputs:rgb>
        token outputs:surface
    }
    ${more}
}
`;
}

const image = (inputs: string): string => `def Shader "Image"
    {
        uniform token info:id = "UsdUVTexture"
        ${inputs}
        float3 outputs:rgb
    }`;

/** Instancers of instancers: a thousand of a thousand. */
const thousand = (prototype: string, content: string): string => `
def PointInstancer "Bad"
{
    rel prototypes = <${prototype}>
    int[] protoIndices = [${"0, ".repeat(999)}0]
    point3f[] positions = [${"(0, 0, 0), ".repeat(999)}(0, 0, 0)]
    ${content}
}
`;

const camera = (content: string): string => `
def Camera "Bad"
{
    ${content}
}
`;
const settings = (content: string): string => camera(content).replace("Camera", "RenderSettings");

/** Where a problem is, and what it tells, of everything that is wrong with "Bad". */
const cases: readonly (readonly [name: string, layer: string, problem: RegExp | null])[] = [
  [
    "face indices out of range",
    mesh(TRIANGLE.replace("[3]", "[3, 3]").replace("[0, 1, 2]", "[0, 1, 2, 0, 1, 3000000]")),
    /^\/Bad\.faceVertexIndices: 1 face/u,
  ],
  ["negative indices", mesh(TRIANGLE.replace("[0, 1, 2]", "[0, -1, 2]")), /^\/Bad\.faceVertexIndices: 1 face/u],
  ["counts that disagree", mesh(TRIANGLE.replace("[3]", "[3, 4]")), /^\/Bad\.faceVertexCounts: 1 face/u],
  [
    "billions of corners",
    mesh(TRIANGLE.replace("[3]", `[${"2147483647, ".repeat(9)}2147483647]`)),
    /^\/Bad\.faceVertexCounts: 10 faces/u,
  ],
  ["points that are no numbers", mesh(TRIANGLE.replace("(1, 0, 0)", "(nan, inf, 0)")), /^\/Bad\.points: /u],
  ["indices without a face", mesh(TRIANGLE.replace("2]", "2, 0]")), /^\/Bad\.faceVertexIndices: Ignored 1 at the end/u],
  ["holes that are no faces", mesh(`${TRIANGLE}\n    int[] holeIndices = [7]`), /^\/Bad\.holeIndices: Ignored 1 of 1/u],
  ["no known orientation", mesh(`${TRIANGLE}\n    uniform token orientation = "up"`), /^\/Bad\.orientation: .*"up"/u],
  [
    "a subset of faces that are none",
    mesh(
      `${TRIANGLE}\n    def GeomSubset "S"\n    {\n        uniform token elementType = "face"\n        uniform token familyName = "materialBind"\n        int[] indices = [0, 9]\n    }`,
    ),
    /^\/Bad\.: Ignored 1 of the 2 indices of the subset "S"/u,
  ],
  [
    "a subset of points",
    mesh(
      `${TRIANGLE}\n    def GeomSubset "S"\n    {\n        uniform token elementType = "point"\n        uniform token familyName = "materialBind"\n        int[] indices = [0]\n    }`,
    ),
    /^\/Bad\.: The subset "S" has elements of the type "point"/u,
  ],
  [
    "colors that are no numbers",
    mesh(`${TRIANGLE}\n    color3f[] primvars:displayColor = [(nan, 0, inf)]`),
    /^\/Bad\.primvars:displayColor: Expected finite numbers, found 2/u,
  ],
  [
    "splats that are no numbers",
    'def ParticleField3DGaussianSplat "Bad"\n{\n    point3f[] positions = [(0, 0, 0)]\n    float[] opacities = [nan]\n}\n',
    /^\/Bad\.opacities: Expected finite numbers, found 1/u,
  ],
  ["no known purpose", mesh(`${TRIANGLE}\n    uniform token purpose = "x"`), /^\/Bad\.purpose: .*"x"/u],
  [
    "a transform op without a value",
    mesh(`${TRIANGLE}\n    uniform token[] xformOpOrder = ["xformOp:translate:a"]`),
    /^\/Bad\.xformOpOrder: There is no transform op "xformOp:translate:a"/u,
  ],
  [
    "a connection to nothing",
    textured("").replace("</Paint/Image.outputs:rgb>", "</Nowhere.outputs:rgb>"),
    /^\/Paint\/Surface\.inputs:diffuseColor: It is connected to \/Nowhere\.outputs:rgb/u,
  ],
  [
    "a connection to itself",
    textured("").replace("</Paint/Image.outputs:rgb>", "</Paint/Surface.inputs:diffuseColor>"),
    /^\/Paint\/Surface\.inputs:diffuseColor: It is connected to \/Paint\/Surface\.inputs:diffuseColor/u,
  ],
  [
    "inputs that are no numbers",
    textured("").replace("diffuseColor.connect = </Paint/Image.outputs:rgb>", "diffuseColor = (nan, 0, 0)"),
    /^\/Paint\/Surface\.inputs:diffuseColor: Expected finite numbers/u,
  ],
  [
    "an image without texture coordinates",
    textured(
      image("asset inputs:file = @none.png@\n        float2 inputs:st.connect = </Paint/St.outputs:result>"),
    ).replace(
      "def Shader",
      'def Shader "St"\n    {\n        uniform token info:id = "UsdPrimvarReader_float2"\n        string inputs:varname = "map1"\n        float2 outputs:result\n    }\n    def Shader',
    ),
    /^\/Bad\.primvars:map1: The textures of \/Paint have no coordinates/u,
  ],
  [
    "no known wrap mode",
    textured(image('asset inputs:file = @none.png@\n        token inputs:wrapS = "x"')),
    /^\/Paint\/Image\.inputs:wrapS: .*"x"/u,
  ],
  [
    "no known color space",
    textured(image('asset inputs:file = @none.png@\n        token inputs:sourceColorSpace = "x"')),
    /^\/Paint\/Image\.inputs:sourceColorSpace: .*"x"/u,
  ],
  [
    "black around an image",
    textured(image('asset inputs:file = @none.png@\n        token inputs:wrapS = "black"')),
    /^\/Paint\.inputs:diffuseColor: Outside/u,
  ],
  ...(["occlusion = 0.5", "normal = (1, 0, 0)"] as const).map(
    (input) =>
      [
        `the constant ${input}`,
        textured("").replace(
          "color3f inputs:diffuseColor.connect = </Paint/Image.outputs:rgb>",
          `${input.startsWith("n") ? "normal3f" : "float"} inputs:${input}`,
        ),
        /^\/Paint\/Surface\.inputs:(?:occlusion|normal): Expected a texture/u,
      ] as const,
  ),
  ...(
    ["color3f inputs:shadow:color = (1, 0, 0)", "float inputs:shadow:distance = 1", "rel portals = </Good>"] as const
  ).map(
    (input) =>
      [
        `the light with ${input}`,
        `def DomeLight "Bad" (\n    prepend apiSchemas = ["ShadowAPI"]\n)\n{\n    ${input}\n}\n`,
        /^\/Bad\.(?:inputs:shadow:(?:color|distance)|portals): /u,
      ] as const,
  ),
  ["empty arrays", mesh("point3f[] points = []\n    int[] faceVertexCounts = []"), null],
  [
    "primvars of another length",
    mesh(
      `${TRIANGLE}\n    color3f[] primvars:displayColor = [(1, 0, 0), (0, 1, 0)] (\n        interpolation = "vertex"\n    )`,
    ),
    /^\/Bad\.primvars:displayColor: /u,
  ],
  [
    "a missing texture",
    textured(image("asset inputs:file = @none.png@")),
    /^\/Paint\.inputs:diffuseColor: @none\.png@/u,
  ],
  ["a texture that is none", textured(image("asset inputs:file = @root.usda@")), /^\/Paint\.inputs:diffuseColor: /u],
  [
    "nodes that lead back to themselves",
    textured(image("float2 inputs:st.connect = </Paint/Image.outputs:rgb>\n        asset inputs:file = @none.png@")),
    /^\/Paint\/Image\./u,
  ],
  [
    "a binding of a collection that includes itself",
    mesh(
      `${TRIANGLE}\n    rel material:binding:collection:mine = [</Bad.collection:all>, </Bad>]\n    uniform token collection:all:expansionRule = "expandPrims"\n    rel collection:all:includes = </Bad.collection:all>`,
    ).replace('["MaterialBindingAPI"]', '["MaterialBindingAPI", "CollectionAPI:all"]'),
    /^\/Bad\.material:binding:collection:mine: The collection \/Bad\.collection:all includes itself/u,
  ],
  [
    "a material that is bound to itself",
    mesh(`${TRIANGLE}\n    rel material:binding = </Bad>`),
    /^\/Bad\.material:binding: There is no material/u,
  ],
  [
    "a layer of the prim alone that declares four billion corners, which no integer holds",
    'def "Bad" (\n    references = @bad.usda@</Bad>\n)\n{\n}\n',
    null,
  ],
  [
    "a million instances",
    thousand("/Bad/Inner", thousand("/Bad/Inner/Dot", 'def Cube "Dot"\n    {\n    }').replace('"Bad"', '"Inner"')),
    /^\/Bad(?:\/Inner)?\.\w*: /u,
  ],
  ["a camera of no known projection", camera('token projection = "fisheye"'), /^\/Bad\.projection: .*"fisheye"/u],
  ["a camera of no exposure", camera("float exposure = nan"), /^\/Bad\.exposure: /u],
  ["clipping planes", camera("float4[] clippingPlanes = [(0, 0, 1, 0)]"), /^\/Bad\.clippingPlanes: /u],
  ["pixels that are no squares", settings("uniform float pixelAspectRatio = 2"), /^\/Bad\.pixelAspectRatio: /u],
  ["settings of a missing camera", settings("rel camera = </None>"), /^\/[^.]*\.camera: .*no prim \/None/u],
  ["settings of a camera that is none", settings("rel camera = </Good>"), /^\/[^.]*\.camera: .*\/Good is not one/u],
  [
    "an unknown input of a surface",
    textured("").replace(
      "color3f inputs:diffuseColor.connect = </Paint/Image.outputs:rgb>",
      "color3f inputs:baseColor = (1, 0, 0)",
    ),
    /^\/Paint\/Surface\.inputs:baseColor: The shader has no input of this name, but diffuseColor/u,
  ],
  ...([0, 20_000] as const).map(
    (kelvin) =>
      [
        `a light of ${kelvin} K`,
        `def SphereLight "Bad"\n{\n    bool inputs:enableColorTemperature = 1\n    float inputs:colorTemperature = ${kelvin}\n}\n`,
        /^\/Bad\.inputs:colorTemperature: Expected 1000 to 10000 K, found \d+: it is drawn with 10+$/u,
      ] as const,
  ),
  ["an instancer of itself", thousand("/Bad", ""), /^\/Bad\.prototypes: /u],
];

test.each([
  [camera("float focalLength = 0"), "/Bad.focalLength: Expected a length above 0 mm, found 0"],
  [camera("float horizontalAperture = 0"), "/Bad.horizontalAperture: Expected a length above 0 mm, found 0"],
  [camera('token projection = "orthographic"\n    float verticalAperture = 0'), "/Bad.verticalAperture: Expected"],
  [camera("float2 clippingRange = (10, 1)"), "/Bad.clippingRange: Expected two finite distances, 0 < near < far"],
  [
    camera('double3 xformOp:scale = (1, 0, 1)\n    uniform token[] xformOpOrder = ["xformOp:scale"]'),
    "/Bad: Expected a world matrix that has an inverse, found a singular one",
  ],
  [settings("uniform int2 resolution = (0, 10)"), "/Bad.resolution: Expected a width and a height from 1 to 16384"],
])("an image that %j does not allow has its place and what to do", async (layer, message) => {
  const files = new Map([["root.usda", new TextEncoder().encode(`#usda 1.0\n${GOOD}${layer}`)]]);
  const stage = await Stage.open("root.usda", { resolver: memoryResolver(files) });
  await using scene = prepareStage(stage);
  await expect(scene.render()).rejects.toThrow(message);
  await expect(scene.render()).rejects.toThrow(
    /\. (?:Author|Correct) .*, or (?:use the camera "auto"|give width and height)$/u,
  );
  expect(await scene.render({ camera: "auto", width: 8, height: 8 })).toMatchObject({ width: 8 });
});

test.each(cases)("%s: the rest is drawn, and the problem has its place", async (_, layer, problem) => {
  const files = new Map([
    ["root.usda", new TextEncoder().encode(`#usda 1.0\n${GOOD}${layer}`)],
    ["bad.usda", new TextEncoder().encode(`#usda 1.0\n${mesh(TRIANGLE.replace("[3]", "[4294967295]"))}`)],
  ]);
  const stage = await Stage.open("root.usda", { resolver: memoryResolver(files) });
  await using scene = prepareStage(stage, { limits: { draws: 5000 } });
  const { drawn } = await scene.report();
  expect(drawn).toContainEqual({ path: "/Good", triangles: 12 });
  const lines = (await scene.problems()).map(({ path, property, message }) => `${path}.${property}: ${message}`);
  if (problem !== null) expect(lines).toContainEqual(expect.stringMatching(problem));
});
