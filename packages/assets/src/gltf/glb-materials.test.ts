import { readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { assetError } from "../test-support/expect-asset-error.ts";
import { GlbData } from "@usdkit/test-files/plain-glb";
import type { MeshAsset } from "../model/asset.ts";
import { loadAsset } from "../load/load-asset.ts";
import type { LoadOptions } from "../options/load-options.ts";

/** A triangle with two sets of texture coordinates and the given materials, of which the first is used. */
async function load(
  materials: object[],
  images: readonly (Uint8Array | object)[] = [],
  more: object = {},
  options: LoadOptions = {},
): Promise<MeshAsset> {
  const data = new GlbData();
  const attributes = {
    POSITION: data.accessor(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]), "VEC3"),
    TEXCOORD_0: data.accessor(new Float32Array([0, 0, 1, 0, 0, 1]), "VEC2"),
    TEXCOORD_1: data.accessor(new Uint8Array([255, 255, 0, 0, 51, 0]), "VEC2", { normalized: true }),
  };
  const bytes = data.glb({
    meshes: [{ primitives: [{ attributes, ...(materials.length > 0 ? { material: 0 } : {}) }] }],
    nodes: [{ mesh: 0 }],
    materials,
    images: images.map((image) =>
      image instanceof Uint8Array ? { bufferView: data.view(image), mimeType: "image/x" } : image,
    ),
    textures: images.map((_, source) => ({ source })),
    ...more,
    accessors: data.accessors,
    bufferViews: data.bufferViews,
  });
  return (await loadAsset(bytes, options)) as MeshAsset;
}

const textured = { pbrMetallicRoughness: { baseColorTexture: { index: 0 } } };

/** 3 × 2 pixels, of which the first is half-transparent red. */
const pixels = new Uint8Array([
  255, 0, 0, 128, 0, 255, 0, 255, 0, 0, 255, 255, 1, 2, 3, 255, 4, 5, 6, 255, 255, 255, 255, 0,
]);
const raw = sharp(pixels, { raw: { width: 3, height: 2, channels: 4 } });

/** A model whose texture was left out. */
const undecoded = { textures: [], materials: [{ texture: null }], skipped: { undecodedTexture: 1 } };

