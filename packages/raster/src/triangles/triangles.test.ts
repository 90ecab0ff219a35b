// Triangles against closed forms.

import { describe, expect, test } from "vitest";
import type { MeshAsset } from "@usdkit/assets";
import type { RenderedImage } from "../rendering/rendered-image.ts";
import { render } from "../render.ts";
import { each, one, SIZE } from "../test-support/one-mesh.ts";
import { pixel, wanted } from "../test-support/pixels.ts";
import { randomNumbers } from "@usdkit/test-files/random";
import { at, chain, lookAt, sceneText, turn } from "../test-support/scene-text.ts";
import { checker, cube, meshOf, plainMaterial, sphere, square } from "../test-support/shapes.ts";

describe("depth", () => {
  test("is the distance along the view of a tilted plane at each pixel", async () => {
    for (const projection of ["perspective", "orthographic"] as const) {
      const item = { matrix: chain(turn([0, 1, 0], 50), turn([1, 0, 0], 20), at(0.2, -0.1, -4)) };
      const result = await one(square(), item, { projection }, { outputs: ["depth"] });
      const depth = wanted(result.depth);
      const { matrix: m } = item;
      const normal = [m[8], m[9], m[10]];
      let [seen, worst] = [0, 0];
      each(result, (i, x, y) => {
        if (depth[i] === Infinity) return;
        seen++;
        // The film back is 36 mm wide and 36 mm away; without perspective it is 3.6 wide.
        const [right, up] = [(x - 60) / 120, (40 - y) / 120];
        const offset = normal[0] * m[12] + normal[1] * m[13] + normal[2] * m[14];
        const expected =
          projection === "perspective"
            ? offset / (normal[0] * right + normal[1] * up - normal[2])
            : (normal[0] * right * 3.6 + normal[1] * up * 3.6 - offset) / normal[2];
        worst = Math.max(worst, Math.abs(depth[i] / expected - 1));
      });
      expect(seen).toBeGreaterThan(300);
      // Corners are on a grid of 1/256 pixels.
      expect(worst).toBeLessThan(5e-4);
    }
  });

  test("decides between interpenetrating pieces along the line where they cross", async () => {
    const scene = sceneText([
      { name: "a", meshId: "s", matrix: chain(turn([0, 1, 0], 45), at(0, 0, -4)) },
      { name: "b", meshId: "s", matrix: chain(turn([0, 1, 0], -45), at(0, 0, -4)) },
      { name: "c", meshId: "s", matrix: chain(turn([1, 0, 0], -60), at(0, 0, -4)) },
    ]);
    const options = { width: 240, height: 160, outputs: ["primId"] } as const;
    const result = await render(scene, { s: square({ doubleSided: true }) }, options);
    const ids = wanted(result.primId);
    const planes = [
      [Math.SQRT1_2, 0, Math.SQRT1_2],
      [-Math.SQRT1_2, 0, Math.SQRT1_2],
      [0, Math.sin(Math.PI / 3), 0.5],
    ];
    const wrong: string[] = [];
    let compared = 0;
    each(result, (i, x, y) => {
      const ray = [(x - 120) / 240, (80 - y) / 240, -1];
      // Where each plane is met, if within its square.
      const hits = planes.map((n, k) => {
        const t = (-4 * n[2]) / (n[0] * ray[0] + n[1] * ray[1] + n[2] * ray[2]);
        const p = [t * ray[0], t * ray[1], t * ray[2] + 4];
        const u = k === 2 ? p[0] : (p[0] - (k === 0 ? 1 : -1) * p[2]) * Math.SQRT1_2;
        const v = k === 2 ? p[1] * 0.5 - p[2] * Math.sin(Math.PI / 3) : p[1];
        const inside = 1 - Math.max(Math.abs(u), Math.abs(v));
        return { t, k, inside };
      });
      const near = hits.filter(({ inside }) => inside > 0).toSorted((a, b) => a.t - b.t);
      const isEdge = hits.some(({ inside }) => Math.abs(inside) < 0.01);
      const isClose = near.length > 1 && near[1].t - near[0].t < 0.01;
      if (isEdge || isClose) return;
      compared++;
      const expected = near[0]?.k ?? 0xffffffff;
      if (ids[i] !== expected) wrong.push(`${x}, ${y}: ${ids[i]} for ${expected}`);
    });
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(30_000);
  });
});

