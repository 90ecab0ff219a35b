import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { gridGlb, gridHeight, type GridPacking } from "../../test-support/grid-glb.ts";
import { GlbData } from "../../test-support/plain-glb.ts";
import type { MeshAsset, MeshPart } from "../asset.ts";
import { loadAsset } from "../load-asset.ts";

async function load(bytes: Uint8Array): Promise<MeshAsset> {
  const asset = await loadAsset(bytes);
  if (asset.type !== "mesh") throw new Error(asset.type);
  return asset;
}

/** A triangle in the plane z = 0, its front towards +z. */
const corners = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]);
const nodes = [{ mesh: 0 }];

/** One pixel. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

/** Three corners of the triangle, rounded. */
function cornersOf({ positions, indices }: MeshPart, triangle = 0): number[][] {
  return Array.from(indices.subarray(3 * triangle, 3 * triangle + 3), (i) =>
    Array.from(positions.subarray(3 * i, 3 * i + 3), (value) => Math.round(value * 1e5) / 1e5 + 0),
  );
}

/** The part once for each place that it is drawn at. */
function placed(part: MeshPart): MeshPart[] {
  const { positions, instances = [[1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]] } = part;
  return instances.map((m) => {
    const moved = positions.map((_, i) => {
      const [x, y, z] = positions.subarray(i - (i % 3), i - (i % 3) + 3);
      return x * m[i % 3] + y * m[3 + (i % 3)] + z * m[6 + (i % 3)] + m[9 + (i % 3)];
    });
    return { ...part, positions: moved };
  });
}

test("KHR_meshopt_compression is read as the extension that it succeeds", async () => {
  const bytes = await gridGlb(4, "meshopt");
  const renamed = Buffer.from(Buffer.from(bytes).toString("latin1").replaceAll("EXT_meshopt", "KHR_meshopt"), "latin1");
  expect(renamed.includes("KHR_meshopt_compression")).toBe(true);
  expect(await loadAsset(new Uint8Array(renamed))).toStrictEqual(await loadAsset(bytes));
});

describe("packed meshes", () => {
  const packings: GridPacking[] = ["plain", "quantized", "draco", "draco-sequential", "meshopt", "meshopt-filter"];
  test.each(packings)("%s: have the triangles of the plain one, on the same hills", async (packing) => {
    const { parts, materials, skipped } = await load(await gridGlb(12, packing));
    expect(skipped).toStrictEqual({});
    expect(materials).toMatchObject([{ name: "grid" }]);
    const [{ positions, normals, indices }] = parts;
    expect(indices).toHaveLength(6 * 144);
    let area = 0;
    for (let t = 0; t < indices.length; t += 3) {
      const [a, b, c] = indices.subarray(t, t + 3);
      const [ux, uz] = [positions[3 * b] - positions[3 * a], positions[3 * b + 2] - positions[3 * a + 2]];
      const [vx, vz] = [positions[3 * c] - positions[3 * a], positions[3 * c + 2] - positions[3 * a + 2]];
      // Fronts look upwards, and together the triangles cover the square.
      expect(uz * vx - ux * vz).toBeGreaterThan(0);
      area += (uz * vx - ux * vz) / 2;
    }
    expect(area).toBeCloseTo(1, 4);
    for (let i = 0; i < positions.length; i += 3) {
      expect(Math.abs(positions[i + 1] - gridHeight(positions[i], positions[i + 2]))).toBeLessThan(2e-4);
      expect(normals?.[i + 1]).toBeCloseTo(1, 2);
    }
  });
});

