import { describe, expect, test } from "vitest";
import { decodeImage, encodePng, encodeWebp } from "@usdkit/assets";
import type { GlbData } from "@usdkit/test-files/plain-glb";
import { Collections, MaterialBindings, memoryResolver, Stage, StageReader } from "@usdkit/usd";
import type { GltfToUsdOptions } from "../gltf-to-usd.ts";
import { packUsdz } from "../formats/pack-usdz.ts";
import { convertedStage, meshGlb, TRIANGLE, type Converted } from "../test-support/make-glb.ts";
import { prim, value } from "../test-support/read-stage.ts";

const image = { width: 2, height: 2, data: new Uint8Array(16).fill(255) };
const png = await encodePng(image);
const M = "/Scene/Materials/M";

/** A file with one material, whose textures have this image. */
async function withMaterial(
  material: object,
  {
    options,
    bytes = png,
    more,
  }: { options?: GltfToUsdOptions; bytes?: Uint8Array; more?: (data: GlbData) => object } = {},
): Promise<Converted> {
  const glb = meshGlb((data) => ({
    primitive: { material: 0, attributes: { POSITION: data.accessor(TRIANGLE, "VEC3"), ...more?.(data) } },
    more: {
      materials: [{ name: "M", ...material }],
      textures: [{ source: 0 }, { source: 0, sampler: 0 }],
      samplers: [{ wrapS: 33071, wrapT: 33648 }],
      images: [{ bufferView: data.view(bytes), mimeType: "image/png", name: "wood.png" }],
    },
  }));
  return await convertedStage(glb, options);
}

/** What the surface's input is: its value, or the path and output that it is connected to. */
function input(stage: Stage, name: string, shader = `${M}/PreviewSurface`): unknown {
  const { reader, node } = prim(stage, shader);
  const [source] = reader.targets(node, `inputs:${name}`);
  return source ?? value(stage, shader, `inputs:${name}`);
}

const rounded = (found: unknown): unknown => (found as number[]).map((each) => Number(each.toFixed(6)));

