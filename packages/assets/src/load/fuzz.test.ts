// Fuzzes valid files: any input gives a consistent asset or an AssetError.
import * as fc from "fast-check";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import sharp from "sharp";
import { AssetError } from "../errors/asset-error.ts";
import { gridGlb } from "@usdkit/test-files/grid-glb";
import { glb, GlbData } from "@usdkit/test-files/plain-glb";
import { splatPly } from "@usdkit/test-files/splat-ply";
import { splatSpz } from "@usdkit/test-files/splat-spz";
import { trainedCloud } from "@usdkit/test-files/trained-cloud";
import type { Asset } from "../model/asset.ts";
import { loadAsset } from "./load-asset.ts";

const runs = Number(process.env["FUZZ_RUNS"] ?? 40);
/** Small enough to detect excesses, large enough for every valid file. */
const limits = { decodedBytes: 1 << 24 };

const seeds: Readonly<Record<string, () => Promise<Uint8Array> | Uint8Array>> = {
  "PLY, binary": () => splatPly(trainedCloud(9, 1), { elements: true }),
  "PLY, text": () => splatPly(trainedCloud(9, 0), { format: "ascii", listBefore: "y" }),
  "PLY, points": () =>
    new TextEncoder().encode(
      "ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\nproperty float z\nproperty uchar red\nproperty uchar green\nproperty uchar blue\nend_header\n1 2 3 4 5 6\n1.5e3 -2 nan 0 0 255\n",
    ),
  "SPZ 2": () => splatSpz(trainedCloud(9, 1), 2),
  "SPZ 3": () => splatSpz(trainedCloud(9, 0), 3),
  "SPZ 3, inside of the gzip": async () => gunzipSync(await splatSpz(trainedCloud(9, 2), 3)),
  "SPZ 4": () => splatSpz(trainedCloud(9, 1), 4),
  "PLY, compressed": () => packed("cloud.compressed.ply"),
  SOG: () => packed("cloud.sog"),
  ".splat": () => packed("cloud.splat").slice(0, 320),
  GLB: () => gridGlb(3, "plain"),
  "GLB, everything": richGlb,
  "GLB, meshopt": () => gridGlb(4, "meshopt"),
  "GLB, filtered": () => gridGlb(4, "meshopt-filter"),
  "GLB, Draco": () => gridGlb(3, "draco"),
  "GLB, Draco in sequence": () => gridGlb(3, "draco-sequential"),
};

function packed(name: string): Uint8Array {
  return new Uint8Array(readFileSync(join(import.meta.dirname, "../../test/splats", name)));
}

/** Textures, skins, morph targets, instances, sparse and interleaved accessors. */
async function richGlb(): Promise<Uint8Array> {
  const data = new GlbData();
  const png = await sharp({ create: { width: 4, height: 4, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  const sparse = {
    count: 1,
    indices: { bufferView: data.view(new Uint8Array([1])), componentType: 5121 },
    values: { bufferView: data.view(new Uint8Array(new Float32Array([0, 4, 0]).buffer)) },
  };
  const attributes = {
    POSITION: data.accessor(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 1]), "VEC3", { sparse }),
    NORMAL: data.accessor(new Float32Array(12), "VEC3"),
    COLOR_0: data.accessor(new Uint8Array(16).fill(99), "VEC4", { normalized: true }),
    TEXCOORD_0: data.accessor(new Float32Array(8), "VEC2"),
    JOINTS_0: data.accessor(new Uint8Array(16), "VEC4"),
    WEIGHTS_0: data.accessor(new Float32Array(16).fill(0.25), "VEC4"),
  };
  const TRANSLATION = data.accessor(new Float32Array([1, 2, 3, 4, 5, 6]), "VEC3");
  return data.glb({
    extensionsUsed: ["EXT_mesh_gpu_instancing", "KHR_texture_transform"],
    meshes: [
      {
        primitives: [
          {
            attributes,
            indices: data.accessor(new Uint16Array([0, 1, 2, 3]), "SCALAR"),
            mode: 5,
            material: 0,
            targets: [{ POSITION: attributes.POSITION }],
          },
        ],
        weights: [0.5],
      },
    ],
    materials: [
      {
        pbrMetallicRoughness: {
          baseColorTexture: { index: 0, extensions: { KHR_texture_transform: { rotation: 1 } } },
        },
        alphaMode: "MASK",
      },
    ],
    textures: [{ source: 0, sampler: 0 }],
    samplers: [{ magFilter: 9729 }],
    images: [{ bufferView: data.view(png), mimeType: "image/png" }],
    skins: [
      { joints: [1, 2], inverseBindMatrices: data.accessor(new Float32Array([...identity, ...identity]), "MAT4") },
    ],
    nodes: [
      { children: [1, 3], matrix: identity },
      { mesh: 0, skin: 0, children: [2] },
      { rotation: [0, 0, 1, 0] },
      { mesh: 0, extensions: { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION } } } },
    ],
    scene: 0,
    scenes: [{ nodes: [0] }],
  });
}

/** Changes some bytes. */
type Damage = (bytes: Uint8Array) => Uint8Array;