describe("materials", () => {
  test("have the format's defaults", async () => {
    const plain = {
      baseColor: [1, 1, 1, 1],
      texture: null,
      texCoordTransform: null,
      alphaMode: "opaque",
      alphaCutoff: 0.5,
      doubleSided: false,
      unlit: false,
      physical: {
        metallic: 1,
        roughness: 1,
        normalScale: 1,
        occlusionStrength: 1,
        emissive: [0, 0, 0],
        maps: {},
      },
    };
    const none = await load([]);
    expect(none.materials).toStrictEqual([{ name: "", ...plain }]);
    expect(none.parts[0]).toMatchObject({ material: 0, normals: null, colors: null, texCoords: null });
    expect((await load([{}])).materials).toStrictEqual([{ name: "", ...plain }]);
  });

  test("have the authored values", async () => {
    const { materials } = await load([
      {
        name: "glass",
        pbrMetallicRoughness: { baseColorFactor: [0.1, 0.2, 0.3, 0.4], metallicFactor: 1 },
        alphaMode: "BLEND",
        alphaCutoff: 0.25,
        doubleSided: true,
        extensions: { KHR_materials_unlit: {} },
      },
      { alphaMode: "MASK", extensions: { KHR_materials_pbrSpecularGlossiness: { diffuseFactor: [0, 0.5, 1, 1] } } },
    ]);
    expect(materials).toMatchObject([
      {
        name: "glass",
        baseColor: [0.1, 0.2, 0.3, 0.4],
        alphaMode: "blend",
        alphaCutoff: 0.25,
        doubleSided: true,
        unlit: true,
      },
      { alphaMode: "mask", baseColor: [0, 0.5, 1, 1] },
    ]);
  });

  test("have the properties of the full look", async () => {
    const png = await raw.clone().png().toBuffer();
    const [first, second] = [
      {
        ...textured,
        normalTexture: { index: 1, scale: 0.5 },
        occlusionTexture: { index: 1, strength: 0.25, texCoord: 1 },
        emissiveFactor: [1, 0.5, 0],
        emissiveTexture: { index: 2, texCoord: 7 },
        extensions: {
          KHR_materials_emissive_strength: { emissiveStrength: 4 },
          KHR_materials_transmission: { transmissionFactor: 0.75 },
        },
      },
      {
        extensions: {
          KHR_materials_pbrSpecularGlossiness: { specularFactor: [0.1, 0.2, 0.3], glossinessFactor: 0.4 },
        },
      },
    ];
    const { materials, textures, parts, skipped } = await load([first, second], [png, png, png]);
    const base = { usesSecondSet: false, transform: null };
    expect(materials[0].physical).toMatchObject({
      normalScale: 0.5,
      occlusionStrength: 0.25,
      emissive: [4, 2, 0],
      transmission: 0.75,
    });
    expect(materials[0].physical?.maps).toStrictEqual({
      normal: { texture: 1, ...base },
      occlusion: { texture: 1, usesSecondSet: true, transform: null },
    });
    expect(Array.from(parts[0].texCoords2 ?? [])).toStrictEqual([1, 1, 0, 0, 0.2, 0].map(Math.fround));
    expect(skipped).toStrictEqual({ thirdTexCoordSet: 1 });
    expect(materials[1].physical?.glossy).toStrictEqual({ color: [0.1, 0.2, 0.3], glossiness: 0.4 });
    expect(textures).toHaveLength(3);
    const plain = await load([first], [png, png, png], {}, { maps: "baseColor" });
    expect(plain.textures).toHaveLength(1);
    expect(plain.materials[0].physical).toBeUndefined();
  });

  test("select a set of texture coordinates, rotated and scaled", async () => {
    const png = await raw.clone().png().toBuffer();
    const info = (extra: object): object => ({ pbrMetallicRoughness: { baseColorTexture: { index: 0, ...extra } } });
    const first = await load([info({})], [png]);
    expect(Array.from(first.parts[0].texCoords ?? [])).toStrictEqual([0, 0, 1, 0, 0, 1]);
    const second = await load([info({ texCoord: 1 })], [png]);
    expect(Array.from(second.parts[0].texCoords ?? [])).toStrictEqual([1, 1, 0, 0, 0.2, 0].map(Math.fround));
    expect((await load([info({ texCoord: 5 })], [png])).parts[0].texCoords).toBeNull();

    // The example of the extension's text: the lower left quarter of the image, rotated clockwise by 90°.
    const transform = { offset: [0, 1], rotation: Math.PI / 2, scale: [0.5, 0.5], texCoord: 1 };
    const turned = await load([info({ extensions: { KHR_texture_transform: transform } })], [png]);
    expect(turned.parts[0].texCoords?.[0]).toBe(1);
    const [a, b, c, d, e, f] = turned.materials[0].texCoordTransform ?? [0, 0, 0, 0, 0, 0];
    const at = (u: number, v: number): number[] =>
      [a * u + c * v + e, b * u + d * v + f].map((x) => Math.round(x * 1e9) / 1e9 + 0);
    expect([at(0, 0), at(1, 0), at(0, 1), at(1, 1)]).toStrictEqual([
      [0, 1],
      [0, 0.5],
      [0.5, 1],
      [0.5, 0.5],
    ]);
  });
});