describe("UsdPreviewSurface", () => {
  test("has the constants of the material", async () => {
    const { stage, losses } = await withMaterial({
      pbrMetallicRoughness: { baseColorFactor: [0.1, 0.2, 0.3, 0.4], metallicFactor: 0.5, roughnessFactor: 0.6 },
      emissiveFactor: [1, 0, 0],
      alphaMode: "MASK",
      alphaCutoff: 0.25,
      extensions: {
        KHR_materials_emissive_strength: { emissiveStrength: 3 },
        KHR_materials_clearcoat: { clearcoatFactor: 0.7, clearcoatRoughnessFactor: 0.8 },
        KHR_materials_ior: { ior: 1.3 },
      },
    });
    expect(losses).toEqual([]);
    expect(rounded(input(stage, "diffuseColor"))).toEqual([0.1, 0.2, 0.3]);
    expect(input(stage, "emissiveColor")).toEqual([3, 0, 0]);
    const numbers = ["metallic", "roughness", "opacity", "opacityThreshold", "clearcoat", "clearcoatRoughness", "ior"];
    const found = numbers.map((name) => Number((input(stage, name) as number).toFixed(6)));
    expect(found).toEqual([0.5, 0.6, 0.4, 0.25, 0.7, 0.8, 1.3]);
  });

  test("opaque materials have no opacity", async () => {
    const { stage } = await withMaterial({ pbrMetallicRoughness: { baseColorFactor: [1, 1, 1, 0.5] } });
    const { reader, node } = prim(stage, `${M}/PreviewSurface`);
    expect([...reader.authoredNames(node)]).not.toContain("inputs:opacity");
  });

  test("reads an image once for all of its channels", async () => {
    const { stage, files } = await withMaterial({
      pbrMetallicRoughness: { metallicRoughnessTexture: { index: 0 }, metallicFactor: 0.5, roughnessFactor: 1 },
      occlusionTexture: { index: 0, strength: 0.25 },
      normalTexture: { index: 1, scale: 0.5 },
      alphaMode: "BLEND",
    });
    expect(files.map(({ path }) => path)).toEqual(["textures/wood.png"]);
    expect(files[0].bytes).toEqual(png);
    const names = ["metallic", "roughness", "occlusion", "normal"];
    expect(names.map((name) => input(stage, name))).toEqual([
      `${M}/wood.outputs:b`,
      `${M}/wood.outputs:g`,
      `${M}/wood.outputs:r`,
      `${M}/wood_1.outputs:rgb`,
    ]);
    const read = (shader: string, name: string): unknown => value(stage, `${M}/${shader}`, `inputs:${name}`);
    expect([read("wood", "scale"), read("wood", "bias")]).toEqual([
      [0.25, 1, 0.5, 1],
      [0.75, 0, 0, 0],
    ]);
    expect([read("wood_1", "scale"), read("wood_1", "bias")]).toEqual([
      [1, 1, 2, 1],
      [-0.5, -0.5, -1, 0],
    ]);
    expect(["file", "wrapS", "wrapT", "sourceColorSpace"].map((name) => read("wood_1", name))).toEqual([
      "./textures/wood.png",
      "clamp",
      "mirror",
      "raw",
    ]);
    expect(read("wood", "wrapS")).toBe("repeat");
  });

  test("moves texture coordinates", async () => {
    const transform = { offset: [0.5, 0.25], rotation: Math.PI / 2, scale: [2, 3], texCoord: 1 };
    const { stage } = await withMaterial({
      pbrMetallicRoughness: { baseColorTexture: { index: 0, extensions: { KHR_texture_transform: transform } } },
    });
    const read = (name: string): unknown => value(stage, `${M}/Transform2d`, `inputs:${name}`);
    expect([read("rotation"), read("scale"), rounded(read("translation"))]).toEqual([90, [2, 3], [3.5, 0.75]]);
    expect(value(stage, `${M}/TexCoords_st1`, "inputs:varname")).toBe("st1");
  });

  test("reads colors of vertices, which the factor is multiplied with", async () => {
    const { stage, losses } = await withMaterial(
      { pbrMetallicRoughness: { baseColorFactor: [0.5, 1, 1, 0.5] }, alphaMode: "BLEND" },
      { more: (data) => ({ COLOR_0: data.accessor(new Float32Array(12).fill(0.5), "VEC4") }) },
    );
    expect(losses).toEqual([]);
    expect(input(stage, "diffuseColor")).toBe(`${M}/VertexColor.outputs:result`);
    expect(input(stage, "opacity")).toBe(`${M}/VertexOpacity.outputs:result`);
    expect(value(stage, "/Scene/Node/Triangle", "primvars:displayColor")).toEqual([
      0.25, 0.5, 0.5, 0.25, 0.5, 0.5, 0.25, 0.5, 0.5,
    ]);
    expect(value(stage, "/Scene/Node/Triangle", "primvars:displayOpacity")).toEqual([0.25, 0.25, 0.25]);
  });

  test("what is blended is absent in part, with its reflections", async () => {
    const { stage } = await withMaterial({
      pbrMetallicRoughness: { baseColorFactor: [1, 1, 1, 0.5] },
      alphaMode: "BLEND",
    });
    expect([input(stage, "opacity"), input(stage, "opacityMode")]).toEqual([0.5, "presence"]);
    const { stage: cut } = await withMaterial({ alphaMode: "MASK" });
    expect(input(cut, "opacityMode")).toBeUndefined();
  });

  test("unlit surfaces shine with their base color, and reflect nothing", async () => {
    const { stage } = await withMaterial({
      pbrMetallicRoughness: { baseColorTexture: { index: 0 } },
      extensions: { KHR_materials_unlit: {} },
    });
    expect(input(stage, "emissiveColor")).toBe(`${M}/wood.outputs:rgb`);
    expect([input(stage, "diffuseColor"), input(stage, "specularColor"), input(stage, "useSpecularWorkflow")]).toEqual([
      [0, 0, 0],
      [0, 0, 0],
      1,
    ]);
  });

  test("specular and glossiness are the specular workflow", async () => {
    const { stage } = await withMaterial({
      extensions: {
        KHR_materials_pbrSpecularGlossiness: {
          diffuseFactor: [0.5, 0.5, 0.5, 1],
          specularFactor: [0.1, 0.2, 0.3],
          glossinessFactor: 0.75,
          specularGlossinessTexture: { index: 0 },
        },
      },
    });
    expect([input(stage, "useSpecularWorkflow"), input(stage, "roughness"), input(stage, "specularColor")]).toEqual([
      1,
      `${M}/wood.outputs:a`,
      `${M}/wood.outputs:rgb`,
    ]);
    expect(rounded(value(stage, `${M}/wood`, "inputs:scale"))).toEqual([0.1, 0.2, 0.3, -0.75]);
    expect(value(stage, `${M}/wood`, "inputs:bias")).toEqual([0, 0, 0, 1]);
  });

  test("what it does not have is reported, with its place", async () => {
    const { losses } = await withMaterial({
      extensions: {
        KHR_materials_sheen: { sheenColorFactor: [1, 0, 0] },
        KHR_materials_transmission: { transmissionFactor: 1 },
        KHR_materials_dispersion: { dispersion: 0 },
        EXT_other: {},
      },
    });
    expect(losses).toEqual([
      { at: "/materials/0/extensions/EXT_other", message: "The extension EXT_other is not supported" },
      {
        at: "/materials/0/extensions/KHR_materials_transmission/transmissionTexture",
        message: "Transmission becomes opacity, without refraction",
      },
      {
        at: "/materials/0/extensions/KHR_materials_sheen/sheenColorTexture",
        message: "Sheen is not part of UsdPreviewSurface: MaterialX keeps it",
      },
    ]);
  });
});

