import type { PointAsset } from "@usdkit/assets";
import { expect, test } from "vitest";
import { prepareAsset } from "../prepare-asset.ts";
import { randomNumbers } from "@usdkit/test-files/random";

const CAMERA = {
  worldMatrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 10, 1],
  projection: "orthographic",
  // Sixteen units are sixteen pixels.
  horizontalAperture: 160,
  verticalAperture: 160,
  clippingRange: [1, 100],
} as const;

function lines(positions: number[], ends: number[], colors?: number[], endColors?: number[]): PointAsset {
  const white = (list: number[]): Uint8Array => new Uint8Array(list.length).fill(255);
  return {
    type: "points",
    count: positions.length / 3,
    positions: Float32Array.from(positions),
    colors: colors === undefined ? white(positions) : Uint8Array.from(colors),
    ends: {
      positions: Float32Array.from(ends),
      colors: endColors === undefined ? white(ends) : Uint8Array.from(endColors),
    },
    skipped: {},
  };
}

/** The pixels that are drawn, as x and y. */
async function pixelsOf(asset: PointAsset, camera: object = CAMERA): Promise<string[]> {
  await using scene = await prepareAsset(asset);
  const { data } = await scene.render({ width: 16, height: 16, camera });
  const found: string[] = [];
  for (let i = 0; i < 256; i++) if (data[4 * i + 3] > 0) found.push(`${i % 16},${i >> 4}`);
  return found;
}

test("a line is one pixel wide along its longer axis", async () => {
  expect(await pixelsOf(lines([-2, 0.5, 0], [2, 0.5, 0]))).toEqual(["6,7", "7,7", "8,7", "9,7"]);
  expect(await pixelsOf(lines([0.5, -2, 0], [0.5, 2, 0]))).toEqual(["8,6", "8,7", "8,8", "8,9"]);
  expect(await pixelsOf(lines([-2, -2, 0], [2, 2, 0]))).toEqual(["9,6", "8,7", "7,8", "6,9"]);
});

test("lines of any direction cover a pixel in each column or row", async () => {
  const random = randomNumbers(3);
  for (let i = 0; i < 20; i++) {
    const [x, y] = [12 * random() - 6, 12 * random() - 6];
    const span = Math.max(Math.abs(x), Math.abs(y));
    const found = await pixelsOf(lines([0, 0, 0], [x, y, 0]));
    expect(Math.abs(found.length - span)).toBeLessThanOrEqual(1);
  }
});

test("lines are cut at near, hidden by what is before them, and have the colors of their ends", async () => {
  const deep = { ...CAMERA, projection: "perspective", focalLength: 160 } as const;
  // From behind the camera to its left.
  expect((await pixelsOf(lines([0, 0, 30], [-3, 0, 0]), deep)).length).toBeGreaterThan(0);
  expect(await pixelsOf(lines([0, 0, 30], [0, 1, 20]), deep)).toEqual([]);
  const [red, green] = [
    [255, 0, 0],
    [0, 255, 0],
  ];
  const both = lines([-4, 0.5, 0, -4, 0.5, -1], [4, 0.5, 0, 4, 0.5, -1], [...red, ...green], [...green, ...green]);
  await using scene = await prepareAsset(both);
  const { data } = await scene.render({ width: 16, height: 16, camera: CAMERA });
  const at = (x: number): number[] => Array.from(data.subarray(4 * (16 * 7 + x), 4 * (16 * 7 + x) + 3));
  expect(at(4)[0]).toBeGreaterThan(240);
  expect(at(11)[1]).toBeGreaterThan(240);
  // Mixed as light: halfway both are brighter than half of the byte.
  expect(Math.min(at(8)[0], at(7)[1])).toBeGreaterThan(160);
});
