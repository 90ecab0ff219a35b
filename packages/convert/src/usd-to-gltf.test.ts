import { readGlbChunks } from "@usdkit/assets/gltf-parts";
import { encodePng } from "@usdkit/assets";
import { memoryResolver, Stage } from "@usdkit/usd";
import { validateBytes } from "gltf-validator";
import { describe, expect, test } from "vitest";
import { gltfToUsd } from "./gltf-to-usd.ts";
import { packUsdz } from "./formats/pack-usdz.ts";
import { convertedStage, glbOf, TRIANGLE } from "./test-support/make-glb.ts";
import { usdToGltf, type UsdToGltfOptions } from "./usd-to-gltf.ts";

/** JSON of a GLB, in parts. */
interface Json {
  readonly scenes: readonly { readonly name?: string; readonly nodes: readonly number[] }[];
  readonly nodes: readonly Record<string, unknown>[];
  readonly meshes: readonly { readonly name: string; readonly primitives: readonly Record<string, unknown>[] }[];
  readonly materials: readonly Record<string, unknown>[];
  readonly accessors?: readonly unknown[];
  readonly animations?: readonly { readonly channels: readonly { readonly target: unknown }[] }[];
  readonly skins?: readonly unknown[];
  readonly images?: readonly unknown[];
  readonly extensionsRequired?: readonly string[];
}

interface Converted {
  readonly json: Json;
  readonly losses: readonly string[];
}

async function open(text: string, files: Readonly<Record<string, Uint8Array>> = {}): Promise<Stage> {
  const bytes = new TextEncoder().encode(`#usda 1.0\n${text}`);
  return await Stage.open("a.usda", {
    resolver: memoryResolver(new Map([["a.usda", bytes], ...Object.entries(files)])),
  });
}

/** Converts a stage; the result has no error of the Khronos validator. */
async function convert(stage: Stage, options?: UsdToGltfOptions): Promise<Converted> {
  const { glb, losses } = await usdToGltf(stage, options);
  const { issues } = await validateBytes(glb);
  expect(issues.numErrors === 0 ? [] : issues.messages).toEqual([]);
  return { json: readGlbChunks(glb).json as Json, losses: losses.map(({ at, message }) => `${at}: ${message}`) };
}

const HEAD = '(\n    defaultPrim = "World"\n    metersPerUnit = 1\n    upAxis = "Y"\n)\n';
const mesh = (name: string, more = ""): string => `def Mesh "${name}" ${more.startsWith("(") ? "" : ""}
{
    point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
    int[] faceVertexCounts = [3]
    int[] faceVertexIndices = [0, 1, 2]
    uniform token subdivisionScheme = "none"
    ${more}
}`;

describe("the tree", () => {
  test("is in metres with Y up, whatever the stage has", async () => {
    const text = `(\n    metersPerUnit = 0.01\n    upAxis = "Z"\n)\ndef Xform "World"\n{\n${mesh("Flag")}\n}`;
    const { json, losses } = await convert(await open(text));
    expect(losses).toEqual([]);
    const [root] = json.scenes[0].nodes;
    const { name, rotation, scale } = json.nodes[root] as { name: string; rotation: number[]; scale: number[] };
    expect(name).toBe("World");
    [-Math.SQRT1_2, 0, 0, Math.SQRT1_2].forEach((value, i) => expect(rotation[i]).toBeCloseTo(value, 6));
    scale.forEach((value) => expect(value).toBeCloseTo(0.01, 8));
  });

  test("has an Xform and its only shape as one node, and no prims that show nothing", async () => {
    const text = `${HEAD}def Xform "World"\n{\n    def Scope "Looks"\n    {\n    }\n    def Xform "Flag"\n    {\n        double3 xformOp:translate = (1, 2, 3)\n        uniform token[] xformOpOrder = ["xformOp:translate"]\n${mesh("Cloth")}\n    }\n    def Xform "Hidden"\n    {\n        token visibility = "invisible"\n${mesh("Cloth")}\n    }\n}`;
    const { json } = await convert(await open(text));
    expect(json.scenes[0]).toMatchObject({ name: "World", nodes: [0] });
    expect(json.nodes).toEqual([{ name: "Flag", translation: [1, 2, 3], mesh: 0 }]);
    expect(json.meshes[0].name).toBe("Cloth");
  });

  test("shares the mesh of instances, and writes PointInstancers as instances", async () => {
    const text = `${HEAD}class "Proto"\n{\n${mesh("Cloth")}\n}
def Xform "World"
{
    def "A" (instanceable = true
        references = </Proto>)
    {
    }
    def "B" (instanceable = true
        references = </Proto>)
    {
    }
    def PointInstancer "Field"
    {
        rel prototypes = </World/Field/One>
        int[] protoIndices = [0, 0, 0]
        point3f[] positions = [(0, 0, 0), (1, 0, 0), (2, 0, 0)]
        float3[] scales = [(1, 1, 1), (2, 2, 2), (1, 1, 1)]
${mesh("One")}
    }
}`;
    const { json } = await convert(await open(text));
    expect(json.nodes.filter((node) => node["mesh"] === 0)).toHaveLength(2);
    expect(json.extensionsRequired).toEqual(["EXT_mesh_gpu_instancing"]);
    const instanced = json.nodes.flatMap(({ extensions }) => extensions ?? []);
    expect(instanced).toMatchObject([
      { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: expect.any(Number) as number } } },
    ]);
  });
});

