import { GlbData } from "@usdkit/test-files/plain-glb";
import { describe, expect, test } from "vitest";
import { prepareAsset } from "./prepare-asset.ts";
import type { PreparedScene } from "./rendering/prepared-scene.ts";

const CAMERA = {
  worldMatrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 10, 1],
  projection: "orthographic",
  horizontalAperture: 160,
  verticalAperture: 160,
  clippingRange: [1, 100],
} as const;

/** A square of 4 units, red or green, that moves by 4 to the right within two seconds; a light. */
function movingGlb(light?: object): Uint8Array {
  const data = new GlbData();
  const POSITION = data.accessor(Float32Array.of(-2, -2, 0, 2, -2, 0, 2, 2, 0, -2, 2, 0), "VEC3");
  const indices = data.accessor(Uint16Array.of(0, 1, 2, 0, 2, 3), "SCALAR");
  const input = data.accessor(Float32Array.of(0, 2), "SCALAR");
  const output = data.accessor(Float32Array.of(0, 0, 0, 4, 0, 0), "VEC3");
  const variants = { mappings: [{ variants: [0], material: 1 }] };
  const color = (r: number, g: number): object => ({
    pbrMetallicRoughness: { baseColorFactor: [r, g, 0, 1], metallicFactor: 0 },
  });
  return data.glb({
    nodes: [
      { mesh: 0 },
      ...(light === undefined ? [] : [{ extensions: { KHR_lights_punctual: { light: 0 } }, translation: [0, 0, 3] }]),
    ],
    meshes: [
      {
        primitives: [
          { attributes: { POSITION }, indices, material: 0, extensions: { KHR_materials_variants: variants } },
        ],
      },
    ],
    materials: [color(1, 0), color(0, 1)],
    animations: [
      {
        name: "Go",
        channels: [{ sampler: 0, target: { node: 0, path: "translation" } }],
        samplers: [{ input, output }],
      },
    ],
    extensions: {
      KHR_materials_variants: { variants: [{ name: "green" }] },
      ...(light === undefined ? {} : { KHR_lights_punctual: { lights: [light] } }),
    },
  });
}

/** The first and last column of the row in the middle that is drawn. */
async function columns(scene: PreparedScene, time?: number): Promise<number[]> {
  const { data } = await scene.render({ width: 16, height: 16, camera: CAMERA, time });
  const drawn = Array.from({ length: 16 }, (_, x) => x).filter((x) => data[4 * (8 * 16 + x) + 3] > 0);
  return [drawn[0], drawn[drawn.length - 1]];
}

describe("a GLB with an animation", () => {
  test("is drawn at rest, or at a time in seconds", async () => {
    await using scene = await prepareAsset(movingGlb());
    expect(scene.timeRange()).toEqual({ start: 0, end: 2, timeCodesPerSecond: 1, framesPerSecond: 24 });
    expect(await columns(scene)).toEqual([6, 9]);
    expect(await columns(scene, 1)).toEqual([8, 11]);
    expect(await columns(scene, 9)).toEqual([10, 13]);
  });

  test("is framed by a camera that shows all of its times and stands still", async () => {
    await using scene = await prepareAsset(movingGlb());
    const options = { width: 32, height: 16, camera: "auto", outputs: ["depth"] } as const;
    const [first, last] = [await scene.render({ ...options, time: 0 }), await scene.render({ ...options, time: 2 })];
    const left = ({ data }: typeof first): number =>
      Array.from({ length: 512 }, (_, i) => i)
        .filter((i) => data[4 * i + 3] > 0)
        .reduce((least, i) => Math.min(least, i % 32), 32);
    expect(left(first)).toBeLessThan(left(last));
  });

  test("has the variant and the animation that are named, and no other", async () => {
    await using scene = await prepareAsset(movingGlb(), { materialVariant: "green", animation: "Go" });
    const { data } = await scene.render({ width: 16, height: 16, camera: CAMERA });
    const middle = 4 * (8 * 16 + 8);
    expect(data[middle + 1]).toBeGreaterThan(data[middle]);
    await expect(prepareAsset(movingGlb(), { materialVariant: "blue" })).rejects.toThrow(
      'no material variant "blue"; expected one of "green"',
    );
    await expect(prepareAsset(movingGlb(), { animation: "Stop" })).rejects.toThrow('expected one of "Go"');
  });
});

test("lights of a GLB are added to the studio", async () => {
  const brightness = async (light?: object): Promise<number> => {
    await using scene = await prepareAsset(movingGlb(light));
    const { data } = await scene.render({ width: 16, height: 16, camera: CAMERA, look: "full" });
    return data[4 * (8 * 16 + 8)];
  };
  const none = await brightness();
  expect(await brightness({ type: "point", intensity: 5 })).toBeGreaterThan(none + 10);
  expect(await brightness({ type: "directional", intensity: 1 })).toBeGreaterThan(none + 10);
  expect(await brightness({ type: "spot", intensity: 5 })).toBeGreaterThan(none + 10);
  // Beyond its range, and outside of its cone.
  expect(await brightness({ type: "point", intensity: 5, range: 2 })).toBe(none);
});