describe("clipping", () => {
  test("a floor through the camera is clipped at the near and the far plane", async () => {
    // 100 units around the camera, one below it.
    const item = { matrix: [100, 0, 0, 0, 0, 0, -100, 0, 0, 100, 0, 0, 0, -1, 0, 1] };
    const camera = { clippingRange: [2.5, 20] } as const;
    const result = await one(square(), item, camera, { outputs: ["depth"] });
    const depth = wanted(result.depth);
    const wrong: string[] = [];
    each(result, (i, x, y) => {
      const distance = 120 / (y - 40);
      const isSeen = distance > 2.5 && distance < 20;
      if (depth[i] < Infinity !== isSeen) wrong.push(`${x}, ${y}: ${depth[i]} for ${distance}`);
      else if (isSeen && Math.abs(depth[i] / distance - 1) > 1e-3)
        wrong.push(`${x}, ${y}: ${depth[i]} for ${distance}`);
    });
    expect(wrong).toEqual([]);
  });

  test("the camera may be in a triangle's plane, and in the middle of a mesh", async () => {
    const flat = await one(square({ doubleSided: true }), { matrix: chain(turn([1, 0, 0], 90), at(0, 0, -2)) });
    expect(Math.max(...flat.data)).toBe(0);
    const inside = await one(cube({ doubleSided: true }), {}, {}, { outputs: ["depth"] });
    expect(Array.from(wanted(inside.depth)).every((depth) => depth > 0.9 && depth < 1.3)).toBe(true);
    expect((await one(cube(), {})).stats.triangles.drawn).toBe(0);
  });

  test("a triangle a billion pixels wide has its color and its texture", async () => {
    const far = 1e7;
    const asset = meshOf(
      {
        positions: [-far, -far, -1, far, -far, -1, 0, far, -1],
        indices: [0, 1, 2],
        texCoords: Float32Array.of(0, 0, far, 0, far / 2, far),
      },
      {},
      [
        checker(
          1,
          1,
          [
            [200, 100, 50],
            [0, 0, 0],
          ],
          { minFilter: "linear" },
        ),
      ],
    );
    const result = await one(asset);
    const colors = new Set(
      Array.from({ length: 120 * 80 }, (_, i) => pixel(result, i % 120, Math.floor(i / 120)).join()),
    );
    expect([...colors]).toEqual(["200,100,50,255"]);
  });
});