describe("materials", () => {
  const look = (inputs: string, shaders = ""): string => `${HEAD}def Xform "World"
{
${mesh("Cloth", 'texCoord2f[] primvars:st = [(0, 0), (1, 0), (0, 1)] (interpolation = "vertex")\n    rel material:binding = </World/M>').replace('"Cloth" ', '"Cloth" (prepend apiSchemas = ["MaterialBindingAPI"]) ')}
    def Material "M"
    {
        token outputs:surface.connect = </World/M/S.outputs:surface>
        def Shader "S"
        {
            uniform token info:id = "UsdPreviewSurface"
            ${inputs}
            token outputs:surface
        }
        def Shader "St"
        {
            uniform token info:id = "UsdPrimvarReader_float2"
            string inputs:varname = "st"
            float2 outputs:result
        }
        ${shaders}
    }
}`;
  const texture = (name: string, file: string): string => `def Shader "${name}"
        {
            uniform token info:id = "UsdUVTexture"
            asset inputs:file = @${file}@
            float2 inputs:st.connect = </World/M/St.outputs:result>
            float outputs:r
            float3 outputs:rgb
        }`;

  test("have their constants", async () => {
    const text = look(
      "color3f inputs:diffuseColor = (1, 0.5, 0)\n float inputs:roughness = 0.25\n float inputs:opacity = 0.5\n float inputs:ior = 1.3\n float inputs:clearcoat = 1",
    );
    const { json, losses } = await convert(await open(text));
    expect(losses).toEqual([]);
    expect(json.materials).toMatchObject([
      {
        name: "M",
        alphaMode: "BLEND",
        pbrMetallicRoughness: { baseColorFactor: [1, 0.5, 0, 0.5], roughnessFactor: 0.25, metallicFactor: 0 },
        extensions: {
          KHR_materials_ior: { ior: expect.closeTo(1.3, 5) as number },
          KHR_materials_clearcoat: { clearcoatFactor: 1 },
        },
      },
    ]);
  });

  test("have images as they are where channels fit, and images that are put together where they do not", async () => {
    const png = await encodePng({ width: 2, height: 1, data: Uint8Array.of(10, 20, 30, 255, 40, 50, 60, 255) });
    const files = { "color.png": png, "rough.png": png };
    const inputs =
      "color3f inputs:diffuseColor.connect = </World/M/C.outputs:rgb>\n float inputs:roughness.connect = </World/M/R.outputs:r>\n float inputs:metallic = 1";
    const text = look(inputs, `${texture("C", "./color.png")}\n${texture("R", "./rough.png")}`);
    const { json, losses } = await convert(await open(text, files));
    expect(losses).toEqual([]);
    expect(json.images).toHaveLength(2);
    expect(json.materials[0]).toMatchObject({
      pbrMetallicRoughness: { baseColorTexture: { index: 0 }, metallicRoughnessTexture: { index: 1 } },
    });
  });

  test("have the tint of light that passes as base color, or as attenuation if it has a distance", async () => {
    const standard = (inputs: string): string =>
      look(`${inputs}\n color3f inputs:transmission_color = (0.1, 0.5, 1)\n color3f inputs:base_color = (1, 0, 0)`)
        .replace("outputs:surface.connect", "outputs:mtlx:surface.connect")
        .replace("UsdPreviewSurface", "ND_standard_surface_surfaceshader");
    const converted = async (inputs: string): Promise<unknown[]> => {
      const { json, losses } = await convert(await open(standard(inputs)));
      const { extensions, pbrMetallicRoughness } = json.materials[0] as {
        readonly extensions: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
        readonly pbrMetallicRoughness: Readonly<Record<string, number[]>>;
      };
      const { attenuationColor, attenuationDistance } = extensions["KHR_materials_volume"];
      const base = pbrMetallicRoughness["baseColorFactor"].map((value) => Math.round(100 * value) / 100);
      return [base, attenuationColor === undefined ? null : attenuationDistance, losses.length];
    };
    expect(await converted("float inputs:transmission = 1")).toEqual([[0.1, 0.5, 1, 1], null, 0]);
    const attenuated = "float inputs:transmission = 1\n float inputs:transmission_depth = 2";
    expect((await converted(attenuated)).slice(1)).toEqual([2, 0]);
    expect((await converted("float inputs:transmission = 0.5")).slice(1)).toEqual([null, 1]);
  });

  test("of prims without one are their display color", async () => {
    const text = `${HEAD}${mesh("World", "color3f[] primvars:displayColor = [(0, 1, 0)]")}`;
    const { json } = await convert(await open(text));
    expect(json.materials).toMatchObject([{ pbrMetallicRoughness: { baseColorFactor: [0, 1, 0, 1] } }]);
  });
});