describe("images", () => {
  test.each(["png", "webp"] as const)("of %s keep every pixel", async (format) => {
    const bytes = await raw.clone().toFormat(format, { lossless: true, exact: true }).toBuffer();
    const { textures, materials } = await load([textured], [bytes]);
    expect(materials[0].texture).toBe(0);
    expect(textures).toStrictEqual([
      { width: 3, height: 2, data: pixels, wrapS: "repeat", wrapT: "repeat", magFilter: "linear", minFilter: "mipmap" },
    ]);
  });

  test("of JPEG, gray, 16 bits and palettes are decoded to 8-bit RGBA", async () => {
    const red = sharp({ create: { width: 8, height: 8, channels: 3, background: { r: 200, g: 40, b: 40 } } });
    const gray = sharp(new Uint8Array([0, 128, 255]), { raw: { width: 3, height: 1, channels: 1 } });
    const deep = sharp(new Uint16Array([0, 32896, 65535]), { raw: { width: 1, height: 1, channels: 3 } });
    const jpeg = await load([textured], [await red.clone().jpeg({ quality: 100 }).toBuffer()]);
    expect(jpeg.textures[0]).toMatchObject({ width: 8, height: 8 });
    const [r, g, b, a] = jpeg.textures[0].data;
    expect([Math.abs(r - 200) < 4, Math.abs(g - 40) < 4, Math.abs(b - 40) < 4, a]).toStrictEqual([
      true,
      true,
      true,
      255,
    ]);
    const shades = (await load([textured], [await gray.png().toBuffer()])).textures[0];
    expect(Array.from(shades.data)).toStrictEqual([0, 0, 0, 255, 128, 128, 128, 255, 255, 255, 255, 255]);
    const sixteen = await deep.toColourspace("rgb16").png().toBuffer();
    expect((await load([textured], [sixteen])).textures[0].data).toHaveLength(4);
    const palette = await load([textured], [await red.png({ palette: true }).toBuffer()]);
    expect(Array.from(palette.textures[0].data.subarray(0, 4))).toStrictEqual([200, 40, 40, 255]);
  });

  test("ignore color profiles", async () => {
    const profile = await raw.clone().removeAlpha().withIccProfile("p3").png().toBuffer();
    const { textures } = await load([textured], [profile]);
    const plain = await sharp(profile, { ignoreIcc: true }).ensureAlpha().raw().toBuffer();
    expect(Array.from(textures[0].data)).toStrictEqual(Array.from(plain));
  });

  test("have a sampler", async () => {
    const png = await raw.clone().png().toBuffer();
    const more = {
      textures: [{ source: 0, sampler: 0 }],
      samplers: [{ wrapS: 33071, wrapT: 33648, magFilter: 9728, minFilter: 9729 }],
    };
    const { textures } = await load([textured], [png], more);
    expect(textures[0]).toMatchObject({ wrapS: "clamp", wrapT: "mirror", magFilter: "nearest", minFilter: "linear" });
    for (const [minFilter, name] of [
      [9728, "nearest"],
      [9984, "nearestMipmapNearest"],
      [9985, "linearMipmapNearest"],
      [9986, "nearestMipmapLinear"],
      [9987, "mipmap"],
    ] as const) {
      const [texture] = (await load([textured], [png], { ...more, samplers: [{ minFilter }] })).textures;
      expect(texture.minFilter).toBe(name);
    }
  });

  test("that textures share are decoded once", async () => {
    const png = await raw.clone().png().toBuffer();
    let decoded = 0;
    const decodeImage = (): Promise<{ width: number; height: number; data: Uint8Array }> => {
      decoded++;
      return Promise.resolve({ width: 3, height: 2, data: pixels });
    };
    const more = { textures: [{ source: 0 }, { source: 0, sampler: 0 }], samplers: [{ minFilter: 9728 }] };
    const material = { ...textured, emissiveTexture: { index: 1 } };
    const { textures } = await load([material], [png], more, { decodeImage });
    expect(textures).toHaveLength(2);
    expect(textures[0].data).toBe(textures[1].data);
    expect(decoded).toBe(1);
  });

  test("are decoded once, and only if they are drawn", async () => {
    const png = await raw.clone().png().toBuffer();
    const { textures, materials } = await load([textured, textured], [png, new Uint8Array([1, 2, 3])]);
    expect(textures).toHaveLength(1);
    expect(materials[1].texture).toBeNull();
  });

  test("may be WebP with a fallback, or be embedded in the JSON", async () => {
    const png = await raw.clone().png().toBuffer();
    const webp = await raw.clone().resize(5, 5).webp().toBuffer();
    const more = {
      extensionsRequired: ["EXT_texture_webp"],
      textures: [{ source: 0, extensions: { EXT_texture_webp: { source: 1 } } }],
    };
    expect((await load([textured], [png, webp], more)).textures[0].width).toBe(5);
    const uri = `data:image/png;base64,${png.toString("base64")}`;
    expect((await load([textured], [{ uri }])).textures[0].data).toStrictEqual(pixels);
  });

  test("are decoded by the caller's decoder", async () => {
    const png = await raw.clone().png().toBuffer();
    const given: string[] = [];
    const { textures } = await load(
      [textured],
      [png],
      {},
      {
        decodeImage: (bytes, mimeType) => {
          given.push(`${mimeType} ${bytes.length}`);
          return Promise.resolve({ width: 3, height: 2, data: new Uint8Array(24).fill(9) });
        },
      },
    );
    expect(given).toStrictEqual([`image/png ${png.length}`]);
    expect(textures[0].data[0]).toBe(9);
  });

  test("whose declared size is wrong are rejected", async () => {
    const png = await raw.clone().png().toBuffer();
    const decodeImage = (): Promise<{ width: number; height: number; data: Uint8Array }> =>
      Promise.resolve({ width: 4, height: 2, data: new Uint8Array(32) });
    expect(await load([textured], [png], {}, { decodeImage })).toMatchObject(undecoded);
  });
});

/** A file of `test/textures`. */
function ktx2(name: "uastc" | "etc1s"): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(join(import.meta.dirname, "../../test/textures", `${name}.ktx2`)));
}

