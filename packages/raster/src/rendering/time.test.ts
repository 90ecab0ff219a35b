// Images at a time: prims and cameras are where their time samples put them.
import { expect, test } from "vitest";
import type { AssetGroup } from "@usdkit/assets";
import { prepareScene, render } from "../render.ts";
import { expectSameBytes } from "../test-support/pixels.ts";
import { cube, square } from "../test-support/shapes.ts";
import { splatsOf } from "../test-support/splat-shapes.ts";

const SIZE = { width: 80, height: 60, samples: 4, look: "full", outputs: ["primId", "depth", "normal"] } as const;

/** A group that moves, with a mesh in two places of its own and splats; a static cube; and a camera that zooms. */
function text(group: string, camera: string): string {
  return `#usda 1.0
def Xform "World"
{
    def Mesh "Group" (
        payload = @asset:/mesh/group@
    )
    {
        matrix4d xformOp:transform${group}
    }
    def Mesh "Still" (
        payload = @asset:/mesh/cube@
    )
    {
        matrix4d xformOp:transform = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (1.5, 0, -2, 1))
    }
    def Camera "Main"
    {
        float2 clippingRange = (0.1, 100)
        float focalLength${camera}
        matrix4d xformOp:transform = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 8, 1))
    }
}
`;
}

const matrix = (x: number, scale: number): string =>
  `((${scale}, 0, 0, 0), (0, ${scale}, 0, 0), (0, 0, ${scale}, 0), (${x}, 0, 0, 1))`;

const shift = (x: number): number[] => [1, 0, 0, 0, 1, 0, 0, 0, 1, x, 0, 0];
const [panel] = square().parts;
const group: AssetGroup = {
  type: "group",
  count: 2,
  members: [
    { asset: { ...square(), parts: [{ ...panel, instances: [shift(0), shift(0.5)] }] }, matrix: shift(-1) },
    { asset: splatsOf([{ scale: 0.4, color: [1, 0, 0] }, { position: [0, 1, 0] }]), matrix: shift(-0.5) },
  ],
  skipped: {},
};
const assets = { group, cube: cube() };
const moving = text(
  `.timeSamples = { 0: ${matrix(-2, 1)}, 8: ${matrix(2, 2)}, 10: ${matrix(2, 0)} }`,
  ".timeSamples = { 0: 20, 8: 40 }",
);

test("an image at a time is that of a scene with the interpolated values", async () => {
  await using scene = await prepareScene(moving, assets);
  for (const [time, x, scale, focalLength] of [
    [-3, -2, 1, 20],
    [2, -1, 1.25, 25],
    [8, 2, 2, 40],
    [2, -1, 1.25, 25],
  ]) {
    const wanted = await render(text(` = ${matrix(x, scale)}`, ` = ${focalLength}`), assets, { ...SIZE, threads: 1 });
    for (const threads of [1, 2]) expectSameBytes(await scene.render({ ...SIZE, time, threads }), wanted);
  }
});

test("without a time the default values are drawn, as the service reads them", async () => {
  await using scene = await prepareScene(moving, assets);
  const wanted = await render(text(` = ${matrix(0, 1)}`, ` = 50`), assets, SIZE);
  await scene.render({ ...SIZE, time: 5 });
  expectSameBytes(await scene.render(SIZE), wanted);
});

test("a prim whose matrix is singular at a time is left out then, and reported", async () => {
  await using scene = await prepareScene(moving, assets);
  const { stats } = await scene.render({ ...SIZE, time: 99 });
  expect(stats.leftOut).toEqual([{ primPath: "/World/Group", meshId: null, reason: "singularMatrix" }]);
  expect(stats).toMatchObject({ triangles: { total: 12 }, splats: { total: 0 } });
  expect((await scene.render({ ...SIZE, time: 0 })).stats).toMatchObject({ leftOut: [], triangles: { total: 16 } });
});

