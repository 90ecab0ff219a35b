// Many opaque layers: the same image as without the order, in bounded time.

import { expect, test } from "vitest";
import { type MeshAsset, imageHash } from "@usdkit/assets";
import { prepareScene } from "../render.ts";
import { sceneText } from "../test-support/scene-text.ts";
import { meshOf } from "../test-support/shapes.ts";

/** Large triangles, the last ones nearest, each with a color; every second one lies where the one before it lies. */
function layers(count: number): MeshAsset {
  const positions: number[] = [];
  const colors: number[] = [];
  for (let i = 0; i < count; i++) {
    const z = -20 + (10 * (i - (i % 2))) / count;
    const tilt = ((i * 7) % 5) / 10;
    positions.push(-30, -30, z, 30, -30, z + tilt, 0, 40, z - tilt);
    for (let corner = 0; corner < 3; corner++) colors.push((i % 7) / 7, (i % 11) / 11, (i % 3) / 3, 1);
  }
  const indices = Array.from({ length: 3 * count }, (_, i) => i);
  return meshOf({ positions, indices, colors: Float32Array.from(colors) }, { unlit: true });
}

const SIZE = { width: 64, height: 48 };

test("the order of drawing does not change the image", async () => {
  // Few enough to be drawn in the order of the scene, or so many that most are drawn front to back.
  const asset = layers(60);
  const [part] = asset.parts;
  const repeated = {
    ...part,
    indices: Uint32Array.from({ length: 8 * part.indices.length }, (_, i) => part.indices[i % part.indices.length]),
  };
  await using few = await prepareScene(sceneText([{ name: "it" }]), { it: asset });
  await using many = await prepareScene(sceneText([{ name: "it" }]), { it: { ...asset, parts: [repeated] } });
  const [a, b] = await Promise.all([few.render(SIZE), many.render(SIZE)]);
  expect(await imageHash(a)).toBe(await imageHash(b));
  expect(b.stats.skipped).toStrictEqual({});
});

test("what is beyond the limit is left out and counted", async () => {
  await using scene = await prepareScene(sceneText([{ name: "it" }]), { it: layers(1800) });
  const whole = await scene.render(SIZE);
  expect(whole.stats.skipped).toStrictEqual({});
  const { stats } = await scene.render({ ...SIZE, limits: { overdraw: 1000 } });
  expect(stats.skipped["tooMuchOverdraw"]).toBeGreaterThan(1000);
});
