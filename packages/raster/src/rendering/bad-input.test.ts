// Whatever a scene, an asset or an option holds: a typed error, or counts of what was left out; never a crash.

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Asset, MeshAsset } from "@usdkit/assets";
import type { PrepareOptions } from "./render-options.ts";
import { prepareScene, render } from "../render.ts";
import { pixel } from "../test-support/pixels.ts";
import { at, sceneText } from "../test-support/scene-text.ts";
import { checker, meshOf, sphere, square } from "../test-support/shapes.ts";
import { splatPly } from "@usdkit/test-files/splat-ply";
import { splatsOf } from "../test-support/splat-shapes.ts";
import { trainedCloud } from "@usdkit/test-files/trained-cloud";
import type { RenderOptions } from "./render-options.ts";

const SIZE = { width: 30, height: 20 };
const oneItem = (matrix?: readonly number[]): string => sceneText([{ name: "a", matrix }]);
const before = at(0, 0, -3);

describe("scenes", () => {
  test.each([
    ["no USDA", "chair", "scene", /line 1/],
    ["a patch", '#usda 1.0\nover "A"\n{\n    float focalLength = 3\n}\n', "scene", /patch/],
    ["nothing", "", "scene", /line 1/],
    ["no camera", '#usda 1.0\ndef Xform "A"\n{\n}\n', "camera", /no Camera/],
  ] as const)("that are %s", async (_, text, problem, message) => {
    await expect(render(text, {}, SIZE)).rejects.toMatchObject({ name: "RenderError", problem });
    await expect(render(text, {}, SIZE)).rejects.toThrow(message);
  });

  test("without a resolution need a size", async () => {
    await expect(render(sceneText([]), {})).rejects.toMatchObject({ problem: "resolution" });
    const settings = '    def RenderSettings "S"\n    {\n        uniform int2 resolution = (40, 30)\n    }\n';
    const { width, height, data } = await render(sceneText([], {}, settings));
    expect([width, height, data.length]).toEqual([40, 30, 4_800]);
    expect(data.every((value) => value === 0)).toBe(true);
  });

  test.each([
    [[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, Number.NaN, 0, 0, 0, -3, 1], "nonFiniteMatrix"],
    [[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, Infinity, 0, -3, 1], "nonFiniteMatrix"],
    [[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, -3, 1], "singularMatrix"],
    [[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], "singularMatrix"],
    [[1, 0, 0, 0.1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -3, 1], "projectiveMatrix"],
  ] as const)("a prim with the matrix %j is left out", async (matrix, reason) => {
    for (const asset of [square(), splatsOf([{}])]) {
      const { stats, data } = await render(oneItem(matrix), { a: asset }, SIZE);
      expect(stats.leftOut).toEqual([{ primPath: "/World/a", meshId: "a", reason }]);
      expect(stats.skipped).toEqual({ [reason]: 1 });
      expect(Math.max(...data)).toBe(0);
    }
  });

  test("extreme matrices do not fail", async () => {
    for (const scale of [1e-300, 1e-30, 1e30, 1e150, 1e300]) {
      for (const asset of [square(), sphere(4), splatsOf([{}, { position: [1, 2, 3] }])]) {
        const m = [scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, scale, 0, 0, 0, -3, 1];
        const { data } = await render(oneItem(m), { a: asset }, SIZE);
        expect(data).toHaveLength(2_400);
      }
    }
  });
});