describe("animation", () => {
  const text = `(
    startTimeCode = 10
    endTimeCode = 34
    timeCodesPerSecond = 24
    metersPerUnit = 1
)
def Xform "World"
{
    def Xform "Flag"
    {
        double3 xformOp:translate.timeSamples = { 10: (0, 0, 0), 34: (0, 2, 0) }
        uniform token[] xformOpOrder = ["xformOp:translate"]
${mesh("Cloth", "color3f[] primvars:displayColor = [(0.5, 0.5, 0.5)]")}
    }
}`;

  test("is left out, and the scene is that of a time", async () => {
    const { json, losses } = await convert(await open(text), { time: 22 });
    expect(json.animations).toBeUndefined();
    expect(json.nodes[0]).toMatchObject({ translation: [0, 1, 0] });
    expect(losses).toEqual([]);
    expect((await convert(await open(text))).losses).toEqual([
      "/World/Flag: Animation is not kept: the scene is that of time code 10",
    ]);
  });

  test("is kept in seconds from the start", async () => {
    const { glb } = await usdToGltf(await open(text), { isAnimated: true });
    const { stage } = await convertedStage(glb);
    const again = await usdToGltf(stage, { isAnimated: true });
    expect(readGlbChunks(again.glb).json).toEqual(readGlbChunks(glb).json);
    const { json } = await convert(stage, { isAnimated: true });
    expect(json.animations?.[0].channels).toMatchObject([{ target: { path: "translation" } }]);
  });

  test("of skins and targets comes back as it was", async () => {
    const glb = glbOf((data) => ({
      scene: 0,
      scenes: [{ nodes: [0, 1] }],
      nodes: [
        { name: "Body", mesh: 0, skin: 0 },
        { name: "Hip", children: [2] },
        { name: "Knee", translation: [0, 1, 0] },
      ],
      skins: [{ joints: [1, 2] }],
      meshes: [
        {
          primitives: [
            {
              attributes: {
                POSITION: data.accessor(TRIANGLE, "VEC3"),
                JOINTS_0: data.accessor(Uint8Array.of(0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0), "VEC4"),
                WEIGHTS_0: data.accessor(Float32Array.of(0.5, 0.5, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0), "VEC4"),
              },
              targets: [{ POSITION: data.accessor(Float32Array.of(0, 0, 1, 0, 0, 0, 0, 0, 0), "VEC3") }],
            },
          ],
        },
      ],
      animations: [
        {
          channels: [
            { sampler: 0, target: { node: 2, path: "rotation" } },
            { sampler: 1, target: { node: 0, path: "weights" } },
          ],
          samplers: [
            {
              input: data.accessor(Float32Array.of(0, 1), "SCALAR"),
              output: data.accessor(Float32Array.of(0, 0, 0, 1, 0, 0, 1, 0), "VEC4"),
            },
            {
              input: data.accessor(Float32Array.of(0, 1), "SCALAR"),
              output: data.accessor(Float32Array.of(0, 1), "SCALAR"),
            },
          ],
        },
      ],
    }));
    const { stage } = await convertedStage(glb);
    const { json, losses } = await convert(stage, { isAnimated: true });
    expect(losses).toEqual([]);
    expect(json.skins).toMatchObject([{ joints: [expect.any(Number), expect.any(Number)] }]);
    expect(json.meshes[0].primitives[0]).toMatchObject({ targets: [{}] });
    expect(json.animations?.[0].channels.map(({ target }) => (target as { path: string }).path).toSorted()).toEqual([
      "rotation",
      "weights",
    ]);
  });
});