const place = fc.nat({ max: 1 << 30 });
const damage: fc.Arbitrary<Damage> = fc.oneof(
  fc.tuple(place, fc.nat({ max: 255 })).map(
    ([at, value]): Damage =>
      (bytes) =>
        bytes.with(at % bytes.length, value),
  ),
  fc
    .tuple(place, fc.constantFrom(0, 1, 255, 65_536, 2 ** 31 - 1, 2 ** 32 - 1))
    .map(([at, value]): Damage => (bytes) => {
      const copy = bytes.slice();
      if (copy.length >= 4) new DataView(copy.buffer).setUint32(at % (copy.length - 3), value, true);
      return copy;
    }),
  place.map(
    (at): Damage =>
      (bytes) =>
        bytes.slice(0, at % bytes.length),
  ),
  fc.tuple(place, place, fc.nat({ max: 40 })).map(
    ([from, to, length]): Damage =>
      (bytes) =>
        bytes.slice().copyWithin(to % bytes.length, from % bytes.length, (from % bytes.length) + length),
  ),
);

/** Replaces or deletes one of the JSON's numbers. */
const jsonDamage: fc.Arbitrary<Damage> = fc
  .tuple(
    place,
    fc.constantFrom(
      "0",
      "-1",
      "1",
      "2",
      "3",
      "7",
      "5121",
      "5126",
      "1e9",
      "4294967295",
      "9007199254740991",
      "1e400",
      "null",
      "[]",
      "{}",
      '"x"',
      "0.5",
    ),
  )
  .map(([at, value]): Damage => (bytes) => {
    if (bytes.length < 28 || bytes[0] !== 0x67) return bytes;
    const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(12, true);
    const text = new TextDecoder().decode(bytes.subarray(20, 20 + length));
    const numbers = Array.from(text.matchAll(/-?\d+(?:\.\d+)?(?:e[-+]?\d+)?/g));
    const match = numbers[at % Math.max(1, numbers.length)];
    if (match === undefined) return bytes;
    return glb(
      text.slice(0, match.index) + value + text.slice(match.index + match[0].length),
      bytes.subarray(28 + length),
    );
  });

describe.each(Object.keys(seeds))("a damaged %s", (name) => {
  test("is an asset or an AssetError", async () => {
    const good = await seeds[name]();
    const pack = name.endsWith("inside of the gzip") ? (bytes: Uint8Array): Uint8Array => gzipSync(bytes) : null;
    expectSound(await loadAsset(pack?.(good) ?? good, { limits }));
    const isGlb = name.startsWith("GLB");
    const damages = fc.array(isGlb ? fc.oneof(damage, jsonDamage, jsonDamage) : damage, { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(damages, async (list) => {
        const bytes = list.reduce((bytes, change) => (bytes.length === 0 ? bytes : change(bytes)), good);
        const result = await loadAsset(pack?.(bytes) ?? bytes, { limits }).catch((error: unknown) => error);
        if (result instanceof AssetError) expect(result.message).not.toBe("");
        else if (result instanceof Error) throw result;
        else expectSound(result as Asset);
      }),
      { numRuns: runs },
    );
  });
});

/** Checks the invariants of every asset. */
function expectSound(asset: Asset): void {
  const allFinite = (numbers: ArrayLike<number> | null): boolean =>
    numbers === null || Array.prototype.every.call(numbers, Number.isFinite);
  let bytes = 0;
  if (asset.type === "mesh") {
    for (const { positions, normals, colors, texCoords, indices, material } of asset.parts) {
      for (const list of [positions, normals, colors, texCoords]) expect(allFinite(list)).toBe(true);
      const count = positions.length / 3;
      expect(indices.length % 3).toBe(0);
      expect(indices.every((index) => index < count)).toBe(true);
      expect(normals?.length ?? 3 * count).toBe(3 * count);
      expect(colors?.length ?? 4 * count).toBe(4 * count);
      expect(texCoords?.length ?? 2 * count).toBe(2 * count);
      for (let i = 0; normals !== null && i < normals.length; i += 3) {
        expect(Math.abs(Math.hypot(normals[i], normals[i + 1], normals[i + 2]) - 1)).toBeLessThan(1e-3);
      }
      expect(asset.materials[material]).toBeDefined();
      bytes += positions.byteLength + (normals?.byteLength ?? 0) + indices.byteLength;
    }
    for (const { texture, baseColor, texCoordTransform } of asset.materials) {
      expect(texture === null || asset.textures[texture] !== undefined).toBe(true);
      expect(allFinite(baseColor) && allFinite(texCoordTransform)).toBe(true);
    }
    for (const { width, height, data } of asset.textures) {
      expect(data).toHaveLength(4 * width * height);
      bytes += data.byteLength;
    }
  } else if (asset.type === "points") {
    expect(asset.positions).toHaveLength(3 * asset.count);
    expect(asset.colors).toHaveLength(3 * asset.count);
    expect(allFinite(asset.positions)).toBe(true);
    bytes = asset.positions.byteLength + asset.colors.byteLength;
  } else if (asset.type === "group") {
    for (const member of asset.members) expectSound(member.asset);
  } else {
    const { count, positions, orientations, scales, opacities, harmonics, degree } = asset;
    for (const list of [positions, orientations, scales, opacities, harmonics]) expect(allFinite(list)).toBe(true);
    expect([positions.length, scales.length, opacities.length]).toStrictEqual([3 * count, 3 * count, count]);
    expect(harmonics).toHaveLength(3 * (degree + 1) ** 2 * count);
    expect(scales.every((scale) => scale >= 0) && opacities.every((opacity) => opacity >= 0 && opacity <= 1)).toBe(
      true,
    );
    for (let i = 0; i < orientations.length; i += 4) {
      expect(Math.hypot(...orientations.subarray(i, i + 4))).toBeCloseTo(1, 5);
    }
    bytes = positions.byteLength + orientations.byteLength + scales.byteLength + harmonics.byteLength;
  }
  expect(bytes).toBeLessThanOrEqual(limits.decodedBytes);
}
