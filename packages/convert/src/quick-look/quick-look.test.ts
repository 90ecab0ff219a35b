import { encodePng, readImageHead } from "@usdkit/assets";
import { openPackage } from "@usdkit/usdz";
import { memoryResolver, Stage } from "@usdkit/usd";
import { expect, test } from "vitest";
import { convertFile, type ConvertFileOptions } from "../convert-file.ts";
import { fileBytes } from "../formats/format.ts";
import { glbOf, TRIANGLE } from "../test-support/make-glb.ts";
import { prim, prims, value } from "../test-support/read-stage.ts";
import { powerOfTwo, resizeImage } from "../textures/resize-image.ts";

interface Converted {
  readonly stage: Stage;
  readonly bytes: Uint8Array;
  readonly losses: readonly string[];
}

async function convert(input: Uint8Array, options: ConvertFileOptions["quickLook"] = {}): Promise<Converted> {
  const resolver = memoryResolver(new Map([["a.glb", input]]));
  const { files, losses } = await convertFile("a.glb", "a.usdz", { resolver, quickLook: options });
  const bytes = fileBytes(files[0]);
  const stage = await Stage.open("a.usdz", { resolver: memoryResolver(new Map([["a.usdz", bytes]])) });
  return { stage, bytes, losses: losses.map(({ message }) => message) };
}

test("has a crate first, textures of powers of two, and nothing that the viewer does not show", async () => {
  const png = await encodePng({ width: 3, height: 5, data: new Uint8Array(60).fill(255) });
  const glb = glbOf((data) => {
    const position = data.accessor(TRIANGLE, "VEC3");
    const uv = data.accessor(Float32Array.of(0, 0, 1, 0, 0, 1), "VEC2");
    const uri = `data:image/png;base64,${Buffer.from(png).toString("base64")}`;
    return {
      scene: 0,
      scenes: [{ nodes: [0, 1] }],
      nodes: [
        {
          name: "Tree",
          mesh: 0,
          extensions: { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: data.accessor(TRIANGLE, "VEC3") } } },
        },
        { name: "Lamp", mesh: 1, extensions: { KHR_lights_punctual: { light: 0 } } },
      ],
      meshes: [
        { primitives: [{ attributes: { POSITION: position, TEXCOORD_0: uv }, material: 0 }] },
        { primitives: [{ attributes: { POSITION: position }, mode: 3 }] },
      ],
      materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
      textures: [{ source: 0 }],
      images: [{ uri }],
      extensionsUsed: ["EXT_mesh_gpu_instancing", "KHR_lights_punctual"],
      extensions: { KHR_lights_punctual: { lights: [{ type: "point" }] } },
    };
  });
  const { stage, bytes, losses } = await convert(glb, { scale: 2, anchor: "vertical", maxTextureSize: 4 });
  expect(losses).toEqual([
    "AR Quick Look shows no lines: they are left out",
    "AR Quick Look has its own lights: this one is left out",
  ]);
  const { files } = openPackage(bytes);
  expect(files.map(({ path }) => path.split(".").at(-1))).toEqual(["usdc", "png"]);
  expect(readImageHead(files[1].data)).toMatchObject({ width: 4, height: 4 });
  const types = prims(stage);
  expect(new Set(Object.values(types))).toEqual(new Set(["Xform", "Mesh", "Scope", "Material", "Shader"]));
  expect(Object.keys(types).filter((path) => /Tree_\d$/u.test(path))).toHaveLength(3);
  expect(value(stage, "/a", "preliminary:planeAnchoring:alignment")).toBe("vertical");
  expect(value(stage, "/a/Scale", "xformOp:scale")).toEqual([2, 2, 2]);
});

test("other outputs than packages are an error", async () => {
  const resolver = memoryResolver(new Map([["a.glb", glbOf(() => ({ scenes: [{ nodes: [] }] }))]]));
  await expect(convertFile("a.glb", "a.usda", { resolver, quickLook: {} })).rejects.toThrow(/takes packages/u);
});

test("images of other sizes keep their colors", () => {
  expect([1, 3, 5, 6, 700, 5000].map((side) => powerOfTwo(side, 2048))).toEqual([1, 4, 4, 8, 512, 2048]);
  const plain = { width: 5, height: 3, data: Uint8Array.from({ length: 60 }, (_, i) => [9, 99, 200, 255][i % 4]) };
  for (const [width, height] of [
    [2, 2],
    [8, 4],
    [1, 1],
  ]) {
    const { data } = resizeImage(plain, width, height);
    expect(Array.from(data)).toEqual(Array.from({ length: 4 * width * height }, (_, i) => [9, 99, 200, 255][i % 4]));
  }
  const two = { width: 2, height: 1, data: Uint8Array.of(0, 0, 0, 255, 100, 200, 50, 255) };
  expect(Array.from(resizeImage(two, 1, 1).data)).toEqual([50, 100, 25, 255]);
});

test("has transforms in single precision, but for rotations whose angle would be lost", async () => {
  const turn = (half: number): number[] => [0, 0, Math.sin(half), Math.cos(half)];
  const glb = glbOf((data) => ({
    scene: 0,
    scenes: [{ nodes: [0, 1] }],
    nodes: [
      { name: "Turned", mesh: 0, translation: [1, 2, 3], rotation: turn(0.01) },
      { name: "Nearly", mesh: 0, rotation: turn(0.0001) },
    ],
    meshes: [{ primitives: [{ attributes: { POSITION: data.accessor(TRIANGLE, "VEC3") } }] }],
  }));
  const { stage } = await convert(glb);
  const typeOf = (path: string, name: string): string | undefined => {
    const { reader, node } = prim(stage, path);
    return reader.attribute(node, name)?.valueType?.name;
  };
  expect(typeOf("/a/Turned", "xformOp:translate")).toBe("float3");
  expect(typeOf("/a/Turned", "xformOp:orient")).toBe("quatf");
  expect(typeOf("/a/Nearly", "xformOp:orient")).toBe("quatd");
});