describe("places", () => {
  test("are those of the nodes, one after the other", async () => {
    const data = new GlbData();
    const bytes = data.glb({
      meshes: [{ primitives: [{ attributes: { POSITION: data.accessor(corners, "VEC3") } }] }],
      nodes: [
        { children: [1, 2], translation: [10, 0, 0] },
        { mesh: 0, rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2], scale: [2, 3, 1] },
        { mesh: 0, children: [3], matrix: [1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 0, 0, 5, 1] },
        { mesh: 0, translation: [0, 0, -5] },
        { mesh: 0, translation: [99, 0, 0] },
      ],
      scene: 1,
      scenes: [{ nodes: [4] }, { nodes: [0] }],
    });
    const { parts } = await load(bytes);
    expect(parts).toHaveLength(1);
    expect(parts.flatMap(placed).map((part) => cornersOf(part))).toStrictEqual([
      [
        [10, 0, 0],
        [10, 2, 0],
        [7, 0, 0],
      ],
      // Shears too, which no scale, turn and move make.
      [
        [10, 0, 5],
        [11, 0, 5],
        [10.5, 1, 5],
      ],
      [
        [10, 0, 0],
        [11, 0, 0],
        [10.5, 1, 0],
      ],
    ]);
  });

  test("without a scene are those of all nodes; a rotation of no length turns nothing", async () => {
    const data = new GlbData();
    const meshes = [{ primitives: [{ attributes: { POSITION: data.accessor(corners, "VEC3") } }] }];
    const bytes = data.glb({ meshes, nodes: [{ mesh: 0, rotation: [0, 0, 0, 0] }, { children: [2] }, { mesh: 0 }] });
    expect((await load(bytes)).parts.flatMap(placed)).toHaveLength(2);
  });

  test("that mirror turn triangles over and keep the side of normals", async () => {
    const data = new GlbData();
    const POSITION = data.accessor(corners, "VEC3");
    const NORMAL = data.accessor(new Float32Array([0, 0, 1, 0, 0, 1, 0, 3, 3]), "VEC3");
    const meshes = [{ primitives: [{ attributes: { POSITION, NORMAL } }] }];
    const { parts } = await load(data.glb({ meshes, nodes: [{ mesh: 0, scale: [-1, 2, 1] }] }));
    expect(cornersOf(parts[0])).toStrictEqual([
      [0, 0, 0],
      [0, 2, 0],
      [-1, 0, 0],
    ]);
    const normals = Array.from(parts[0].normals ?? [], (value) => Math.round(value * 1e4) / 1e4 + 0);
    // Of the third (0, 1, 1): across y it is stretched by a half.
    expect(normals).toStrictEqual([0, 0, 1, 0, 0, 1, 0, 0.4472, 0.8944]);
  });

  test("of instances are within the node's", async () => {
    const data = new GlbData();
    const POSITION = data.accessor(corners, "VEC3");
    const attributes = {
      TRANSLATION: data.accessor(new Float32Array([0, 0, 0, 5, 0, 0]), "VEC3"),
      ROTATION: data.accessor(new Int8Array([0, 0, 0, 127, 0, 0, 127, 0]), "VEC4", { normalized: true }),
      SCALE: data.accessor(new Float32Array([1, 1, 1, 2, 2, 2]), "VEC3"),
    };
    const bytes = data.glb({
      extensionsUsed: ["EXT_mesh_gpu_instancing"],
      extensionsRequired: ["EXT_mesh_gpu_instancing"],
      meshes: [{ primitives: [{ attributes: { POSITION } }] }],
      nodes: [{ mesh: 0, translation: [0, 7, 0], extensions: { EXT_mesh_gpu_instancing: { attributes } } }],
    });
    const { parts } = await load(bytes);
    expect(parts.flatMap(placed).map((part) => cornersOf(part))).toStrictEqual([
      [
        [0, 7, 0],
        [1, 7, 0],
        [0, 8, 0],
      ],
      [
        [5, 7, 0],
        [3, 7, 0],
        [5, 5, 0],
      ],
    ]);
  });
});

