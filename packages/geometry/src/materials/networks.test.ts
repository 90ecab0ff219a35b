import { expect, test } from "vitest";
import type { SurfaceInputs, SurfaceMaterial } from "../model/surface-material.ts";
import { bakeTexture, type TexelImage } from "../networks/bake-texture.ts";
import { drawText } from "../test-support/draw-text.ts";

interface Found {
  readonly material: SurfaceMaterial;
  readonly inputs: SurfaceInputs;
  readonly problems: readonly string[];
}

/** Draws a triangle with a material that has some nodes, and some inputs of its surface. */
async function read(id: string, inputs: string, nodes = "", output = "outputs:mtlx:surface"): Promise<Found> {
  const { drawables, problems } = await drawText(`
def Mesh "Triangle" (prepend apiSchemas = ["MaterialBindingAPI"])
{
    point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
    int[] faceVertexCounts = [3]
    int[] faceVertexIndices = [0, 1, 2]
    rel material:binding = </M>
}
def Material "M"
{
    token ${output}.connect = </M/Surface.outputs:out>
    def Shader "Surface"
    {
        uniform token info:id = "${id}"
        ${inputs}
        token outputs:out
    }
    ${nodes}
}`);
  const [material] = drawables[0].materials;
  if (material === null) throw new Error("No material is drawn");
  const lines = problems.map(({ path, property, message }) => `${path}.${property}: ${message}`);
  return { material, inputs: material.inputs, problems: lines };
}

const STANDARD = "ND_standard_surface_surfaceshader";

function node(name: string, id: string, content: string, type = "color3f"): string {
  return `def Shader "${name}" {
        uniform token info:id = "${id}"
        ${content}
        ${type} outputs:out
    }\n`;
}

function image(name: string, file: string, type = "color3", more = ""): string {
  const usd = type === "float" ? "float" : "color3f";
  return node(name, `ND_image_${type}`, `asset inputs:file = @${file}@ (colorSpace = "srgb_texture")\n${more}`, usd);
}

test("a standard surface, OpenPBR and glTF surfaces have the inputs of a material, with products of weights and colors", async () => {
  const standard = await read(
    STANDARD,
    "float inputs:base = 0.5\ncolor3f inputs:base_color = (1, 0.5, 0)\nfloat inputs:thin_film_thickness = 300\nfloat inputs:transmission_dispersion = 40",
  );
  expect(standard.problems).toEqual([]);
  expect(standard.inputs.diffuseColor).toEqual({ value: [0.5, 0.25, 0], source: null });
  const { roughness, iridescence, iridescenceThickness, dispersion, specular } = standard.inputs;
  expect([roughness, iridescence, iridescenceThickness, dispersion, specular].map(({ value }) => value[0])).toEqual([
    0.2, 1, 300, 0.5, 1,
  ]);
  expect(standard.material.opacityMode).toBe("presence");
  const open = await read(
    "ND_open_pbr_surface_surfaceshader",
    "float inputs:thin_film_weight = 1\nbool inputs:geometry_thin_walled = true",
  );
  expect([open.inputs.iridescenceThickness.value, open.material.isThinWalled]).toEqual([[500], true]);
  const gltf = await read(
    "ND_gltf_pbr_surfaceshader",
    "int inputs:alpha_mode = 1\nfloat inputs:alpha = 0.5\nfloat inputs:alpha_cutoff = 0.25\nfloat inputs:thickness = 1",
  );
  expect([gltf.inputs.opacity.value, gltf.material.opacityThreshold, gltf.material.isThinWalled]).toEqual([
    [0.5],
    0.25,
    false,
  ]);
});

test("operations on constants are constants, and colors in sRGB are decoded", async () => {
  const { inputs, problems } = await read(
    STANDARD,
    "color3f inputs:base_color.connect = </M/Sum.outputs:out>\nfloat inputs:metalness.connect = </M/Power.outputs:out>",
    node(
      "Sum",
      "ND_add_color3",
      `color3f inputs:in1.connect = </M/Tint.outputs:out>\ncolor3f inputs:in2 = (1, 0, 0) (colorSpace = "srgb_texture")`,
    ) +
      node("Tint", "ND_multiply_color3FA", "color3f inputs:in1 = (0, 1, 0.5)\nfloat inputs:in2 = 0.5") +
      node("Power", "ND_power_float", "float inputs:in1 = 0.5\nfloat inputs:in2 = 2", "float"),
  );
  expect(problems).toEqual([]);
  expect(inputs.diffuseColor.value).toEqual([1, 0.5, 0.25]);
  expect(inputs.metallic.value[0]).toBeCloseTo(0.25, 6);
});