test("integers of an application come back", async () => {
  const glb = glbOf((data) => ({
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [
      {
        primitives: [
          {
            attributes: {
              POSITION: data.accessor(TRIANGLE, "VEC3"),
              _FEATURE_ID_0: data.accessor(Uint16Array.of(0, 7, 65535), "SCALAR"),
            },
          },
        ],
      },
    ],
  }));
  const { stage } = await convertedStage(glb);
  const { json } = await convert(stage);
  const { attributes } = json.meshes[0].primitives[0] as { attributes: Record<string, number> };
  expect(json.accessors?.[attributes["_FEATURE_ID_0"]]).toMatchObject({ type: "SCALAR", count: 3 });
});

test("material variants and animations of a glTF come back", async () => {
  const glb = glbOf((data) => {
    const times = data.accessor(Float32Array.of(0, 1), "SCALAR");
    const animation = (name: string, to: number): object => ({
      name,
      channels: [{ sampler: 0, target: { node: 0, path: "translation" } }],
      samplers: [{ input: times, output: data.accessor(Float32Array.of(0, 0, 0, to, 0, 0), "VEC3") }],
    });
    const mappings = [
      { material: 1, variants: [0] },
      { material: 0, variants: [1] },
    ];
    return {
      scene: 0,
      scenes: [{ nodes: [0] }],
      nodes: [{ name: "Flag", mesh: 0 }],
      meshes: [
        {
          primitives: [
            {
              attributes: { POSITION: data.accessor(TRIANGLE, "VEC3") },
              material: 0,
              extensions: { KHR_materials_variants: { mappings } },
            },
          ],
        },
      ],
      materials: [{ name: "Blue" }, { name: "Red", pbrMetallicRoughness: { metallicFactor: 0 } }],
      extensions: { KHR_materials_variants: { variants: [{ name: "red" }, { name: "blue" }] } },
      extensionsUsed: ["KHR_materials_variants"],
      animations: [animation("there", 1), animation("further", 2)],
    };
  });
  const usd = await gltfToUsd(glb);
  const resolver = memoryResolver(new Map([["a.usdz", packUsdz(usd.layer, usd.files)]]));
  const { json, losses } = await convert(await Stage.open("a.usdz", { resolver }), {
    isAnimated: true,
    openVariant: (variants) => Stage.open("a.usdz", { resolver, variants }),
  });
  expect(losses).toEqual([]);
  expect(json).toMatchObject({
    extensions: { KHR_materials_variants: { variants: [{ name: "red" }, { name: "blue" }] } },
    animations: [{ name: "there" }, { name: "further" }],
  });
  const [{ extensions }] = json.meshes[0].primitives as [
    { extensions: { KHR_materials_variants: { mappings: { material: number }[] } } },
  ];
  const names = extensions.KHR_materials_variants.mappings.map(({ material }) => json.materials[material]["name"]);
  expect(names).toEqual(["Red"]);
});

test("colors of vertices next to a texture come back", async () => {
  const image = await encodePng({ width: 1, height: 1, data: Uint8Array.of(255, 128, 0, 255) });
  const glb = glbOf((data) => {
    const attributes = {
      POSITION: data.accessor(TRIANGLE, "VEC3"),
      TEXCOORD_0: data.accessor(new Float32Array(6), "VEC2"),
      COLOR_0: data.accessor(Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1), "VEC3"),
    };
    return {
      scene: 0,
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0 }],
      meshes: [{ primitives: [{ attributes, material: 0 }] }],
      materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
      textures: [{ source: 0 }],
      images: [{ bufferView: data.view(image), mimeType: "image/png" }],
    };
  });
  const { stage } = await convertedStage(glb);
  const { json } = await convert(stage);
  const { attributes } = json.meshes[0].primitives[0] as { attributes: Record<string, number> };
  expect(Object.keys(attributes).toSorted()).toEqual(["COLOR_0", "POSITION", "TEXCOORD_0"]);
});

test("what glTF does not have is a loss with its path", async () => {
  const { losses } = await convert(await open(`${HEAD}def Xform "World"\n{\n    def RectLight "Sky"\n    {\n    }\n}`));
  expect(losses).toEqual(["/World/Sky: A RectLight is not part of glTF"]);
});