describe("cameras", () => {
  const zero = Array.from({ length: 16 }, () => 0);
  test.each([
    [{ focalLength: 0 }, /^\S*focalLength: Expected a length above 0 mm, found 0\. Author one.* camera "auto"$/],
    [{ focalLength: Number.NaN }, /focalLength/],
    [{ horizontalAperture: -1 }, /horizontalAperture/],
    [{ verticalAperture: Infinity }, /verticalAperture/],
    [{ verticalApertureOffset: Number.NaN }, /verticalApertureOffset: Expected a finite length/],
    [{ clippingRange: [0, 10] as const }, /clippingRange/],
    [{ clippingRange: [10, 1] as const }, /clippingRange/],
    [{ clippingRange: [1, Infinity] as const }, /clippingRange/],
    [{ projection: "fisheye" as "perspective" }, /projection/],
    [{ worldMatrix: zero }, /world matrix.*singular/],
    [{ worldMatrix: zero.map(() => Number.NaN) }, /world matrix.*not finite/],
    [{ worldMatrix: [1, 2] }, /16 numbers/],
    [{ focalLength: 1e300, horizontalAperture: 1e-300, verticalAperture: 1e-300 }, /makes no image/],
    ["/World/Nothing", /^\/World\/Nothing: there is no such prim; the scene has \/World\/Main$/],
    ["/World", /this prim is not a Camera; the scene has \/World\/Main$/],
    ["World", /no such prim/],
  ] as const)("%j make no image", async (camera, message) => {
    const image = render(oneItem(before), { a: square() }, { ...SIZE, camera });
    await expect(image).rejects.toMatchObject({ name: "RenderError", problem: "camera" });
    await expect(image).rejects.toThrow(message);
  });

  test("are selected by path, overridden, or given as a pose", async () => {
    const second =
      '    def Camera "Second"\n    {\n        float focalLength = 7\n        float2 clippingRange = (0.1, 9)\n    }\n';
    const text = sceneText([{ name: "a", matrix: before }], {}, second);
    const covered = async (options: RenderOptions): Promise<number> => {
      const { data } = await render(text, { a: square() }, { ...SIZE, ...options });
      return data.filter((value, i) => i % 4 === 3 && value > 0).length;
    };
    const wide = await covered({ camera: "/World/Second" });
    const own = await covered({ camera: "/World/Main" });
    expect(own).not.toBe(wide);
    // The first camera, which follows the item, is this one.
    expect(await covered({})).toBe(wide);
    expect(await covered({ camera: { focalLength: 36, horizontalAperture: 36, verticalAperture: 24 } })).toBe(own);
    expect(await covered({ camera: { worldMatrix: at(100, 0, 0) } })).toBe(0);
  });
});

