import { readGlbChunks } from "@usdkit/assets/gltf-parts";
import { memoryResolver, Stage } from "@usdkit/usd";
import { printUsda } from "@usdkit/usda";
import * as fc from "fast-check";
import { validateBytes } from "gltf-validator";
import { describe, expect, test } from "vitest";
import { gltfToUsd } from "../gltf-to-usd.ts";
import { meshGlb } from "../test-support/make-glb.ts";
import { usdToGltf } from "../usd-to-gltf.ts";

const HEAD = '(\n  defaultPrim = "World"\n  metersPerUnit = 1\n  upAxis = "Y"\n)\n';

interface RoundTrip {
  readonly losses: readonly string[];
  readonly json: unknown;
  readonly text: string;
}

async function lossesOf(text: string): Promise<{ glb: Uint8Array; losses: readonly string[] }> {
  const bytes = new TextEncoder().encode(`#usda 1.0\n${text}`);
  const stage = await Stage.open("a.usda", { resolver: memoryResolver(new Map([["a.usda", bytes]])) });
  const { glb, losses } = await usdToGltf(stage);
  return { glb, losses: losses.map(({ at, message }) => `${at}: ${message}`) };
}

/** Converts a stage to glTF and back. */
async function roundTrip(text: string): Promise<RoundTrip> {
  const { glb, losses } = await lossesOf(text);
  const { issues } = await validateBytes(glb);
  expect(issues.numErrors === 0 ? [] : issues.messages).toEqual([]);
  const back = await gltfToUsd(glb);
  return {
    losses: [...losses, ...back.losses.map(({ at, message }) => `${at}: ${message}`)],
    json: readGlbChunks(glb).json,
    text: printUsda(back.layer),
  };
}

const MESH = `point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
      int[] faceVertexCounts = [3]
      int[] faceVertexIndices = [0, 1, 2]
      uniform token subdivisionScheme = "none"`;

