import { describe, expect, test } from "vitest";
import { loadAsset } from "../load/load-asset.ts";
import { encodePng } from "../encode/encode.ts";
import { embedGltfFiles } from "./embed-files.ts";
import { isGltfText } from "./gltf-text.ts";
import { glb } from "@usdkit/test-files/plain-glb";

const positions = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]);
const texCoords = new Float32Array([0, 0, 1, 0, 0, 1]);
const bytesOf = (array: Float32Array): Uint8Array => new Uint8Array(array.buffer);
const png = await encodePng({ width: 1, height: 1, data: Uint8Array.of(255, 0, 0, 255) });

const GLTF = {
  asset: { version: "2.0" },
  scene: 0,
  scenes: [{ nodes: [0] }],
  nodes: [{ mesh: 0, name: "kept" }],
  meshes: [{ primitives: [{ attributes: { POSITION: 0, TEXCOORD_0: 1 }, material: 0 }] }],
  materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
  textures: [{ source: 0 }],
  images: [{ uri: "my%20image.png" }],
  accessors: [
    { bufferView: 0, componentType: 5126, count: 3, type: "VEC3", min: [0, 0, 0], max: [1, 1, 0] },
    { bufferView: 1, componentType: 5126, count: 3, type: "VEC2" },
  ],
  bufferViews: [
    { buffer: 0, byteOffset: 4, byteLength: 36 },
    { buffer: 1, byteLength: 24 },
  ],
  buffers: [
    { uri: "a.bin", byteLength: 41 },
    { uri: `data:application/octet-stream;base64,${Buffer.from(texCoords.buffer).toString("base64")}`, byteLength: 24 },
  ],
};
// Of a length that is no multiple of 4.
const FILES: Readonly<Record<string, Uint8Array>> = {
  "a.bin": Uint8Array.of(9, 9, 9, 9, ...bytesOf(positions), 9),
  "my image.png": png,
};

const text = (json: object): Uint8Array => new TextEncoder().encode(JSON.stringify(json));

describe("a glTF with the files that it names", () => {
  test("becomes one file with the same content", async () => {
    const made = await embedGltfFiles(text(GLTF), (path) => FILES[path]);
    const asset = await loadAsset(made);
    if (asset.type !== "mesh") throw new Error(asset.type);
    expect(Array.from(asset.parts[0].positions)).toEqual(Array.from(positions));
    expect(Array.from(asset.parts[0].texCoords ?? [])).toEqual(Array.from(texCoords));
    expect(Array.from(asset.textures[0].data)).toEqual([255, 0, 0, 255]);
  });

  test.each([
    ["a buffer that is missing", GLTF, {}, 'buffers[0]: the file "a.bin" cannot be found.'],
    [
      "a buffer that is too short",
      GLTF,
      { "a.bin": new Uint8Array(3) },
      'buffers[0]: 41 bytes are declared, and "a.bin" has 3.',
    ],
    ["a path of the machine", { ...GLTF, buffers: [{ uri: "/a.bin", byteLength: 1 }] }, FILES, "cannot be found"],
    ["another host", { ...GLTF, buffers: [{ uri: "https://a.example/b", byteLength: 1 }] }, FILES, "cannot be found"],
    ["no array of buffers", { ...GLTF, buffers: 3 }, FILES, "buffers: "],
  ])("%s is an error", async (_, json, files: Readonly<Record<string, Uint8Array>>, message) => {
    await expect(embedGltfFiles(text(json), (path) => files[path])).rejects.toThrow(message);
  });

  test("data that is not base64 is decoded; a buffer without bytes is kept as long as nothing reads it", async () => {
    const encoded = Array.from(bytesOf(positions), (byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
    const json = {
      ...GLTF,
      images: [],
      textures: [],
      materials: [{}],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
      accessors: [GLTF.accessors[0]],
      bufferViews: [{ buffer: 1, byteLength: 36 }],
      buffers: [{ byteLength: 4 }, { uri: `data:application/octet-stream,${encoded}`, byteLength: 36 }],
    };
    const asset = await loadAsset(await embedGltfFiles(text(json), () => undefined));
    if (asset.type !== "mesh") throw new Error(asset.type);
    expect(Array.from(asset.parts[0].positions)).toEqual(Array.from(positions));
    const unread = { ...json, bufferViews: [{ buffer: 0, byteLength: 4 }, ...json.bufferViews] };
    await expect(loadAsset(await embedGltfFiles(text(unread), () => undefined))).rejects.toThrow("not in buffer");
  });

  test("a GLB with files of its own is the same, one with others has them", async () => {
    const whole = glb(
      { ...GLTF, images: [], textures: [], materials: [{}], buffers: [{ byteLength: 8 }] },
      new Uint8Array(8),
    );
    expect(await embedGltfFiles(whole, () => undefined)).toBe(whole);
    const named = glb({ asset: { version: "2.0" }, images: [{ uri: "my%20image.png" }] });
    const made = await embedGltfFiles(named, (path) => FILES[path]);
    expect(Buffer.from(made).includes(Buffer.from(png))).toBe(true);
    expect(Buffer.from(made).includes("my%20image.png")).toBe(false);
    // A missing image stays named: the loader reports it.
    expect(Buffer.from(await embedGltfFiles(named, () => undefined)).includes("my%20image.png")).toBe(true);
  });
});

test("text is told from other files", () => {
  expect(isGltfText(text(GLTF))).toBe(true);
  expect(isGltfText(new TextEncoder().encode("\uFEFF\n {"))).toBe(true);
  expect(isGltfText(glb({}))).toBe(false);
  expect(isGltfText(new Uint8Array())).toBe(false);
});