describe("coverage", () => {
  /** A grid whose inner points are moved at random: no gaps and no overlaps. */
  function jittered(cells: number, seed: number, depth: number): MeshAsset {
    const random = randomNumbers(seed);
    const [positions, indices]: number[][] = [[], []];
    for (let j = 0; j <= cells; j++) {
      for (let i = 0; i <= cells; i++) {
        const isInner = i > 0 && j > 0 && i < cells && j < cells;
        const move = (): number => (isInner ? (random() - 0.5) * 0.45 : 0);
        positions.push((2 * (i + move())) / cells - 1, (2 * (j + move())) / cells - 1, isInner ? random() * depth : 0);
        const a = j * (cells + 1) + i;
        if (i < cells && j < cells) indices.push(a, a + 1, a + cells + 2, a, a + cells + 2, a + cells + 1);
      }
    }
    return meshOf({ positions, indices }, { alphaMode: "blend", baseColor: [1, 1, 1, 0.5], doubleSided: true });
  }

  test.each([
    ["flat", 0, {}],
    ["before an orthographic camera", 0, { projection: "orthographic" }],
    ["reaching through the near plane", 0, { clippingRange: [1.9, 10] }],
  ] as const)("triangles that share edges cover each pixel once: %s", async (_, depth, camera) => {
    const matrix = chain(turn([0, 1, 0], 35), at(0.1, 0.05, -2));
    const result = await one(jittered(24, 3, depth), { matrix }, camera, { outputs: ["alpha"] });
    const alphas = new Map<number, number>();
    for (const alpha of wanted(result.alpha)) alphas.set(alpha, (alphas.get(alpha) ?? 0) + 1);
    // Nothing, or one layer of the half.
    expect([...alphas.keys()].toSorted((a, b) => a - b)).toEqual([0, 0.5]);
    expect(alphas.get(0.5)).toBeGreaterThan(1_000);
  });

  test("back faces are culled except of double-sided materials, mirrored or not", async () => {
    const drawn = async (matrix: readonly number[], doubleSided: boolean): Promise<boolean> => {
      const { stats } = await one(square({ doubleSided }), { matrix: chain(at(0, 0, 0), rowOf(matrix), at(0, 0, -3)) });
      return stats.triangles.drawn > 0;
    };
    const [front, back, mirrored] = [
      [1, 1, 1],
      [-1, 1, -1],
      [-1, 1, 1],
    ];
    expect(await Promise.all([front, back, mirrored].map((m) => drawn(m, false)))).toEqual([true, false, true]);
    expect(await Promise.all([front, back, mirrored].map((m) => drawn(m, true)))).toEqual([true, true, true]);
    // A mirroring camera turns nothing round either.
    const mirror = { matrix: [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] };
    expect((await one(square(), { matrix: at(0, 0, -3) }, mirror)).stats.triangles.drawn).toBe(2);
  });

  test("supersampling averages edges by coverage", async () => {
    // A square whose left edge is a third into a pixel: 120 pixels are 3.6 units.
    const matrix = chain(at(1 + (20 + 1 / 3) * 0.03 - 1.8, 0, -3));
    const camera = { projection: "orthographic" } as const;
    const result = await one(square(), { matrix }, camera, { samples: 9, outputs: ["alpha"] });
    const row = wanted(result.alpha).subarray(40 * 120, 41 * 120);
    expect([row[19], row[21]]).toEqual([0, 1]);
    expect(row[20]).toBeCloseTo(2 / 3, 5);
    // Edges are averaged as light: half of white is 188 of 255.
    const half = chain(at(1 + 20.5 * 0.03 - 1.8, 0, -3));
    const mixed = await one(square(), { matrix: half }, camera, { samples: 4, background: [0, 0, 0] });
    expect(pixel(mixed, 20, 40)).toEqual([188, 188, 188, 255]);
  });
});

function rowOf([x, y, z]: readonly number[]): ReturnType<typeof at> {
  return [x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1] as unknown as ReturnType<typeof at>;
}

/** To a tenth. */
function middleNormal({ normal }: RenderedImage): number[] {
  const at = 3 * (40 * 120 + 60);
  return Array.from(wanted(normal).subarray(at, at + 3), (value) => Math.round(value * 10) / 10 + 0);
}