test("images are scaled, moved and turned, their channels picked, and normals read", async () => {
  const { inputs, problems } = await read(
    STANDARD,
    `color3f inputs:base_color.connect = </M/Tiles.outputs:out>
        float inputs:specular_roughness.connect = </M/Green.outputs:out>
        float3 inputs:normal.connect = </M/Normal.outputs:out>
        float inputs:metalness.connect = </M/Inverted.outputs:out>
        color3f inputs:coat_color.connect = </M/Vertex.outputs:out>`,
    node(
      "Tiles",
      "ND_tiledimage_color3",
      `asset inputs:file = @color.png@ (colorSpace = "srgb_texture")\nfloat2 inputs:uvtiling = (2, 4)\nfloat2 inputs:uvoffset = (1, 0)\ncolor3f inputs:default = (1, 1, 0)`,
    ) +
      node(
        "Green",
        "ND_extract_color3",
        "color3f inputs:in.connect = </M/Packed.outputs:out>\nint inputs:index = 1",
        "float",
      ) +
      node(
        "Packed",
        "ND_image_color3",
        "asset inputs:file = @orm.png@\nfloat2 inputs:texcoord.connect = </M/Place.outputs:out>",
      ) +
      node(
        "Place",
        "ND_place2d_vector2",
        "float2 inputs:texcoord.connect = </M/Uv.outputs:out>\nfloat2 inputs:scale = (0.5, 0.5)\nfloat inputs:rotate = 90",
        "float2",
      ) +
      node("Uv", "ND_geompropvalue_vector2", 'string inputs:geomprop = "UVMap"', "float2") +
      node(
        "Normal",
        "ND_normalmap_float",
        "float3 inputs:in.connect = </M/Bumps.outputs:out>\nfloat inputs:scale = 0.5",
        "float3",
      ) +
      node("Bumps", "ND_image_vector3", "asset inputs:file = @normal.png@", "float3") +
      node("Inverted", "ND_invert_float", "float inputs:in.connect = </M/Gloss.outputs:out>", "float") +
      image("Gloss", "gloss.png", "float") +
      node("Vertex", "ND_geompropvalue_color3", 'string inputs:geomprop = "paint"'),
  );
  expect(problems).toEqual([]);
  expect(inputs.diffuseColor).toMatchObject({
    value: [1, 1, 0],
    source: {
      kind: "texture",
      file: { assetPath: "color.png" },
      channels: "rgb",
      texCoords: "st",
      texCoordTransform: [2, 0, 0, 4, -1, 0],
      sourceColorSpace: "sRGB",
    },
  });
  const { source } = inputs.roughness;
  expect(source).toMatchObject({ kind: "texture", channels: "g", texCoords: "UVMap", sourceColorSpace: "raw" });
  // Twice as large coordinates, turned: (u, v) is (2v, -2u).
  expect(
    source?.kind === "texture" && source.texCoordTransform?.map((value) => Math.round(1e6 * value) / 1e6 + 0),
  ).toEqual([0, -2, 2, 0, 0, 0]);
  expect(inputs.normal.source).toMatchObject({ scale: [1, 1, 2, 1], bias: [-0.5, -0.5, -1, 0] });
  expect(inputs.metallic.source).toMatchObject({ channels: "r", scale: [-1, 1, 1, 1], bias: [1, 0, 0, 0] });
  expect(inputs.clearcoatColor.source).toEqual({ kind: "primvar", name: "paint" });
});