describe("assets", () => {
  test("that are missing fail, or are left out and reported", async () => {
    const text = sceneText([{ name: "a", matrix: before }, { name: "b" }]);
    const fails = render(text, { a: square() }, SIZE);
    await expect(fails).rejects.toMatchObject({ problem: "asset", primPath: "/World/b" });
    await expect(fails).rejects.toThrow(/mesh id "b".*missingAssets/);
    const image = await render(text, { a: square() }, { ...SIZE, missingAssets: "skip" });
    expect(image.stats.leftOut).toEqual([{ primPath: "/World/b", meshId: "b", reason: "missingAsset" }]);
    expect([image.stats.skipped, pixel(image, 15, 10)]).toEqual([{ missingAsset: 1 }, [255, 255, 255, 255]]);
  });

  test("are found by a map, a record without what it inherits, or a function that is asked once", async () => {
    const text = sceneText([
      { name: "a", meshId: "constructor" },
      { name: "b", meshId: "constructor" },
    ]);
    await expect(render(text, {}, SIZE)).rejects.toMatchObject({ problem: "asset" });
    let asked = 0;
    const sources = [
      new Map([["constructor", square()]]),
      { constructor: square() },
      async (id: string): Promise<Asset | null> => {
        asked++;
        return await Promise.resolve(id === "constructor" ? square() : null);
      },
    ];
    for (const source of sources) {
      const { stats } = await render(text, source, SIZE);
      expect(stats.triangles.total).toBe(4);
    }
    expect(asked).toBe(1);
  });

  test("whose bytes have no supported format name the asset and the reason", async () => {
    const broken = render(oneItem(), { a: new Uint8Array([1, 2, 3]) }, SIZE);
    await expect(broken).rejects.toMatchObject({
      problem: "asset",
      primPath: "/World/a",
      cause: { name: "AssetError" },
    });
  });

  const [part] = square().parts;
  test.each<[string, Asset]>([
    ["normals", { ...square(), parts: [{ ...part, normals: new Float32Array(3) }] }],
    ["a material that is not there", { ...square(), parts: [{ ...part, material: 7 }] }],
    ["positions", { ...square(), parts: [{ ...part, positions: new Float32Array(4) }] }],
    ["indices", { ...square(), parts: [{ ...part, indices: new Uint32Array(4) }] }],
    ["texels", square({}, [{ ...checker(1, 2, [[1], [1]]), width: 4_000_000_000 }])],
    ["a size of a texture", square({}, [{ ...checker(1, 2, [[1], [1]]), width: Number.NaN }])],
    ["opacities", { ...splatsOf([{}]), opacities: new Float32Array(2) }],
    ["a count of splats", { ...splatsOf([{}]), count: 4_000_000_000 }],
    [
      "a count of points",
      { type: "points", count: 2 ** 31, positions: new Float32Array(3), colors: new Uint8Array(3), skipped: {} },
    ],
  ])("that do not fit together are rejected: %s", async (_, asset) => {
    await expect(render(oneItem(), { a: asset }, SIZE)).rejects.toMatchObject({ name: "RenderError" });
  });

  test("splats that cannot be drawn are counted", async () => {
    const nan = Number.NaN;
    const splats = splatsOf([
      {},
      { position: [nan, 0, 0] },
      { scale: Infinity },
      { opacity: nan },
      { color: [nan, 0, 0] },
      { orientation: [0, 0, 0, 0] },
      { orientation: [nan, 0, 0, 1] },
      { opacity: 0 },
      { opacity: -1 },
      { scale: 0 },
      { scale: -0.1 },
      { scale: [1e30, 1, 1] },
      { opacity: 5 },
    ]);
    const { stats } = await render(oneItem(before), { a: splats }, SIZE);
    expect(stats.skipped).toEqual({ nonFinite: 7 });
    // The opaque ones: also a point, a turned over one and one whose opacity is cut at 1.
    expect(stats.splats).toEqual({ total: 13, drawn: 4 });
  });

  test("triangles that cannot be drawn are counted", async () => {
    const positions = [-1, -1, 0, 1, -1, 0, 1, 1, 0, Number.NaN, 0, 0, 0, 3e38, 0];
    const indices = [0, 1, 2, 0, 1, 5, 0, 1, 4_000_000_000, 0, 1, 3, 0, 0, 1, 0, 1, 1, 0, 1, 4];
    const { stats } = await render(oneItem(before), { a: meshOf({ positions, indices }) }, SIZE);
    expect(stats.skipped).toEqual({ indexOutOfRange: 2, nonFinite: 1 });
    expect(stats.triangles).toEqual({ total: 4, drawn: 2 });
  });

  test("what loaders skipped is counted too", async () => {
    const { stats } = await render(oneItem(), { a: { ...splatsOf([{}]), skipped: { zeroScale: 3 } } }, SIZE);
    expect(stats.skipped).toEqual({ zeroScale: 3 });
  });

  const anyFloat = fc.oneof(fc.float(), fc.constantFrom(0, -0, Number.NaN, Infinity, -Infinity, 3e38, -3e38, 1e-45));

  test("any numbers in splats end in an image", async () => {
    const triple = fc.tuple(anyFloat, anyFloat, anyFloat);
    const splat = fc.record({
      position: triple,
      scale: triple,
      orientation: fc.tuple(anyFloat, anyFloat, anyFloat, anyFloat),
      opacity: anyFloat,
      color: triple,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(splat, { minLength: 1, maxLength: 5 }), fc.boolean(), async (splats, isFlat) => {
        const text = sceneText([{ name: "a" }], {
          projection: isFlat ? "orthographic" : "perspective",
          matrix: at(0, 0, 2),
        });
        const outputs = ["alpha", "depth", "primId", "normal"] as const;
        const { alpha = [], data } = await render(text, { a: splatsOf(splats) }, { ...SIZE, outputs });
        expect(data).toHaveLength(2_400);
        expect(alpha.every((value) => value >= 0 && value <= 1)).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  test("any numbers in meshes end in an image", async () => {
    const mesh = fc
      .record({
        positions: fc.array(anyFloat, { minLength: 12, maxLength: 12 }),
        more: fc.array(anyFloat, { minLength: 28, maxLength: 28 }),
      })
      .map(({ positions, more }): MeshAsset => {
        const arrays = {
          normals: Float32Array.from(more.slice(0, 12)),
          texCoords: Float32Array.from(more.slice(12, 20)),
          colors: Float32Array.from([...more.slice(20), ...more.slice(20)]),
        };
        const material = { unlit: false, doubleSided: true, alphaMode: more[0] > 0 ? "blend" : "mask" } as const;
        return meshOf({ positions, indices: [0, 1, 2, 1, 2, 3], ...arrays }, material, [checker(2, 2, [[1], [200]])]);
      });
    await fc.assert(
      fc.asyncProperty(mesh, async (asset) => {
        const outputs = ["alpha", "depth", "primId", "normal"] as const;
        const { alpha = [], normal = [] } = await render(
          sceneText([{ name: "a" }], { matrix: at(0, 0, 2) }),
          { a: asset },
          { ...SIZE, outputs },
        );
        expect(alpha.every((value) => value >= 0 && value <= 1)).toBe(true);
        expect(normal.every((value) => Math.abs(value) <= 1.001)).toBe(true);
      }),
      { numRuns: 150 },
    );
  });
});

describe("limits", () => {
  const three = splatsOf([{}, {}, {}]);
  test.each<[string, PrepareOptions["limits"], Asset | Uint8Array]>([
    ["assetBytes", { assetBytes: 100 }, splatPly(trainedCloud(9, 1))],
    ["splats", { splats: 2 }, three],
    ["triangles", { triangles: 1 }, square()],
    ["vertices", { vertices: 3 }, square()],
    ["draws", { draws: 0 }, square()],
    ["items", { items: 0 }, square()],
    ["textureBytes", { textureBytes: 20 }, square({}, [checker(2, 2, [[1], [2]])])],
  ])("of %s name the limit to raise", async (name, limits, asset) => {
    const image = prepareScene(oneItem(), { a: asset }, { limits });
    await expect(image).rejects.toMatchObject({ name: "RenderError", problem: "limit" });
    await expect(image).rejects.toThrow(`limits.${name}`);
  });

  test("of the bytes of assets count all that are loaded", async () => {
    const text = sceneText([{ name: "a" }, { name: "b" }]);
    const file = splatPly(trainedCloud(9, 1));
    // Eleven floats and twelve of harmonics.
    const bytes = 9 * 4 * 23;
    const { stats } = await render(text, { a: file, b: file }, { ...SIZE, limits: { assetBytes: 2 * bytes } });
    expect(stats.splats.total).toBe(18);
    const more = prepareScene(text, { a: file, b: file }, { limits: { assetBytes: 2 * bytes - 1 } });
    await expect(more).rejects.toThrow(`${2 * bytes} bytes`);
  });

  test("of translucent pieces of a tile leave out the rest, and count them", async () => {
    const items = Array.from({ length: 4 }, (_, i) => ({ name: `g${i}`, meshId: "g", matrix: at(0, 0, -3 - i) }));
    const glass = square({ alphaMode: "blend", baseColor: [1, 1, 1, 0.5] });
    const { stats } = await render(sceneText(items), { g: glass }, { ...SIZE, limits: { tileFragments: 50 } });
    expect(stats.skipped["tooManyFragments"]).toBeGreaterThan(10);
    expect((await render(sceneText(items), { g: glass }, SIZE)).stats.skipped).toEqual({});
  });

  test.each<[RenderOptions, string]>([
    [{ width: 0 }, "option"],
    [{ width: 1.5 }, "option"],
    [{ height: Number.NaN }, "option"],
    [{ width: 20_000 }, "limit"],
    [{ width: 16_384, height: 16_384, samples: 4 }, "limit"],
    [{ samples: 2 as 1 }, "option"],
    [{ threads: 0 }, "option"],
    [{ threads: 1e9 }, "option"],
    [{ background: [0, 2, 0] }, "option"],
    [{ background: [0, 0, 0, Number.NaN] }, "option"],
    [{ pointSize: -1 }, "option"],
    [{ outputs: ["beauty" as "depth"] }, "option"],
  ])("options are checked: %j", async (options, problem) => {
    await expect(render(oneItem(), { a: square() }, { ...SIZE, ...options })).rejects.toMatchObject({
      problem,
    });
  });
});