describe("light", () => {
  test("vertex colors are interpolated in perspective and multiplied with the material", async () => {
    const asset = square({ baseColor: [1, 0.5, 1, 1] });
    const colors = Float32Array.of(1, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 1, 1, 0, 1);
    const [part] = asset.parts;
    const result = await one({ ...asset, parts: [{ ...part, colors }] }, { matrix: at(0, 0, -3) });
    // In the middle half of the red, and half of the green: 188 both.
    const [r, g, b] = pixel(result, 60, 40);
    expect([Math.abs(r - 187) <= 2, g, b]).toEqual([true, 188, 0]);
  });

  test("is fixed in the world, independent of the camera", async () => {
    const ball = sphere(16, { unlit: false });
    const normals = async (eye: readonly [number, number, number]): Promise<RenderedImage> =>
      await one(ball, {}, { matrix: lookAt(eye, [0, 0, 0]) }, { outputs: ["normal"] });
    const [front, side] = await Promise.all([normals([0, 0, 4]), normals([4, 0, 0])]);
    expect(middleNormal(front)).toEqual([0, 0, 1]);
    expect(middleNormal(side)).toEqual([1, 0, 0]);
    // The upper right of the front is lit best; nothing is dark.
    const [lit, dim] = [pixel(front, 66, 31)[0], pixel(front, 60, 52)[0]];
    expect(lit).toBeGreaterThan(dim + 30);
    expect(dim).toBeGreaterThan(100);
  });

  test("a surface without normals is flat, and its back is lit from behind", async () => {
    const [front, back] = await Promise.all(
      [0, 180].map((angle) => {
        const item = { matrix: chain(turn([0, 1, 0], angle), at(0, 0, -3)) };
        return one(square({ unlit: false, doubleSided: true }), item, {}, { outputs: ["normal"] });
      }),
    );
    expect([front, back].map(middleNormal)).toEqual([
      [0, 0, 1],
      [0, 0, 1],
    ]);
    expect(pixel(front, 60, 40)).toEqual(pixel(back, 60, 40));
  });

  test("normals are transformed by the inverse transpose", async () => {
    // Flattened to a half along z, a ball's normal at 45° leans forward.
    const matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0.5, 0, 0, 0, -4, 1];
    const result = await one(sphere(64, {}), { matrix }, { projection: "orthographic" }, { outputs: ["normal"] });
    // Where x is 0.6: the normal is (0.6, 0, 0.8 / 0.5), and its length made 1.
    const x = Math.floor(60 + 0.6 / 0.03);
    const normal = wanted(result.normal).subarray(3 * (40 * 120 + x), 3 * (40 * 120 + x) + 3);
    expect(normal[0] / normal[2]).toBeCloseTo(0.6 / 1.6, 1);
  });
});

describe("points", () => {
  test("are squares of their size, in front of and behind surfaces", async () => {
    const cloud = {
      type: "points",
      count: 3,
      positions: Float32Array.of(-0.5, 0, -2, 0.5, 0, -4, Number.NaN, 0, -2),
      colors: Uint8Array.of(200, 10, 20, 30, 200, 40, 1, 2, 3),
      skipped: {},
    } as const;
    const scene = sceneText([{ name: "wall", matrix: at(0, 0, -3) }, { name: "cloud" }]);
    const assets = { wall: square({ baseColor: [0, 0, 1, 1] }), cloud };
    const options = { ...SIZE, pointSize: 3, outputs: ["primId"] } as const;
    const result = await render(scene, assets, options);
    const count = Array.from(wanted(result.primId)).filter((id) => id === 1).length;
    expect(count).toBe(9);
    expect(pixel(result, 30, 40)).toEqual([200, 10, 20, 255]);
    expect(pixel(result, 75, 40)).toEqual([0, 0, 255, 255]);
    expect([result.stats.points, result.stats.skipped]).toEqual([{ total: 3, drawn: 2 }, { nonFinite: 1 }]);
  });
});

test("two parts of an asset have their own materials", async () => {
  const { parts } = square();
  const [part] = parts;
  const asset: MeshAsset = {
    type: "mesh",
    parts: [
      { ...part, material: 1 },
      { ...part, positions: part.positions.map((value, i) => (i % 3 === 2 ? -1 : value * 3)), material: 0 },
    ],
    materials: [
      { ...plainMaterial, baseColor: [0, 1, 0, 1] },
      { ...plainMaterial, baseColor: [1, 0, 0, 1] },
    ],
    textures: [],
    skipped: {},
  };
  const result = await one(asset, { matrix: at(0, 0, -4) });
  expect([pixel(result, 60, 40), pixel(result, 20, 40)]).toEqual([
    [255, 0, 0, 255],
    [0, 255, 0, 255],
  ]);
});