describe("primitives", () => {
  test.each([
    [
      "triangles",
      4,
      [0, 1, 2, 2, 1, 3],
      [
        [0, 1, 2],
        [2, 1, 3],
      ],
      {},
    ],
    [
      "a strip",
      5,
      [0, 1, 2, 3],
      [
        [0, 1, 2],
        [1, 3, 2],
      ],
      {},
    ],
    [
      "a fan",
      6,
      [0, 1, 3, 2],
      [
        [1, 3, 0],
        [3, 2, 0],
      ],
      {},
    ],
    ["triangles and one index more", 4, [0, 1, 2, 0], [[0, 1, 2]], { incompleteTriangle: 1 }],
    ["triangles beyond the vertices", 4, [0, 1, 4, 0, 1, 3, 0, 255, 1], [[0, 1, 3]], { indexOutOfRange: 2 }],
    ["triangles of no area", 4, [0, 0, 1, 0, 1, 3], [[0, 1, 3]], { degenerateTriangle: 1 }],
  ])("may be %s", async (_, mode, indices, triangles, skipped) => {
    const data = new GlbData();
    const POSITION = data.accessor(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0]), "VEC3");
    const primitive = { attributes: { POSITION }, mode, indices: data.accessor(new Uint8Array(indices), "SCALAR") };
    const asset = await load(data.glb({ meshes: [{ primitives: [primitive] }], nodes }));
    const corners = [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [1, 1, 0],
    ];
    const drawn = triangles.map((_, triangle) => cornersOf(asset.parts[0], triangle));
    expect(drawn).toStrictEqual(triangles.map((triangle) => triangle.map((i) => corners[i])));
    expect(asset.parts[0].indices).toHaveLength(triangles.flat().length);
    expect(asset.skipped).toStrictEqual(skipped);
  });

  test("may have no indices", async () => {
    const data = new GlbData();
    const POSITION = data.accessor(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0]), "VEC3");
    const strip = await load(data.glb({ meshes: [{ primitives: [{ attributes: { POSITION }, mode: 5 }] }], nodes }));
    expect(Array.from(strip.parts[0].indices)).toStrictEqual([0, 1, 2, 1, 3, 2]);
    const list = await load(data.glb({ meshes: [{ primitives: [{ attributes: { POSITION } }] }], nodes }));
    expect(Array.from(list.parts[0].indices)).toStrictEqual([0, 1, 2]);
  });

  test("of points and lines, and without positions, are counted", async () => {
    const data = new GlbData();
    const attributes = { POSITION: data.accessor(corners, "VEC3") };
    const flat = data.accessor(new Float32Array(6), "VEC2");
    const primitives = [
      { attributes, mode: 0 },
      { attributes, mode: 1 },
      { attributes, mode: 3 },
      { attributes: { NORMAL: attributes.POSITION } },
      { attributes: { POSITION: flat } },
    ];
    const asset = await load(data.glb({ meshes: [{ primitives }], nodes }));
    expect(asset.parts).toStrictEqual([]);
    expect(asset.skipped).toStrictEqual({ linePrimitive: 2, pointPrimitive: 1, primitiveWithoutPositions: 2 });
  });

  test("lose triangles with a corner that is nowhere, and the corner is put where another is", async () => {
    const data = new GlbData();
    const POSITION = data.accessor(new Float32Array([NaN, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, Infinity, 0]), "VEC3");
    const indices = data.accessor(new Uint16Array([0, 1, 2, 1, 2, 3, 3, 2, 4]), "SCALAR");
    const asset = await load(data.glb({ meshes: [{ primitives: [{ attributes: { POSITION }, indices }] }], nodes }));
    expect(asset.skipped).toStrictEqual({ nonFinite: 2 });
    expect(Array.from(asset.parts[0].indices)).toStrictEqual([1, 2, 3]);
    expect(Array.from(asset.parts[0].positions)).toStrictEqual([1, 2, 3, 1, 2, 3, 4, 5, 6, 7, 8, 0, 1, 2, 3]);
  });

  test("that share a long list of vertices have those that they name, with all that belongs to them", async () => {
    const count = 1000;
    const data = new GlbData();
    // Bent, so that every triangle has an area.
    const value = (vertex: number, c: number): number => (c === 1 ? (vertex * vertex) % 101 : vertex + c);
    const numbers = (width: number, factor: number): Float32Array =>
      Float32Array.from({ length: width * count }, (_, i) => factor * value(Math.floor(i / width), i % width));
    const joints = new Uint8Array(4 * count).fill(1);
    const attributes = {
      POSITION: data.accessor(numbers(3, 1), "VEC3"),
      NORMAL: data.accessor(numbers(3, -1), "VEC3"),
      COLOR_0: data.accessor(numbers(3, 0.001), "VEC3"),
      TEXCOORD_0: data.accessor(numbers(2, 0.5), "VEC2"),
      JOINTS_0: data.accessor(joints, "VEC4"),
      WEIGHTS_0: data.accessor(new Float32Array(4 * count).fill(0.25), "VEC4"),
    };
    const targets = [{ POSITION: data.accessor(numbers(3, 2), "VEC3") }];
    const few = [999, 5, 7, 7, 5, 6];
    const many = Array.from({ length: 99 }, (_, i) => (i * 37) % count);
    const all = Array.from({ length: 1002 }, (_, i) => i % count);
    const lists = [few, many, all];
    const primitives = lists.map((list) => ({
      attributes,
      targets,
      indices: data.accessor(Uint16Array.from(list), "SCALAR"),
      material: 0,
    }));
    const bytes = data.glb({
      meshes: [{ primitives, weights: [0.5] }],
      materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
      textures: [{ source: 0 }],
      images: [{ uri: `data:image/png;base64,${PNG}` }],
      skins: [{ joints: [1, 2] }],
      nodes: [{ mesh: 0, skin: 0 }, {}, { translation: [0, 10, 0] }],
    });
    const { parts } = await load(bytes);
    expect(parts.map(({ positions }) => positions.length / 3)).toStrictEqual([4, 99, 1000]);
    for (const [p, { positions, normals, colors, texCoords, indices }] of parts.entries()) {
      const list = lists[p];
      expect(indices).toHaveLength(list.length);
      for (const [corner, i] of Array.from(indices).entries()) {
        const vertex = list[corner];
        const [x, y, z] = [0, 1, 2].map((c) => value(vertex, c));
        const place = Array.from(positions.subarray(3 * i, 3 * i + 3));
        expect(place).toStrictEqual([2 * x, 2 * y + 10, 2 * z]);
        expect(colors?.[4 * i + 1]).toBeCloseTo(0.001 * y, 6);
        expect(texCoords?.subarray(2 * i, 2 * i + 2)).toStrictEqual(new Float32Array([0.5 * x, 0.5 * y]));
        const length = Math.hypot(x, y, z);
        expect(normals?.[3 * i + 2]).toBeCloseTo(-z / length, 5);
      }
    }
    const limits = { vertices: 6 + 99 + 1000 };
    await expect(loadAsset(bytes, { limits })).resolves.toMatchObject({ type: "mesh" });
  });

  test("with nothing left are no part", async () => {
    const data = new GlbData();
    const POSITION = data.accessor(new Float32Array(9), "VEC3");
    const asset = await load(data.glb({ meshes: [{ primitives: [{ attributes: { POSITION } }] }], nodes }));
    expect(asset).toMatchObject({ parts: [], skipped: { degenerateTriangle: 1 } });
  });

  test("have unit normals, taken from the triangles if they have no direction", async () => {
    const data = new GlbData();
    const POSITION = data.accessor(corners, "VEC3");
    const NORMAL = data.accessor(new Float32Array([0, 5, 0, 0, 0, 0, NaN, 0, 1]), "VEC3");
    const { parts } = await load(data.glb({ meshes: [{ primitives: [{ attributes: { POSITION, NORMAL } }] }], nodes }));
    expect(Array.from(parts[0].normals ?? [])).toStrictEqual([0, 1, 0, 0, 0, 1, 0, 0, 1]);
  });

  test.each([
    [
      "bytes of RGBA",
      new Uint8Array([255, 0, 51, 255, 0, 0, 0, 0, 1, 2, 3, 4]),
      "VEC4",
      true,
      [1, 0, 0.2, 1, 0, 0, 0, 0],
    ],
    ["floats of RGB", new Float32Array([0.5, 2, NaN, 1, 1, 1, 0, 0, 0]), "VEC3", false, [0.5, 2, 0, 1, 1, 1, 1, 1]],
    ["shorts of RGB", new Uint16Array([65535, 0, 13107, 0, 0, 0, 0, 0, 0]), "VEC3", true, [1, 0, 0.2, 1, 0, 0, 0, 1]],
  ] as const)("have colors as %s", async (_, array, type, normalized, expected) => {
    const data = new GlbData();
    const POSITION = data.accessor(corners, "VEC3");
    const COLOR_0 = data.accessor(array, type, { normalized });
    const { parts } = await load(
      data.glb({ meshes: [{ primitives: [{ attributes: { POSITION, COLOR_0 } }] }], nodes }),
    );
    expect(Array.from(parts[0].colors?.subarray(0, 8) ?? [])).toStrictEqual(
      expected.map((value) => Math.fround(value)),
    );
    expect(parts[0].colors).toHaveLength(12);
  });

  test("have positions of integers, as KHR_mesh_quantization allows", async () => {
    const data = new GlbData();
    const POSITION = data.accessor(new Int16Array([0, 0, 0, 32767, 0, 0, 0, -32768, 0]), "VEC3", { normalized: true });
    const plain = data.accessor(new Int8Array([0, 0, 0, 5, 0, 0, 0, -7, 0]), "VEC3");
    const primitives = [{ attributes: { POSITION } }, { attributes: { POSITION: plain } }];
    const extensionsRequired = ["KHR_mesh_quantization"];
    const { parts } = await load(data.glb({ extensionsRequired, meshes: [{ primitives }], nodes }));
    expect(parts.map((part) => cornersOf(part))).toStrictEqual([
      [
        [0, 0, 0],
        [1, 0, 0],
        [0, -1, 0],
      ],
      [
        [0, 0, 0],
        [5, 0, 0],
        [0, -7, 0],
      ],
    ]);
  });

  test("have views that interleave", async () => {
    const data = new GlbData();
    const rows = new Float32Array([0, 0, 0, 9, 1, 0, 0, 9, 0, 1, 0, 9]);
    const bufferView = data.view(new Uint8Array(rows.buffer), { byteStride: 16 });
    data.accessors.push({ bufferView, componentType: 5126, count: 3, type: "VEC3" });
    const { parts } = await load(data.glb({ meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }], nodes }));
    expect(cornersOf(parts[0])).toStrictEqual([
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
    ]);
  });

  test("have sparse accessors, on others or on zeros", async () => {
    const data = new GlbData();
    const sparse = {
      count: 1,
      indices: { bufferView: data.view(new Uint8Array([2])), componentType: 5121 },
      values: { bufferView: data.view(new Uint8Array(new Float32Array([0, 4, 0]).buffer)) },
    };
    const onOther = data.accessor(corners, "VEC3", { sparse });
    data.accessors.push({ componentType: 5126, count: 3, type: "VEC3", sparse });
    const primitives = [{ attributes: { POSITION: onOther } }, { attributes: { POSITION: onOther + 1 } }];
    const asset = await load(data.glb({ meshes: [{ primitives }], nodes }));
    expect(cornersOf(asset.parts[0])).toStrictEqual([
      [0, 0, 0],
      [1, 0, 0],
      [0, 4, 0],
    ]);
    expect(asset.skipped).toStrictEqual({ degenerateTriangle: 1 });
  });
});

