import * as fc from "fast-check";
import { glb, type GlbData } from "@usdkit/test-files/plain-glb";
import { describe, expect, test } from "vitest";
import { writeUsdc } from "@usdkit/usdc";
import { ConvertError } from "../errors/convert-error.ts";
import { gltfToUsd } from "../gltf-to-usd.ts";
import { glbOf, meshGlb, TRIANGLE } from "../test-support/make-glb.ts";

async function failure(bytes: Uint8Array): Promise<ConvertError> {
  const error: unknown = await gltfToUsd(bytes).then(
    () => undefined,
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(ConvertError);
  return error as ConvertError;
}

/** A file whose JSON has these members too. */
function withJson(more: object, make: (data: GlbData) => object = () => ({})): Uint8Array {
  return glbOf((data) => {
    const POSITION = data.accessor(TRIANGLE, "VEC3");
    const meshes = [{ primitives: [{ attributes: { POSITION } }] }];
    return { meshes, nodes: [{ mesh: 0 }], scenes: [{ nodes: [0] }], ...make(data), ...more };
  });
}

describe("a file that is rejected names the place as a JSON pointer", () => {
  test.each<[what: string, json: object, at: string, text: string]>([
    ["a mesh that does not exist", { nodes: [{ mesh: 3 }] }, "/nodes/0", "meshes[3] does not exist"],
    ["a camera that does not exist", { nodes: [{ camera: 1 }] }, "/nodes/0/camera", "one of 0 cameras"],
    ["nodes below themselves", { nodes: [{ children: [1] }, { children: [0] }] }, "/nodes/0", "below itself"],
    ["a child of two nodes", { nodes: [{ children: [2] }, { children: [2] }, {}] }, "/nodes/2", "child of 0 and of 1"],
    ["a node that is no object", { nodes: ["a"] }, "/nodes/0", "expected object"],
    ["an unsupported extension", { extensionsRequired: ["KHR_nothing"] }, "/extensionsRequired/0", '"KHR_nothing"'],
    ["another version", { asset: { version: "1.0" } }, "/asset/version", "glTF 2"],
    ["another version with other types", { asset: { version: "1.0" }, buffers: {} }, "/asset/version", "glTF 2"],
    [
      "a component type that does not exist",
      { accessors: [{ componentType: 1, count: 1, type: "SCALAR" }] },
      "/accessors/0/componentType",
      "one of 5120|5121",
    ],
    ["a wrap mode that does not exist", { samplers: [{ wrapS: 1 }] }, "/samplers/0/wrapS", "one of 33071|33648|10497"],
    [
      "a view of a buffer without bytes",
      { buffers: [{ byteLength: 36 }, { byteLength: 4 }], bufferViews: [{ buffer: 1, byteLength: 4 }] },
      "/bufferViews/0",
      "Bytes 0 to 4 are not in buffer 1, which has no bytes in the file",
    ],
    [
      "a material of the wrong type",
      { materials: [{ pbrMetallicRoughness: { metallicFactor: "1" } }] },
      "/materials/0/pbrMetallicRoughness/metallicFactor",
      "number",
    ],
    [
      "an extension of the wrong type",
      { materials: [{ extensions: { KHR_materials_ior: { ior: true } } }] },
      "/materials/0/extensions/KHR_materials_ior/ior",
      "number",
    ],
    [
      "a texture that does not exist",
      { materials: [{ normalTexture: { index: 4 } }] },
      "/materials/0/normalTexture/index",
      "Texture 4 does not exist",
    ],
    [
      "an image that does not exist",
      { materials: [{ normalTexture: { index: 0 } }], textures: [{ source: 2 }] },
      "/textures/0/source",
      "Image 2 does not exist",
    ],
    [
      "an image in another file",
      { materials: [{ normalTexture: { index: 0 } }], textures: [{ source: 0 }], images: [{ uri: "a.png" }] },
      "/images/0",
      '"a.png" is another file',
    ],
    [
      "a buffer in another file",
      { buffers: [{ byteLength: 36, uri: "a.bin" }] },
      "/buffers/0",
      '"a.bin" is another file',
    ],
    ["a camera without a lens", { cameras: [{ type: "perspective" }] }, "/cameras/0/perspective", "object"],
    [
      "a light that does not exist",
      { nodes: [{ extensions: { KHR_lights_punctual: { light: 0 } } }] },
      "/nodes/0/extensions/KHR_lights_punctual/light",
      "Light 0 does not exist",
    ],
    ["a joint that does not exist", { skins: [{ joints: [9] }] }, "/skins/0/joints/0", "Node 9 does not exist"],
    [
      "a sampler that does not exist",
      { animations: [{ channels: [{ sampler: 0, target: { node: 0, path: "scale" } }], samplers: [] }] },
      "/animations/0/channels/0/sampler",
      "Sampler 0 does not exist",
    ],
  ])("%s", async (_, json, at, text) => {
    const error = await failure(withJson(json));
    expect(error.at).toBe(at);
    expect(error.message).toContain(text);
    expect(error.message.startsWith(`${at}: `)).toBe(true);
  });

  test("accessors beyond the buffer", async () => {
    const error = await failure(
      meshGlb((data) => {
        const attributes = { POSITION: data.accessor(TRIANGLE, "VEC3", { count: 1000 }) };
        return { primitive: { attributes } };
      }),
    );
    expect(error.at).toBe("/accessors/0");
    expect(error.message).toContain("1000 elements end at byte");
  });

  test("attributes of another length, or of another size", async () => {
    const normals = (values: Float32Array, type: "VEC2" | "VEC3"): Uint8Array =>
      meshGlb((data) => {
        const NORMAL = data.accessor(values, type);
        return { primitive: { attributes: { POSITION: data.accessor(TRIANGLE, "VEC3"), NORMAL } } };
      });
    const short = await failure(normals(new Float32Array(6), "VEC3"));
    expect([short.at, short.reason]).toEqual([
      "/meshes/0/primitives/0/attributes/NORMAL",
      "Expected 3 elements, as positions have, found 2",
    ]);
    const narrow = await failure(normals(new Float32Array(6), "VEC2"));
    expect(narrow.reason).toContain("Expected 3 numbers an element, found 2");
  });

  test("animations whose times do not ascend, or with too few values", async () => {
    const animated = (times: Float32Array, values: Float32Array): Uint8Array =>
      meshGlb((data) => {
        const samplers = [{ input: data.accessor(times, "SCALAR"), output: data.accessor(values, "VEC3") }];
        const channels = [{ sampler: 0, target: { node: 0, path: "translation" } }];
        return { more: { animations: [{ samplers, channels }] } };
      });
    const unsorted = await failure(animated(Float32Array.of(1, 0), new Float32Array(6)));
    expect([unsorted.at, unsorted.reason]).toEqual(["/animations/0/channels/0/sampler", "Expected times that ascend"]);
    const few = await failure(animated(Float32Array.of(0, 1), new Float32Array(3)));
    expect(few.reason).toBe("Expected 6 numbers for 2 times, found 3");
  });

  test("whatever is cut off", async () => {
    const bytes = meshGlb();
    for (let length = 0; length < bytes.length; length += 7) {
      const error: unknown = await gltfToUsd(bytes.subarray(0, length)).catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(ConvertError);
    }
  });
});

test("any JSON is converted or rejected", async () => {
  const value = fc.oneof(fc.constantFrom<unknown>(null, -1, 1e9, 0, "a", [], {}, true), fc.jsonValue({ maxDepth: 2 }));
  const names = [
    "nodes",
    "meshes",
    "materials",
    "textures",
    "images",
    "skins",
    "cameras",
    "animations",
    "scenes",
    "accessors",
    "extensions",
  ];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), fc.array(value, { maxLength: 3 }), async (name, list) => {
      const result: unknown = await gltfToUsd(withJson({ [name]: list })).catch((error: unknown) => error);
      if (result instanceof Error) expect(result).toBeInstanceOf(ConvertError);
    }),
    { numRuns: 60 },
  );
});

