import { describe, expect, test } from "vitest";
import { cornersOf, loadMesh, nodes, triangle } from "../test-support/loaded-mesh.ts";
import { GlbData } from "@usdkit/test-files/plain-glb";
import { loadAsset } from "../load/load-asset.ts";
import type { PointAsset } from "../model/asset.ts";

/** One pixel. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

describe("primitives", () => {
  test.each([
    [
      "triangles",
      { mode: 4, indices: [0, 1, 2, 2, 1, 3] },
      [
        [0, 1, 2],
        [2, 1, 3],
      ],
      {},
    ],
    [
      "a strip",
      { mode: 5, indices: [0, 1, 2, 3] },
      [
        [0, 1, 2],
        [1, 3, 2],
      ],
      {},
    ],
    [
      "a fan",
      { mode: 6, indices: [0, 1, 3, 2] },
      [
        [1, 3, 0],
        [3, 2, 0],
      ],
      {},
    ],
    ["triangles and one index more", { mode: 4, indices: [0, 1, 2, 0] }, [[0, 1, 2]], { incompleteTriangle: 1 }],
    [
      "triangles beyond the vertices",
      { mode: 4, indices: [0, 1, 4, 0, 1, 3, 0, 255, 1] },
      [[0, 1, 3]],
      { indexOutOfRange: 2 },
    ],
    ["triangles of no area", { mode: 4, indices: [0, 0, 1, 0, 1, 3] }, [[0, 1, 3]], { degenerateTriangle: 1 }],
  ])("may be %s", async (_, { mode, indices }, triangles, skipped) => {
    const data = new GlbData();
    const POSITION = data.accessor(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0]), "VEC3");
    const primitive = { attributes: { POSITION }, mode, indices: data.accessor(new Uint8Array(indices), "SCALAR") };
    const asset = await loadMesh(data.glb({ meshes: [{ primitives: [primitive] }], nodes }));
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
    const strip = await loadMesh(
      data.glb({ meshes: [{ primitives: [{ attributes: { POSITION }, mode: 5 }] }], nodes }),
    );
    expect(Array.from(strip.parts[0].indices)).toStrictEqual([0, 1, 2, 1, 3, 2]);
    const list = await loadMesh(data.glb({ meshes: [{ primitives: [{ attributes: { POSITION } }] }], nodes }));
    expect(Array.from(list.parts[0].indices)).toStrictEqual([0, 1, 2]);
  });

  test("of points and lines are points and lines; those without positions are counted as skipped", async () => {
    const data = new GlbData();
    const attributes = { POSITION: data.accessor(triangle, "VEC3") };
    const flat = data.accessor(new Float32Array(6), "VEC2");
    const primitives = [
      { attributes, mode: 0 },
      { attributes, mode: 1 },
      { attributes, mode: 2, material: 0 },
      { attributes, mode: 3 },
      { attributes: { NORMAL: attributes.POSITION } },
      { attributes: { POSITION: flat } },
    ];
    const materials = [{ pbrMetallicRoughness: { baseColorFactor: [1, 0, 0, 1] } }];
    const asset = await loadAsset(data.glb({ meshes: [{ primitives }], materials, nodes }));
    if (asset.type !== "group") throw new Error(asset.type);
    const [points, lines, loop, strip] = asset.members.map((member) => member.asset as PointAsset);
    expect([points.count, lines.count, loop.count, strip.count]).toStrictEqual([3, 1, 3, 2]);
    expect(points).toMatchObject({ positions: triangle, colors: new Uint8Array(9).fill(255) });
    expect(points.ends).toBeUndefined();
    expect(lines.ends?.positions).toStrictEqual(triangle.slice(3, 6));
    expect(loop.ends?.positions.slice(6)).toStrictEqual(triangle.slice(0, 3));
    expect(Array.from(loop.colors.slice(0, 3))).toStrictEqual([255, 0, 0]);
    expect(asset.skipped).toStrictEqual({ primitiveWithoutPositions: 2 });
  });

  test("lose triangles with a non-finite corner, and the corner is moved to another", async () => {
    const data = new GlbData();
    const POSITION = data.accessor(new Float32Array([NaN, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, Infinity, 0]), "VEC3");
    const indices = data.accessor(new Uint16Array([0, 1, 2, 1, 2, 3, 3, 2, 4]), "SCALAR");
    const asset = await loadMesh(
      data.glb({ meshes: [{ primitives: [{ attributes: { POSITION }, indices }] }], nodes }),
    );
    expect(asset.skipped).toStrictEqual({ nonFinite: 2 });
    expect(Array.from(asset.parts[0].indices)).toStrictEqual([1, 2, 3]);
    expect(Array.from(asset.parts[0].positions)).toStrictEqual([1, 2, 3, 1, 2, 3, 4, 5, 6, 7, 8, 0, 1, 2, 3]);
  });

  test("that share a vertex list contain only the vertices they use, with all attributes", async () => {
    const count = 1000;
    const data = new GlbData();
    // Curved, so that every triangle has an area.
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
    const { parts } = await loadMesh(bytes);
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

  test("without triangles make no part", async () => {
    const data = new GlbData();
    const POSITION = data.accessor(new Float32Array(9), "VEC3");
    const asset = await loadMesh(data.glb({ meshes: [{ primitives: [{ attributes: { POSITION } }] }], nodes }));
    expect(asset).toMatchObject({ parts: [], skipped: { degenerateTriangle: 1 } });
  });

  test("have unit normals, computed from the triangles if invalid", async () => {
    const data = new GlbData();
    const POSITION = data.accessor(triangle, "VEC3");
    const NORMAL = data.accessor(new Float32Array([0, 5, 0, 0, 0, 0, NaN, 0, 1]), "VEC3");
    const { parts } = await loadMesh(
      data.glb({ meshes: [{ primitives: [{ attributes: { POSITION, NORMAL } }] }], nodes }),
    );
    expect(Array.from(parts[0].normals ?? [])).toStrictEqual([0, 1, 0, 0, 0, 1, 0, 0, 1]);
  });

  test.each([
    [
      "bytes of RGBA",
      new Uint8Array([255, 0, 51, 255, 0, 0, 0, 0, 1, 2, 3, 4]),
      { type: "VEC4", normalized: true },
      [1, 0, 0.2, 1, 0, 0, 0, 0],
    ],
    [
      "floats of RGB",
      new Float32Array([0.5, 2, NaN, 1, 1, 1, 0, 0, 0]),
      { type: "VEC3", normalized: false },
      [0.5, 2, 0, 1, 1, 1, 1, 1],
    ],
    [
      "shorts of RGB",
      new Uint16Array([65535, 0, 13107, 0, 0, 0, 0, 0, 0]),
      { type: "VEC3", normalized: true },
      [1, 0, 0.2, 1, 0, 0, 0, 1],
    ],
  ] as const)("have colors as %s", async (_, array, { type, normalized }, expected) => {
    const data = new GlbData();
    const POSITION = data.accessor(triangle, "VEC3");
    const COLOR_0 = data.accessor(array, type, { normalized });
    const { parts } = await loadMesh(
      data.glb({ meshes: [{ primitives: [{ attributes: { POSITION, COLOR_0 } }] }], nodes }),
    );
    expect(Array.from(parts[0].colors?.subarray(0, 8) ?? [])).toStrictEqual(
      expected.map((value) => Math.fround(value)),
    );
    expect(parts[0].colors).toHaveLength(12);
  });

  test("have integer positions, as KHR_mesh_quantization allows", async () => {
    const data = new GlbData();
    const POSITION = data.accessor(new Int16Array([0, 0, 0, 32767, 0, 0, 0, -32768, 0]), "VEC3", { normalized: true });
    const plain = data.accessor(new Int8Array([0, 0, 0, 5, 0, 0, 0, -7, 0]), "VEC3");
    const primitives = [{ attributes: { POSITION } }, { attributes: { POSITION: plain } }];
    const extensionsRequired = ["KHR_mesh_quantization"];
    const { parts } = await loadMesh(data.glb({ extensionsRequired, meshes: [{ primitives }], nodes }));
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

  test("have interleaved views", async () => {
    const data = new GlbData();
    const rows = new Float32Array([0, 0, 0, 9, 1, 0, 0, 9, 0, 1, 0, 9]);
    const bufferView = data.view(new Uint8Array(rows.buffer), { byteStride: 16 });
    data.accessors.push({ bufferView, componentType: 5126, count: 3, type: "VEC3" });
    const { parts } = await loadMesh(data.glb({ meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }], nodes }));
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
    const onOther = data.accessor(triangle, "VEC3", { sparse });
    data.accessors.push({ componentType: 5126, count: 3, type: "VEC3", sparse });
    const primitives = [{ attributes: { POSITION: onOther } }, { attributes: { POSITION: onOther + 1 } }];
    const asset = await loadMesh(data.glb({ meshes: [{ primitives }], nodes }));
    expect(cornersOf(asset.parts[0])).toStrictEqual([
      [0, 0, 0],
      [1, 0, 0],
      [0, 4, 0],
    ]);
    expect(asset.skipped).toStrictEqual({ degenerateTriangle: 1 });
  });
});
