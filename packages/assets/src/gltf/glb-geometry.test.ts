import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { gridGlb, gridHeight, type GridPacking } from "@usdkit/test-files/grid-glb";
import { cornersOf, loadMesh, triangle } from "../test-support/loaded-mesh.ts";
import { GlbData } from "@usdkit/test-files/plain-glb";
import type { MeshPart } from "../model/asset.ts";
import { loadAsset } from "../load/load-asset.ts";

/** Returns the part once for each of its instances. */
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

describe("compressed meshes", () => {
  const packings: GridPacking[] = ["plain", "quantized", "draco", "draco-sequential", "meshopt", "meshopt-filter"];
  test.each(packings)("%s: have the triangles of the plain one, on the same hills", async (packing) => {
    const { parts, materials, skipped } = await loadMesh(await gridGlb(12, packing));
    expect(skipped).toStrictEqual({});
    expect(materials).toMatchObject([{ name: "grid" }]);
    const [{ positions, normals, indices }] = parts;
    expect(indices).toHaveLength(6 * 144);
    let area = 0;
    for (let t = 0; t < indices.length; t += 3) {
      const [a, b, c] = indices.subarray(t, t + 3);
      const [ux, uz] = [positions[3 * b] - positions[3 * a], positions[3 * b + 2] - positions[3 * a + 2]];
      const [vx, vz] = [positions[3 * c] - positions[3 * a], positions[3 * c + 2] - positions[3 * a + 2]];
      // Front faces point upwards, and together the triangles cover the square.
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

describe("transforms", () => {
  test("are those of the nodes, one after the other", async () => {
    const data = new GlbData();
    const bytes = data.glb({
      meshes: [{ primitives: [{ attributes: { POSITION: data.accessor(triangle, "VEC3") } }] }],
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
    const { parts } = await loadMesh(bytes);
    expect(parts).toHaveLength(1);
    expect(parts.flatMap(placed).map((part) => cornersOf(part))).toStrictEqual([
      [
        [10, 0, 0],
        [10, 2, 0],
        [7, 0, 0],
      ],
      // Shears too, which scale, rotation and translation cannot express.
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

  test("without a scene are those of all nodes; a zero quaternion is no rotation", async () => {
    const data = new GlbData();
    const meshes = [{ primitives: [{ attributes: { POSITION: data.accessor(triangle, "VEC3") } }] }];
    const bytes = data.glb({ meshes, nodes: [{ mesh: 0, rotation: [0, 0, 0, 0] }, { children: [2] }, { mesh: 0 }] });
    expect((await loadMesh(bytes)).parts.flatMap(placed)).toHaveLength(2);
  });

  test("that mirror flip triangles and keep the side of normals", async () => {
    const data = new GlbData();
    const POSITION = data.accessor(triangle, "VEC3");
    const NORMAL = data.accessor(new Float32Array([0, 0, 1, 0, 0, 1, 0, 3, 3]), "VEC3");
    const meshes = [{ primitives: [{ attributes: { POSITION, NORMAL } }] }];
    const { parts } = await loadMesh(data.glb({ meshes, nodes: [{ mesh: 0, scale: [-1, 2, 1] }] }));
    expect(cornersOf(parts[0])).toStrictEqual([
      [0, 0, 0],
      [0, 2, 0],
      [-1, 0, 0],
    ]);
    const normals = Array.from(parts[0].normals ?? [], (value) => Math.round(value * 1e4) / 1e4 + 0);
    // Normal of the third (0, 1, 1): y is scaled by a half.
    expect(normals).toStrictEqual([0, 0, 1, 0, 0, 1, 0, 0.4472, 0.8944]);
  });

  test("of instances are relative to the node's", async () => {
    const data = new GlbData();
    const POSITION = data.accessor(triangle, "VEC3");
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
    const { parts } = await loadMesh(bytes);
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

describe("at rest", () => {
  test("morph targets use the weights of the node, or of the mesh", async () => {
    const data = new GlbData();
    const POSITION = data.accessor(triangle, "VEC3");
    const up = { POSITION: data.accessor(new Float32Array([0, 0, 1, 0, 0, 1, 0, 0, 1]), "VEC3") };
    const side = { POSITION: data.accessor(new Float32Array([4, 0, 0, 4, 0, 0, 4, 0, 0]), "VEC3") };
    const meshes = [{ primitives: [{ attributes: { POSITION }, targets: [up, side] }], weights: [0.5, 0] }];
    const { parts } = await loadMesh(data.glb({ meshes, nodes: [{ mesh: 0 }, { mesh: 0, weights: [0, 0.25] }] }));
    expect(parts.map((part) => cornersOf(part)[0])).toStrictEqual([
      [0, 0, 0.5],
      [1, 0, 0],
    ]);
  });

  test("skins follow their joints, regardless of their node's transform", async () => {
    const data = new GlbData();
    const POSITION = data.accessor(triangle, "VEC3");
    const NORMAL = data.accessor(new Float32Array([0, 0, 1, 0, 0, 1, 0, 0, 1]), "VEC3");
    const JOINTS_0 = data.accessor(new Uint8Array([0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 9, 0]), "VEC4");
    const WEIGHTS_0 = data.accessor(new Float32Array([1, 0, 0, 0, 1, 0, 0, 0, 0.25, 0.25, 0.5, 0]), "VEC4");
    const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
    const back = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -1, 0, 0, 1];
    const inverseBindMatrices = data.accessor(new Float32Array([...identity, ...back]), "MAT4");
    const asset = await loadMesh(
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
    // The second joint rotates about y at x = 1; the third vertex has half of its weight, and an unknown joint is ignored.
    expect(cornersOf(asset.parts[0])).toStrictEqual([
      [0, 0, 0],
      [1, 0, 0],
      [0.5, 1, 0.5],
    ]);
    const normals = Array.from(asset.parts[0].normals ?? [], (value) => Math.round(value * 1e4) / 1e4 + 0);
    expect(normals.slice(0, 6)).toStrictEqual([0, 0, 1, 1, 0, 0]);
    expect(asset.skipped).toStrictEqual({ jointOutOfRange: 1 });
  });

  test("a hand model of a real library is complete", async () => {
    const path = "@webxr-input-profiles/assets/dist/profiles/generic-fixed-hand/right.glb";
    const { parts, materials, skipped } = await loadMesh(readFileSync(createRequire(import.meta.url).resolve(path)));
    expect(skipped).toStrictEqual({});
    expect(materials).toMatchObject([{ name: "lambert2.001", baseColor: [0.5, 0.5, 0.5, 1], texture: null }]);
    const [{ positions, normals, indices }] = parts;
    expect([positions.length / 3, indices.length / 3]).toStrictEqual([1360, 2314]);
    // A hand of some 20 cm, its normals outwards: the enclosed signed volume is positive.
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