test("what is not glTF", async () => {
  expect((await failure(new Uint8Array(0))).message).toContain("ends in its head");
  expect((await failure(glb("{"))).message).toContain("JSON cannot be read");
  expect((await failure(new TextEncoder().encode("[]"))).message).toContain("neither a GLB");
  const long = glb("{}");
  new DataView(long.buffer, long.byteOffset).setUint32(12, 100, true);
  expect((await failure(long)).message).toMatch(/100 bytes are declared, found \d/u);
});

test("an extension of a texture without an image: the image of the texture is used", async () => {
  const textures = [{ source: 0, extensions: { EXT_texture_webp: {}, KHR_texture_basisu: {} } }];
  const images = [{ uri: "data:image/png;base64,iVBORw0KGgo=" }];
  const { layer } = await gltfToUsd(withJson({ textures, images }));
  expect(layer.root.children).toHaveLength(1);
});

test("NUL characters, which USD does not have, are left out of names and data", async () => {
  const nodes = [{ name: "a\0b", mesh: 0, extras: { "c\0": "d\0\0", e: ["\0"] } }];
  const { losses, layer } = await gltfToUsd(withJson({ nodes }));
  expect(losses.map(({ at }) => at)).toEqual(["/nodes/0/name", "/nodes/0/extras/c\0", "/nodes/0/extras/e/0"]);
  expect(layer.root.children[0].children[0].name).toBe("ab");
  expect(writeUsdc(layer).length).toBeGreaterThan(0);
});

test("positions that are not finite are named", async () => {
  const bytes = glbOf((data) => {
    const POSITION = data.accessor(Float32Array.of(-Infinity, 0, 0, Infinity, 0, 0, 0, 1, 0), "VEC3");
    return { meshes: [{ primitives: [{ attributes: { POSITION } }] }], nodes: [{ mesh: 0 }], scenes: [{ nodes: [0] }] };
  });
  const { losses } = await gltfToUsd(bytes);
  expect(losses).toEqual([
    {
      at: "/meshes/0/primitives/0",
      message: "Positions are not finite: viewers do not show the mesh. Export it again",
    },
  ]);
});