describe("MaterialX", () => {
  test("has glTF's own shader next to UsdPreviewSurface", async () => {
    const { stage, losses } = await withMaterial(
      {
        pbrMetallicRoughness: { baseColorTexture: { index: 0 }, metallicFactor: 0.5 },
        normalTexture: { index: 0, scale: 0.5 },
        extensions: { KHR_materials_sheen: { sheenColorFactor: [1, 0, 0], sheenRoughnessFactor: 0.5 } },
      },
      { options: { materialX: true } },
    );
    expect(losses).toEqual([]);
    const surface = `${M}/MaterialXSurface`;
    expect(value(stage, surface, "info:id")).toBe("ND_gltf_pbr_surfaceshader");
    expect([input(stage, "metallic", surface), input(stage, "sheen_color", surface)]).toEqual([0.5, [1, 0, 0]]);
    expect(input(stage, "base_color", surface)).toBe(`${M}/Rgb.outputs:out`);
    expect(input(stage, "normal", surface)).toBe(`${M}/NormalMap.outputs:out`);
    expect(input(stage, "scale", `${M}/NormalMap`)).toBe(0.5);
    const { reader, node } = prim(stage, M);
    expect(reader.targets(node, "outputs:mtlx:surface")).toEqual([`${surface}.outputs:out`]);
    expect(reader.targets(node, "outputs:surface")).toEqual([`${M}/PreviewSurface.outputs:surface`]);
  });
});

describe("images", () => {
  test("a Targa image, which has no losses, becomes PNG", async () => {
    const head = [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 24, 0];
    const bytes = Uint8Array.from([...head, 30, 20, 10]);
    const { files, losses } = await withMaterial(
      { pbrMetallicRoughness: { baseColorTexture: { index: 0 } } },
      { bytes },
    );
    expect(losses).toEqual([]);
    expect(files.map(({ path }) => path)).toEqual(["textures/wood.png"]);
    expect([...(await decodeImage(files[0].bytes)).data]).toEqual([10, 20, 30, 255]);
  });

  test("WebP becomes JPEG or, with alpha, PNG", async () => {
    const base = { pbrMetallicRoughness: { baseColorTexture: { index: 0 } } };
    const opaque = await withMaterial(base, { bytes: await encodeWebp(image) });
    expect(opaque.files.map(({ path, bytes }) => [path, bytes[0]])).toEqual([["textures/wood.jpg", 0xff]]);
    const clear = { ...image, data: image.data.map((each, i) => (i % 4 === 3 ? 100 : each)) };
    const alpha = await withMaterial(base, { bytes: await encodeWebp(clear) });
    expect(alpha.files.map(({ path, bytes }) => [path, bytes[0]])).toEqual([["textures/wood.png", 0x89]]);
  });

  test("what cannot be decoded is kept, with a notice", async () => {
    const bytes = Uint8Array.from({ length: 20 }, (_, i) => i);
    const { files, losses } = await withMaterial({ normalTexture: { index: 0 } }, { bytes });
    expect(files).toEqual([{ path: "textures/wood.png", bytes }]);
    expect(losses).toMatchObject([{ at: "/images/0", message: expect.stringContaining("kept as it is") as string }]);
    const webp = (await encodeWebp(image)).slice(0, 40);
    const broken = await withMaterial({ normalTexture: { index: 0 } }, { bytes: webp });
    expect(broken.losses[0].message).toContain("cannot be decoded");
  });
});

test("variants are a variant set, with the selection that the file shows", async () => {
  const glb = meshGlb((data) => {
    const attributes = { POSITION: data.accessor(TRIANGLE, "VEC3") };
    const mappings = [
      { variants: [0], material: 1 },
      { variants: [1], material: 0 },
    ];
    const primitives = [
      { attributes, material: 0, extensions: { KHR_materials_variants: { mappings } } },
      { attributes, material: 2 },
    ];
    return {
      more: {
        meshes: [{ primitives }],
        materials: ["Red", "Blue", "Steel"].map((name) => ({ name })),
        extensions: { KHR_materials_variants: { variants: [{ name: "blue" }, { name: "red one" }] } },
      },
    };
  });
  const { layer } = await convertedStage(glb);
  const [root] = layer.root.children;
  expect(root.fields.get("variantSelection")?.value).toMatchObject({ entries: new Map([["material", "red_one"]]) });
  const [set] = root.variantSets;
  expect(set.variants.map(({ name }) => name)).toEqual(["blue", "red_one"]);
  for (const [variant, material] of [
    ["blue", "Blue"],
    ["red_one", "Red"],
  ]) {
    const resolver = memoryResolver(new Map([["a.usdz", packUsdz(layer, [])]]));
    const stage = await Stage.open("a.usdz", { resolver, variants: { "/Scene": { material: variant } } });
    const reader = new StageReader(stage);
    const bindings = new MaterialBindings(reader, new Collections(reader));
    const bound = ["Red", "Steel"].map((part) => {
      const node = reader.prim(`/Scene/Node/Mesh/${part}`);
      return node === undefined ? undefined : bindings.bound(node, "full")?.material?.path;
    });
    expect(bound).toEqual([`/Scene/Materials/${material}`, "/Scene/Materials/Steel"]);
  }
});