describe("KTX2 textures", () => {
  // Maximum difference of compressed texels from the encoded image.
  test.each([
    ["uastc", 5],
    ["etc1s", 20],
  ] as const)("as %s are decoded", async (name, tolerance) => {
    const more = { textures: [{ extensions: { KHR_texture_basisu: { source: 0 } } }] };
    const mesh = await load([textured], [ktx2(name)], { ...more, extensionsRequired: ["KHR_texture_basisu"] });
    expect(mesh).toMatchObject({ textures: [{ width: 64, height: 32 }], skipped: {} });
    let worst = 0;
    for (const [i, value] of mesh.textures[0].data.entries()) {
      const [x, y] = [(i >> 2) % 64, i >> 8];
      const wanted = [4 * x, 8 * y, 128, 255 - 100 * ((x >> 3) & 1)][i & 3];
      worst = Math.max(worst, Math.abs(value - wanted));
    }
    expect(worst).toBeLessThanOrEqual(tolerance);
  });

  test("that are damaged are replaced by the fallback", async () => {
    const textures = [{ source: 1, extensions: { KHR_texture_basisu: { source: 0 } } }];
    const images = [ktx2("etc1s").subarray(0, 200), await raw.clone().png().toBuffer()];
    expect(await load([textured], images, { textures })).toMatchObject({ textures: [{ width: 3 }], skipped: {} });
  });

  test("need an option in a browser, and a module of Basis Universal", async () => {
    const more = { textures: [{ extensions: { KHR_texture_basisu: { source: 0 } } }] };
    const createBasisTranscoder = (): Promise<object> => Promise.resolve({});
    expect(await load([textured], [ktx2("etc1s")], more, { createBasisTranscoder })).toMatchObject(undecoded);
  });
});

describe("bad images", () => {
  const png = raw.clone().png().toBuffer();
  test.each([
    ["no Base64", { uri: "data:image/png;base64,a*c=" }, { problem: "malformed", where: "images[0]" }, "Base64"],
    ["nothing", {}, { problem: "malformed", where: "images[0]" }, "neither"],
    ["a view that is not there", { bufferView: 99 }, { problem: "malformed", where: "images[0]" }, "bufferViews[99]"],
  ])("are %s", async (_, image, fault, text) => {
    const error = await assetError(() => load([textured], [image]));
    expect(error).toMatchObject(fault);
    expect(error.message).toContain(text);
  });

  test.each(["wood.png", "https://example.com/a.png"])("in another file, %s, are left out", async (uri) => {
    const asset = await load([textured], [{ uri }]);
    expect(asset).toMatchObject({ textures: [], materials: [{ texture: null }], skipped: { externalTexture: 1 } });
  });

  test("of another format, or truncated, lose only the texture", async () => {
    const gif = new Uint8Array([0x47, 0x49, 0x46, 0x38, 0, 0, 0, 0]);
    expect(await load([textured], [gif])).toMatchObject(undecoded);
    const whole = await png;
    for (const length of [5, 24, 40, whole.length - 20]) {
      expect(await load([textured], [whole.subarray(0, length)])).toMatchObject(undecoded);
    }
  });

  test("that are too large are reduced; those beyond other limits are left out", async () => {
    const huge = new Uint8Array(await png);
    new DataView(huge.buffer).setUint32(16, 2 ** 31 - 1);
    const over = { textures: [], skipped: { textureOverLimit: 1 } };
    expect(await load([textured], [huge])).toMatchObject(over);
    expect(await load([textured], [await png], {}, { limits: { textures: 0 } })).toMatchObject(over);
    const memory = await assetError(async () => load([textured], [await png], {}, { limits: { decodedBytes: 100 } }));
    expect(memory.message).toContain('"decodedBytes"');
    const { textures, skipped } = await load([textured], [await png], {}, { limits: { texturePixels: 5 } });
    expect(textures[0].width * textures[0].height).toBeLessThanOrEqual(5);
    expect(skipped).toStrictEqual({ reducedTexture: 1 });
  });

  test("are KTX2 that is damaged, or are not KTX2", async () => {
    const more = { textures: [{ extensions: { KHR_texture_basisu: { source: 0 } } }] };
    const whole = ktx2("uastc");
    expect(await load([textured], [whole.subarray(0, 300)], more)).toMatchObject(undecoded);
    const word = (at: number, value: number): Uint8Array => {
      const copy = whole.slice();
      new DataView(copy.buffer).setUint32(at, value, true);
      return copy;
    };
    for (const bad of [
      word(12, 37),
      word(28, 2),
      word(36, 6),
      word(40, 40),
      word(44, 3),
      word(96, 1 << 30),
      word(80, 9999),
    ]) {
      expect(await load([textured], [bad], more)).toMatchObject(undecoded);
    }
    const huge = await load([textured], [word(20, 1 << 30)], more);
    expect(huge).toMatchObject({ textures: [], skipped: { textureOverLimit: 1 } });
  });

  test("are only in an extension's format, or missing", async () => {
    const more = { textures: [{ extensions: { MSFT_texture_dds: { source: 0 } } }] };
    expect(await load([textured], [await png], more)).toMatchObject(undecoded);
    expect(await assetError(async () => load([textured], [await png], { textures: [] }))).toMatchObject({
      problem: "malformed",
    });
  });
});