test("ops, visibility, lens and clipping range of a time are drawn as USD evaluates them", async () => {
  const scene = (cube: string, camera: string): string => `#usda 1.1
def Xform "World"
{
    ${cube}
    def Mesh "Cube" (
        payload = @asset:/mesh/cube@
    )
    {
    }
    def Camera "Main"
    {
        ${camera}
        matrix4d xformOp:transform = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 8, 1))
    }
}
`;
  const ops = `double3 xformOp:translate.timeSamples = { 0: (0, 0, 0), 4: (2, 1, 0) }
    double xformOp:scaleX.spline = { 0: 1; post linear, 4: 3 }
    uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:scaleX"]
    token visibility.timeSamples = { 0: "inherited", 3: "invisible", 4: "inherited" }`;
  const lens = `float focalLength.spline = { 0: 20; post linear, 4: 60 }
        float2 clippingRange.timeSamples = { 0: (0.1, 100), 4: (8, 100) }`;
  const given = { cube: cube() };
  await using prepared = await prepareScene(scene(ops, lens), given);
  expect(prepared.timeRange()).toMatchObject({ start: 0, end: 4 });
  for (const [time, x, y, stretch, focalLength, near] of [
    [2, 1, 0.5, 2, 40, 0.1 + (8 - 0.1) / 2],
    [4, 2, 1, 3, 60, 8],
  ]) {
    const still = scene(
      `matrix4d xformOp:transform = ((${stretch}, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (${x}, ${y}, 0, 1))`,
      `float focalLength = ${focalLength}\n        float2 clippingRange = (${Math.fround(near)}, 100)`,
    );
    expectSameBytes(await prepared.render({ ...SIZE, time }), await render(still, given, SIZE));
  }
  const { stats, data } = await prepared.render({ ...SIZE, time: 3.5 });
  expect([stats.triangles.total, stats.leftOut, Math.max(...data)]).toEqual([0, [], 0]);
});

test("splats of a prim change with its time samples", async () => {
  const scene = (attributes: string): string => `#usda 1.0
def ParticleField3DGaussianSplat "Cloud"
{
    ${attributes}
    uniform int radiance:sphericalHarmonicsDegree = 0
}
def Camera "Main"
{
    matrix4d xformOp:transform = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 8, 1))
}
`;
  const moving = `point3f[] positions.timeSamples = { 0: [(-1, 0, 0)], 4: [(1, 2, 0)], 6: [(0, 0, 0), (1, 0, 0), (2, nan, 0)] }
    float3[] scales.timeSamples = { 0: [(0.2, 0.2, 0.2)], 4: [(0.6, 0.2, 0.2)], 6: [(1, 1, 1), (1, 1, 1), (1, 1, 1)] }
    float[] opacities.timeSamples = { 0: [0.5], 4: [1], 6: [1, 1, 1] }
    float3[] radiance:sphericalHarmonicsCoefficients.timeSamples = { 0: [(0, 0, 0)], 4: [(1, -1, 1)], 6: [(0, 0, 0), (0, 0, 0), (0, 0, 0)] }`;
  await using prepared = await prepareScene(scene(moving), {});
  const { stats } = await prepared.render(SIZE);
  expect(stats.splats.total).toBe(0);
  const half = `point3f[] positions = [(0, 1, 0)]
    float3[] scales = [(0.4, 0.2, 0.2)]
    float[] opacities = [0.75]
    float3[] radiance:sphericalHarmonicsCoefficients = [(0.5, -0.5, 0.5)]`;
  expectSameBytes(await prepared.render({ ...SIZE, time: 2 }), await render(scene(half), {}, SIZE));
  const later = await prepared.render({ ...SIZE, time: 6 });
  expect(later.stats).toMatchObject({ splats: { total: 2 }, skipped: { nonFinite: 1 } });
});

test("attributes of splats that do not fit together at a time are reported with their path", async () => {
  const text = `#usda 1.0
def ParticleField3DGaussianSplat "Cloud"
{
    point3f[] positions = [(0, 0, 0)]
    float[] opacities.timeSamples = { 0: [1], 1: [1, 1] }
}
def Camera "Main"
{
}
`;
  await using prepared = await prepareScene(text, {});
  await expect(prepared.render({ ...SIZE, time: 1 })).rejects.toMatchObject({
    message: expect.stringContaining("/Cloud.opacities") as string,
  });
});

test("a time must be finite", async () => {
  await using scene = await prepareScene(moving, assets);
  await expect(scene.render({ ...SIZE, time: NaN })).rejects.toMatchObject({ problem: "option" });
  expect(scene.timeRange()).toMatchObject({ start: 0, end: 10 });
});