test("what is more than one image is computed by texel", async () => {
  const mixed = await read(
    STANDARD,
    "color3f inputs:base_color.connect = </M/Mix.outputs:out>",
    node(
      "Mix",
      "ND_mix_color3",
      "color3f inputs:fg.connect = </M/A.outputs:out>\ncolor3f inputs:bg.connect = </M/B.outputs:out>\nfloat inputs:mix.connect = </M/Mask.outputs:out>",
    ) +
      image("A", "a.png") +
      image("B", "b.png") +
      image("Mask", "mask.png", "float"),
  );
  expect(mixed.problems).toEqual([]);
  const { source } = mixed.inputs.diffuseColor;
  if (source?.kind !== "computed") throw new Error("Expected a computed texture");
  const pixel = (...texels: number[][]): { width: number; height: number; data: Uint8Array } => ({
    width: texels.length,
    height: 1,
    data: Uint8Array.from(texels.flat()),
  });
  const images = new Map<string, TexelImage>([
    ["a.png", pixel([255, 0, 0, 255])],
    ["b.png", pixel([0, 0, 255, 255])],
    ["mask.png", pixel([255, 0, 0, 255], [0, 0, 0, 255])],
  ]);
  const baked = bakeTexture(source, ({ file }) => images.get(file.assetPath));
  expect(baked).toEqual(pixel([255, 0, 0, 255], [0, 0, 255, 255]));
  // Halves: 2 and 1.
  images.set("a.png", { width: 1, height: 1, data: Uint16Array.of(0x4000, 0, 0, 0x3c00) });
  expect(bakeTexture(source, ({ file }) => images.get(file.assetPath))).toEqual(baked);
  expect(bakeTexture(source, () => undefined)).toBe(undefined);
  const ramp = await read(
    STANDARD,
    "float inputs:specular_roughness.connect = </M/Ramp.outputs:out>",
    node("Ramp", "ND_ramplr_float", "float inputs:valuel = 0\nfloat inputs:valuer = 1", "float"),
  );
  const ramped = ramp.inputs.roughness.source;
  const texels = ramped?.kind === "computed" ? bakeTexture(ramped, () => undefined) : undefined;
  expect([texels?.data[0], texels?.data[4 * 255], texels?.width]).toEqual([0, 255, 256]);
});

test("nodes that lead back to themselves, that are not known or too many are problems, and the rest is drawn", async () => {
  const cycle = await read(
    STANDARD,
    "color3f inputs:base_color.connect = </M/A.outputs:out>\nfloat inputs:metalness = 1",
    node("A", "ND_add_color3", "color3f inputs:in1.connect = </M/B.outputs:out>") +
      node("B", "ND_add_color3", "color3f inputs:in1.connect = </M/A.outputs:out>"),
  );
  expect(cycle.inputs.metallic.value).toEqual([1]);
  expect(cycle.problems).toEqual([
    "/M/A.outputs:out: The network of nodes leads back here: it is drawn without the connection",
  ]);
  const unknown = await read(
    STANDARD,
    "color3f inputs:base_color = (0, 0, 1)\ncolor3f inputs:base_color.connect = </M/A.outputs:out>",
    node("A", "ND_worleynoise2d_vector3", ""),
  );
  expect(unknown.inputs.diffuseColor.value).toEqual([0, 0, 1]);
  expect(unknown.problems).toEqual([
    '/M/A.info:id: Expected a node that can be evaluated, found the node "ND_worleynoise2d_vector3": it is drawn without it',
  ]);
  const chain = Array.from({ length: 150 }, (_, i) =>
    node(
      `N${i}`,
      "ND_add_float",
      `float inputs:in1.connect = </M/N${i + 1}.outputs:out>\nfloat inputs:in2 = 1`,
      "float",
    ),
  );
  const deep = await read(
    STANDARD,
    "float inputs:metalness.connect = </M/N0.outputs:out>",
    chain.join("") + node("N150", "ND_constant_float", "float inputs:value = 1", "float"),
  );
  expect(deep.problems).toEqual([
    "/M/N100.outputs:out: The network has more than 100 nodes, one behind the other: it is drawn without this one",
  ]);
});

test("of two surfaces that of MaterialX counts, unless the other one is drawn as authored and it is not", async () => {
  const other = `def Shader "Preview" {
        uniform token info:id = "UsdPreviewSurface"
        color3f inputs:diffuseColor = (0, 1, 0)
        token outputs:surface
    }
    token outputs:surface.connect = </M/Preview.outputs:surface>`;
  const first = await read(STANDARD, "float inputs:base = 1\ncolor3f inputs:base_color = (1, 0, 0)", other);
  expect(first.inputs.diffuseColor.value).toEqual([1, 0, 0]);
  const broken = node("A", "ND_worleynoise2d_vector3", "") + other;
  const second = await read(STANDARD, "color3f inputs:base_color.connect = </M/A.outputs:out>", broken);
  expect([second.inputs.diffuseColor.value, second.problems]).toEqual([[0, 1, 0], []]);
});
