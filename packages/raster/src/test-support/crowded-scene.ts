import type { PreparedScene } from "../rendering/prepared-scene.ts";
import { prepareScene } from "../render.ts";
import { randomNumbers } from "@usdkit/test-files/random";
import { at, chain, lookAt, sceneText, turn } from "./scene-text.ts";
import { checker, cube, sphere, square } from "./shapes.ts";
import { splatsOf, type TestSplat } from "./splat-shapes.ts";

/** A scene with everything in it: textures, masks, glass, splats of degree 3, points, a floor that is cut by the near plane. */
export async function crowdedScene(): Promise<PreparedScene> {
  const items = [
    { name: "floor", matrix: [9, 0, 0, 0, 0, 0, -9, 0, 0, 9, 0, 0, 0, -1, 0, 1] },
    { name: "cube", matrix: chain(turn([0, 1, 0], 30), at(-1.2, 0, 0)) },
    { name: "ball", matrix: at(1.4, 0, 0.3) },
    { name: "glass", matrix: at(0.2, 0, 1.8) },
    { name: "glass2", meshId: "glass", matrix: chain(turn([0, 1, 0], 60), at(0.2, 0, 1.8)) },
    { name: "leaf", matrix: chain(turn([0, 1, 0], -40), at(0, 1.4, -1)) },
    { name: "cloud", type: "ParticleField3DGaussianSplat", matrix: chain(turn([1, 1, 0], 25), at(0, 0.4, 0.5)) },
    { name: "points", matrix: at(-1, 1, 1) },
  ] as const;
  const pattern = checker(8, 8, [
    [230, 120, 60],
    [60, 90, 160],
  ]);
  const assets = {
    floor: square({ unlit: false }, [pattern]),
    cube: cube({ unlit: false }, [pattern]),
    ball: sphere(24, { unlit: false, baseColor: [0.2, 0.6, 0.3, 1] }),
    glass: square({ alphaMode: "blend", baseColor: [0.2, 0.4, 1, 0.4], doubleSided: true }),
    leaf: square({ alphaMode: "mask", doubleSided: true, unlit: false }, [
      checker(6, 8, [
        [250, 200, 30, 255],
        [0, 0, 0, 0],
      ]),
    ]),
    cloud: splatsOf(randomSplats(2_000, 5), 3),
    points: {
      type: "points",
      count: 500,
      positions: Float32Array.from({ length: 1_500 }, numbersOf(9, -0.6, 0.6)),
      colors: Uint8Array.from({ length: 1_500 }, numbersOf(10, 0, 255)),
      skipped: {},
    },
  } as const;
  return await prepareScene(sceneText(items, { matrix: lookAt([1.5, 2.2, 6], [0, 0, 0]) }), assets);
}

/** So many splats that each cover the whole image faintly. */
export function heavySplats(count: number): ReturnType<typeof splatsOf> {
  const random = randomNumbers(3);
  return splatsOf(
    Array.from({ length: count }, () => ({
      position: [random() - 0.5, random() - 0.5, -5 - random()],
      scale: 3 + random(),
      opacity: 0.005,
      color: [random(), random(), random()],
    })),
  );
}

function randomSplats(count: number, seed: number): TestSplat[] {
  const random = randomNumbers(seed);
  return Array.from({ length: count }, () => ({
    position: [random() * 3 - 1.5, random() * 3 - 1.5, random() * 3 - 1.5],
    orientation: [random(), random() - 0.5, random() - 0.5, random() - 0.5],
    scale: [0.02 + random() * 0.1, 0.02 + random() * 0.1, 0.01 + random() * 0.05],
    opacity: random(),
    color: [random(), random(), random()],
    rest: Array.from({ length: 45 }, () => (random() - 0.5) * 0.4),
  }));
}

function numbersOf(seed: number, from: number, to: number): () => number {
  const random = randomNumbers(seed);
  return () => from + (to - from) * random();
}
