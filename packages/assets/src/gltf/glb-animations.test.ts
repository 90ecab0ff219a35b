import { GlbData } from "@usdkit/test-files/plain-glb";
import { describe, expect, test } from "vitest";
import { loadAsset } from "../load/load-asset.ts";
import { openAnimated } from "../load/open-animated.ts";
import type { Asset } from "../model/asset.ts";
import { nodes, triangle } from "../test-support/loaded-mesh.ts";

const meshOf = (asset: Asset | undefined): Extract<Asset, { type: "mesh" }> => {
  if (asset?.type !== "mesh") throw new Error(asset?.type);
  return asset;
};

interface Keys {
  readonly path: string;
  readonly interpolation: string;
  readonly times: readonly number[];
  readonly values: readonly number[];
}

/** A triangle whose node has one channel; a morph target moves its corners along x. */
function animated({ path, interpolation, times, values }: Keys): Uint8Array {
  const data = new GlbData();
  const POSITION = data.accessor(triangle, "VEC3");
  const target = data.accessor(Float32Array.of(1, 0, 0, 1, 0, 0, 1, 0, 0), "VEC3");
  const type = path === "rotation" ? "VEC4" : path === "weights" ? "SCALAR" : "VEC3";
  const input = data.accessor(Float32Array.from(times), "SCALAR");
  const output = data.accessor(Float32Array.from(values), type);
  return data.glb({
    meshes: [{ primitives: [{ attributes: { POSITION }, targets: [{ POSITION: target }] }] }],
    nodes,
    animations: [
      {
        name: "move",
        channels: [
          { sampler: 0, target: { node: 0, path } },
          { sampler: 0, target: { path: "pointer" } },
        ],
        samplers: [{ input, output, interpolation }],
      },
    ],
  });
}

/** Where the first corner of the triangle is along x at a time. */
async function cornerAt(bytes: Uint8Array, seconds: number): Promise<number> {
  const rest = await loadAsset(bytes);
  const posed = (await openAnimated(bytes))?.at(rest, 0, seconds);
  return Math.round(1e4 * meshOf(posed).parts[0].positions[0]) / 1e4;
}

describe("animations", () => {
  test("are listed with their times; what they move is at rest without one", async () => {
    const bytes = animated({ path: "translation", interpolation: "LINEAR", times: [0, 2], values: [0, 0, 0, 4, 0, 0] });
    expect(meshOf(await loadAsset(bytes))).toMatchObject({
      animations: [{ name: "move", duration: 2 }],
      skipped: { animationChannel: 1 },
    });
    expect(await openAnimated(new GlbData().glb({}))).toBeUndefined();
  });

  test.each([
    { path: "translation", interpolation: "LINEAR", times: [0, 2], values: [0, 0, 0, 4, 0, 0], at: 0.5, x: 1 },
    { path: "translation", interpolation: "STEP", times: [0, 2], values: [0, 0, 0, 4, 0, 0], at: 1.9, x: 0 },
    { path: "translation", interpolation: "LINEAR", times: [1, 2], values: [1, 0, 0, 4, 0, 0], at: 0, x: 1 },
    { path: "translation", interpolation: "LINEAR", times: [1, 2], values: [1, 0, 0, 4, 0, 0], at: 9, x: 4 },
    // Half of a curve whose tangents are those of a line is the line.
    {
      path: "translation",
      interpolation: "CUBICSPLINE",
      times: [0, 1],
      values: [0, 0, 0, 0, 0, 0, 2, 0, 0, 2, 0, 0, 2, 0, 0, 0, 0, 0],
      at: 0.25,
      x: 0.5,
    },
    { path: "weights", interpolation: "LINEAR", times: [0, 1], values: [0, 1], at: 0.5, x: 0.5 },
  ])("$path, $interpolation at $at", async ({ path, interpolation, times, values, at, x }) => {
    expect(await cornerAt(animated({ path, interpolation, times, values }), at)).toBe(x);
  });

  test("rotate along the shorter arc", async () => {
    // A quarter about z, with the sign of the quaternion changed.
    const half = Math.SQRT1_2;
    const bytes = animated({
      path: "rotation",
      interpolation: "LINEAR",
      times: [0, 1],
      values: [0, 0, 0, 1, 0, 0, -half, -half],
    });
    const rest = await loadAsset(bytes);
    const posed = meshOf((await openAnimated(bytes))?.at(rest, 0, 0.5));
    // The second corner is (1, 0, 0).
    expect(posed.parts[0].positions[3]).toBeCloseTo(half, 6);
    expect(posed.parts[0].positions[4]).toBeCloseTo(half, 6);
  });
});

test("the lights of a scene are placed by their nodes", async () => {
  const data = new GlbData();
  const bytes = data.glb({
    nodes: [
      { translation: [1, 2, 3], extensions: { KHR_lights_punctual: { light: 1 } } },
      { extensions: { KHR_lights_punctual: { light: 0 } } },
      { extensions: { KHR_lights_punctual: { light: 2 } } },
    ],
    extensions: {
      KHR_lights_punctual: {
        lights: [
          { type: "directional", intensity: 5 },
          { type: "spot", color: [1, 0, 0], range: 7, spot: {} },
          { type: "area" },
        ],
      },
    },
  });
  const { lights, skipped } = meshOf(await loadAsset(bytes));
  expect(skipped).toEqual({ lightOfUnknownType: 1 });
  expect(lights).toMatchObject([
    { kind: "spot", color: [1, 0, 0], intensity: 1, range: 7, innerAngle: 0, outerAngle: Math.PI / 4 },
    { kind: "directional", intensity: 5, range: null },
  ]);
  expect(lights?.[0].matrix.slice(9)).toStrictEqual([1, 2, 3]);
});

test("a material variant replaces materials", async () => {
  const data = new GlbData();
  const POSITION = data.accessor(triangle, "VEC3");
  const mappings = [{ variants: [1], material: 1 }];
  const bytes = data.glb({
    meshes: [
      { primitives: [{ attributes: { POSITION }, material: 0, extensions: { KHR_materials_variants: { mappings } } }] },
    ],
    materials: [{ name: "plain" }, { name: "gold" }],
    nodes,
    extensions: { KHR_materials_variants: { variants: [{ name: "day" }, { name: "night" }] } },
  });
  const named = async (materialVariant?: string): Promise<string> => {
    const { parts, materials, variants } = meshOf(await loadAsset(bytes, { materialVariant }));
    expect(variants).toStrictEqual(["day", "night"]);
    return materials[parts[0].material].name;
  };
  expect([await named(), await named("day"), await named("night"), await named("none")]).toStrictEqual([
    "plain",
    "plain",
    "gold",
    "plain",
  ]);
});