describe("at rest", () => {
  test("morph targets have the weights of the node, or of the mesh", async () => {
    const data = new GlbData();
    const POSITION = data.accessor(corners, "VEC3");
    const up = { POSITION: data.accessor(new Float32Array([0, 0, 1, 0, 0, 1, 0, 0, 1]), "VEC3") };
    const side = { POSITION: data.accessor(new Float32Array([4, 0, 0, 4, 0, 0, 4, 0, 0]), "VEC3") };
    const meshes = [{ primitives: [{ attributes: { POSITION }, targets: [up, side] }], weights: [0.5, 0] }];
    const { parts } = await load(data.glb({ meshes, nodes: [{ mesh: 0 }, { mesh: 0, weights: [0, 0.25] }] }));
    expect(parts.map((part) => cornersOf(part)[0])).toStrictEqual([
      [0, 0, 0.5],
      [1, 0, 0],
    ]);
  });

  test("skins are where their joints are, whatever place their node has", async () => {
    const data = new GlbData();
    const POSITION = data.accessor(corners, "VEC3");
    const NORMAL = data.accessor(new Float32Array([0, 0, 1, 0, 0, 1, 0, 0, 1]), "VEC3");
    const JOINTS_0 = data.accessor(new Uint8Array([0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 9, 0]), "VEC4");
    const WEIGHTS_0 = data.accessor(new Float32Array([1, 0, 0, 0, 1, 0, 0, 0, 0.25, 0.25, 0.5, 0]), "VEC4");
    const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
    const back = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -1, 0, 0, 1];
    const inverseBindMatrices = data.accessor(new Float32Array([...identity, ...back]), "MAT4");
    const asset = await load(
      data.glb({
        meshes: [{ primitives: [{ attributes: { POSITION, NORMAL, JOINTS_0, WEIGHTS_0 } }] }],
        skins: [{ joints: [1, 2], inverseBindMatrices }],
        nodes: [
          { mesh: 0, skin: 0, translation: [50, 50, 50] },
          { children: [2] },
          { translation: [1, 0, 0], rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2] },
        ],
      }),
    );
    // The second joint turns about y at x = 1; the third vertex is half with it, and an unknown joint does not count.
    expect(cornersOf(asset.parts[0])).toStrictEqual([
      [0, 0, 0],
      [1, 0, 0],
      [0.5, 1, 0.5],
    ]);
    const normals = Array.from(asset.parts[0].normals ?? [], (value) => Math.round(value * 1e4) / 1e4 + 0);
    expect(normals.slice(0, 6)).toStrictEqual([0, 0, 1, 1, 0, 0]);
    expect(asset.skipped).toStrictEqual({ jointOutOfRange: 1 });
  });

  test("a hand of a real library is whole", async () => {
    const path = "@webxr-input-profiles/assets/dist/profiles/generic-fixed-hand/right.glb";
    const { parts, materials, skipped } = await load(readFileSync(createRequire(import.meta.url).resolve(path)));
    expect(skipped).toStrictEqual({});
    expect(materials).toMatchObject([{ name: "lambert2.001", baseColor: [0.5, 0.5, 0.5, 1], texture: null }]);
    const [{ positions, normals, indices }] = parts;
    expect([positions.length / 3, indices.length / 3]).toStrictEqual([1360, 2314]);
    // A hand of some 20 cm, its normals outwards: the volume that the triangles close is positive.
    const size = [0, 1, 2].map((c) => {
      const values = Array.from({ length: positions.length / 3 }, (_, i) => positions[3 * i + c]);
      return Math.max(...values) - Math.min(...values);
    });
    expect(Math.max(...size)).toBeGreaterThan(0.1);
    expect(Math.max(...size)).toBeLessThan(0.3);
    let volume = 0;
    for (let t = 0; t < indices.length; t += 3) {
      const [a, b, c] = Array.from(indices.subarray(t, t + 3), (i) => positions.subarray(3 * i, 3 * i + 3));
      volume +=
        a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
    }
    expect(volume / 6).toBeGreaterThan(1e-5);
    for (let i = 0; i < positions.length; i += 3) {
      expect(Math.hypot(...(normals?.subarray(i, i + 3) ?? []))).toBeCloseTo(1, 5);
    }
  });
});