describe("what glTF has no part for comes back from extras", () => {
  test("kinds and asset info, also of the root prim", async () => {
    const { losses, json, text } = await roundTrip(`${HEAD}def Xform "World" (
  kind = "assembly"
  assetInfo = {
    asset identifier = @./world.usd@
    string version = "3"
  }
)
{
  def Xform "Chair" (kind = "component")
  {
    def Mesh "Seat" (kind = "subcomponent")
    {
      ${MESH}
    }
    def Mesh "Back"
    {
      ${MESH}
    }
  }
}`);
    expect(losses).toEqual([]);
    expect(json).toMatchObject({ scenes: [{ extras: { usd: { kind: "assembly" } } }] });
    const flat = text.replace(/\s+/gu, " ");
    expect(flat).toContain('asset identifier = @./world.usd@ string version = "3" } kind = "assembly"');
    expect(flat).toContain('def Xform "Chair" ( kind = "component" )');
    expect(flat).toMatch(/def Mesh "Seat" \( [^{]*kind = "subcomponent"/u);
  });

  test("relationships, with targets where they are then, and custom attributes", async () => {
    const { losses, text } = await roundTrip(`(\n  metersPerUnit = 0.01\n  upAxis = "Z"\n)
def Xform "Hall"
{
  def Mesh "Chair"
  {
    ${MESH}
    rel near = [</Hall/Lamp>, </Hall/Chair.points>, </Hall/Eye>, </Hall/M>]
    custom rel owner = </Hall>
    custom double3[] user:places = [(1, 2, 3), (4, 5, inf)]
    custom uniform token user:class = "a"
    custom int64 user:id = 9007199254740993
    rel material:binding = </Hall/M>
  }
  def SphereLight "Lamp"
  {
  }
  def Camera "Eye"
  {
    double shutter:open = -0.25
    double shutter:close = 0
    uniform token stereoRole = "left"
  }
  def Material "M"
  {
    token outputs:surface.connect = </Hall/M/S.outputs:surface>
    def Shader "S"
    {
      uniform token info:id = "UsdPreviewSurface"
      token outputs:surface
    }
  }
}`);
    expect(losses).toEqual([]);
    for (const line of [
      "custom double3[] user:places = [(1, 2, 3), (4, 5, inf)]",
      'custom uniform token user:class = "a"',
      "custom int64 user:id = 9007199254740993",
      "custom rel owner = </Scene/Hall>",
      "double shutter:open = -0.25",
      'uniform token stereoRole = "left"',
    ]) {
      expect(text).toContain(line);
    }
    const near = /rel near = \[([^\]]*)\]/u.exec(text)?.[1].match(/<[^>]*>/gu);
    expect(near).toEqual([
      "</Scene/Hall/Lamp/Lamp>",
      "</Scene/Hall/Chair/Chair.points>",
      "</Scene/Hall/Eye/Eye>",
      "</Scene/Materials/M>",
    ]);
  });

  test("a mesh that several prims show has the data of the first, and the others keep theirs", async () => {
    const chair = (name: string, note: string): string =>
      `  def "${name}" (\n    instanceable = true\n    references = </P>\n    customData = {\n      string note = "${note}"\n    }\n  )\n  {\n  }\n`;
    const { losses, text } = await roundTrip(
      `${HEAD}class "P"\n{\n  def Mesh "Seat"\n  {\n    ${MESH}\n    custom int user:n = 7\n  }\n}\ndef Xform "World"\n{\n${chair("A", "a")}${chair("B", "b")}}`,
    );
    expect(losses).toEqual([]);
    expect(text).toContain('string note = "a"');
    expect(text).toContain('string note = "b"');
    expect(text.match(/custom int user:n = 7/gu)).toHaveLength(2);
  });
});

describe("what has no place is named", () => {
  test.each([
    ["custom asset user:doc = @./a.pdf@", '/World/C: Custom attributes are not part of glTF: "user:doc"'],
    [
      `custom int[] user:many = [${"1, ".repeat(4096)}1]`,
      '/World/C: Custom attributes are not part of glTF: "user:many"',
    ],
    [
      "rel near = </Gone>",
      "/meshes/0/extras/usd/relationships/near: The target </Gone> is not part of the file: it is left out",
    ],
    [
      "vector3f[] velocities = [(0, 0, 1)]",
      "/World/C.velocities: Motion between the samples of points is not part of glTF",
    ],
    ["rel collection:seats:includes = </World>", "/World/C.collection:seats: Collections are not part of glTF"],
  ])("%s", async (property, loss) => {
    const { losses } = await roundTrip(`${HEAD}def Xform "World"\n{\n  def Cube "C"\n  {\n    ${property}\n  }\n}`);
    expect(losses).toEqual([loss]);
  });

  test("render settings, and variants of other prims than the default one", async () => {
    const variants = (name: string): string =>
      `def Xform "${name}" (\n  variantSets = "size"\n  variants = {\n    string size = "a"\n  }\n)\n{\n  def Cube "C"\n  {\n  }\n  variantSet "size" = {\n    "a" {\n    }\n    "b" {\n      over "C"\n      {\n        double size = 1\n      }\n    }\n  }\n}\n`;
    const { losses } = await lossesOf(
      `${HEAD}def Xform "World"\n{\n${variants("A")}}\ndef RenderSettings "R"\n{\n}\ndef RenderProduct "P"\n{\n}`,
    );
    expect(losses).toEqual([
      "/R: Render settings are not part of glTF",
      "/P: Render settings are not part of glTF",
      '/World/A: The variants of "size" are not those of the default prim: the selected one is converted',
    ]);
  });
});

test("without a default prim, variants of materials are those of the only root prim with variants", async () => {
  const material = (name: string, red: number): string =>
    `  def Material "${name}"\n  {\n    token outputs:surface.connect = </World/${name}/S.outputs:surface>\n    def Shader "S"\n    {\n      uniform token info:id = "UsdPreviewSurface"\n      color3f inputs:diffuseColor = (${red}, 0, 0)\n      token outputs:surface\n    }\n  }\n`;
  const variant = (name: string): string =>
    `    "${name}" {\n      over "C"\n      {\n        rel material:binding = </World/${name}>\n      }\n    }\n`;
  const text = `#usda 1.0\ndef Xform "World" (\n  variantSets = "look"\n  variants = {\n    string look = "M"\n  }\n)\n{\n  def Mesh "C" (apiSchemas = ["MaterialBindingAPI"])\n  {\n    ${MESH}\n  }\n${material("M", 1)}${material("N", 0)}  variantSet "look" = {\n${variant("M")}${variant("N")}  }\n}\n`;
  const resolver = memoryResolver(new Map([["a.usda", new TextEncoder().encode(text)]]));
  const { glb, losses } = await usdToGltf(await Stage.open("a.usda", { resolver }), {
    openVariant: (variants) => Stage.open("a.usda", { resolver, variants }),
  });
  expect(losses).toEqual([]);
  expect(readGlbChunks(glb).json).toMatchObject({
    extensions: { KHR_materials_variants: { variants: [{ name: "M" }, { name: "N" }] } },
  });
});

test("a camera that sees everything has no end", async () => {
  const { json } = await roundTrip(`${HEAD}def Camera "World"\n{\n}`);
  const { cameras } = json as { readonly cameras: readonly { readonly perspective: object }[] };
  expect(Object.keys(cameras[0].perspective)).not.toContain("zfar");
});

describe("filters of textures come back from hints", () => {
  const PIXEL =
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
  test.each([
    [{}, {}],
    [{ magFilter: 9728 }, { magFilter: 9728 }],
    [{ minFilter: 9985 }, { minFilter: 9985 }],
    [
      { magFilter: 9728, minFilter: 9728 },
      { magFilter: 9728, minFilter: 9728 },
    ],
  ])("%j", async (sampler, expected) => {
    const glb = meshGlb(() => ({
      primitive: { material: 0 },
      more: {
        samplers: [sampler],
        images: [{ uri: PIXEL }],
        textures: [{ source: 0, sampler: 0 }],
        materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
      },
    }));
    for (const materialX of [false, true]) {
      const { layer, files } = await gltfToUsd(glb, { materialX });
      const resolver = memoryResolver(
        new Map([
          ["a.usda", new TextEncoder().encode(printUsda(layer))],
          ...files.map(({ path, bytes }) => [path, bytes] as const),
        ]),
      );
      const back = await usdToGltf(await Stage.open("a.usda", { resolver }));
      const { samplers } = readGlbChunks(back.glb).json as { readonly samplers: readonly object[] };
      expect(samplers).toEqual([{ wrapS: 10497, wrapT: 10497, ...expected }]);
    }
  });
});

test("any extras of other programs are converted", async () => {
  const name = fc.constantFrom("a", "a:b", "points", "xformOp:translate", "1x", "stereoRole", "");
  const json = fc.jsonValue({ maxDepth: 3 });
  const attribute = fc.record(
    { type: fc.constantFrom("int", "float3[]", "asset", "nope", "token", "opaque"), value: json, custom: fc.boolean() },
    { requiredKeys: [] },
  );
  const data = fc.record(
    {
      kind: fc.oneof(json, fc.constantFrom("component", "no name")),
      assetInfo: fc.oneof(json, fc.dictionary(name, json)),
      path: fc.oneof(json, fc.constantFrom("/A", "A/../", "")),
      attributes: fc.oneof(json, fc.dictionary(name, fc.oneof(attribute, json))),
      relationships: fc.oneof(
        json,
        fc.dictionary(name, fc.record({ targets: fc.array(fc.constantFrom("/A", "/A.b", "x", "", "/A.b.c")) })),
      ),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(fc.oneof(data, json), async (usd) => {
      const glb = meshGlb(() => ({
        more: { nodes: [{ name: "Node", mesh: 0, extras: { usd } }] },
      }));
      const { layer } = await gltfToUsd(glb);
      const bytes = new TextEncoder().encode(printUsda(layer));
      const stage = await Stage.open("a.usda", { resolver: memoryResolver(new Map([["a.usda", bytes]])) });
      expect(stage.problems).toEqual([]);
    }),
    { numRuns: 150 },
  );
});
