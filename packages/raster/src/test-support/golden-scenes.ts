/** Scenes whose images are kept. Together they show everything that is drawn. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { PrepareOptions } from "../rendering/render-options.ts";
import type { AssetSource } from "../prepare/resolve-assets.ts";
import type { RenderOptions } from "../rendering/render-options.ts";
import { at, chain, lookAt, sceneText, turn, type TestCamera } from "./scene-text.ts";
import { checker, cube, meshOf, physicalMaterial, sphere, square } from "./shapes.ts";
import { cloud, fan, points, shell } from "./splat-clouds.ts";
import { splatsOf } from "./splat-shapes.ts";
import { splatPly } from "@usdkit/test-files/splat-ply";
import { trainedCloud } from "@usdkit/test-files/trained-cloud";

export interface GoldenScene {
  /** Of its files. */
  readonly name: string;
  /** What must be seen. */
  readonly shows: string;
  readonly text: string;
  readonly assets: AssetSource;
  readonly options: Omit<PrepareOptions & RenderOptions, "limits">;
}

const SKY = [0.13, 0.15, 0.19] as const;
const wide: TestCamera = { aperture: [36, 20.25] };
const from = (eye: readonly [number, number, number], more: TestCamera = {}): TestCamera => ({
  ...wide,
  matrix: lookAt(eye, [0, 0, 0]),
  ...more,
});
const tiles = checker(8, 16, [
  [228, 120, 62],
  [58, 92, 160],
]);
const marble = checker(16, 16, [
  [236, 234, 228],
  [44, 46, 50],
]);
const floor = { name: "floor", matrix: [6, 0, 0, 0, 0, 0, -6, 0, 0, 6, 0, 0, 0, -1, 0, 1] };
const lit = { unlit: false } as const;

const scenes: readonly GoldenScene[] = [
  {
    name: "lit-shapes",
    shows: "a textured cube and a green ball on a checkered floor, lit from the upper right",
    text: sceneText(
      [
        floor,
        { name: "cube", matrix: chain(turn([0, 1, 0], 30), at(-1.4, 0, 0)) },
        { name: "ball", matrix: at(1.4, 0, 0.3) },
      ],
      from([1.5, 2, 5.5]),
    ),
    assets: {
      floor: square(lit, [marble]),
      cube: cube(lit, [tiles]),
      ball: sphere(24, { ...lit, baseColor: [0.2, 0.6, 0.3, 1] }),
    },
    options: { samples: 4 },
  },
  {
    name: "materials",
    shows:
      "in a row: vertex colors, a mask with holes, an unlit square, the same lit; before them two panes of glass that cross",
    text: sceneText(
      [
        { name: "colors", matrix: at(-3.3, 0, 0) },
        { name: "mask", matrix: at(-1.1, 0, 0) },
        { name: "unlit", matrix: at(1.1, 0, 0) },
        { name: "lit", matrix: at(3.3, 0, 0) },
        { name: "blue", matrix: chain(turn([0, 1, 0], 50), at(-0.4, 0.2, 1.6)) },
        { name: "red", matrix: chain(turn([0, 1, 0], -50), at(-0.4, -0.2, 1.6)) },
      ],
      from([0, 0.4, 10]),
    ),
    assets: {
      colors: meshOf({
        positions: [-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0],
        indices: [0, 1, 2, 0, 2, 3],
        colors: Float32Array.of(1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 1, 1, 1, 1, 0, 1),
      }),
      mask: square({ alphaMode: "mask" }, [
        checker(6, 16, [
          [250, 200, 30, 255],
          [0, 0, 0, 0],
        ]),
      ]),
      unlit: square({}, [tiles]),
      lit: square(lit, [tiles]),
      blue: square({ alphaMode: "blend", baseColor: [0.1, 0.3, 1, 0.5], doubleSided: true }),
      red: square({ alphaMode: "blend", baseColor: [1, 0.15, 0.1, 0.5], doubleSided: true }),
    },
    options: {},
  },
  {
    name: "far-floor",
    shows: "a checkered floor that reaches from behind the camera to the horizon and turns to even gray there",
    text: sceneText([{ ...floor, matrix: [400, 0, 0, 0, 0, 0, -400, 0, 0, 400, 0, 0, 0, -1, 0, 1] }], {
      ...wide,
      matrix: chain(turn([1, 0, 0], -8), turn([0, 1, 0], 25)),
      clippingRange: [0.5, 390],
    }),
    assets: { floor: square({ texCoordTransform: [40, 0, 0, 40, 0, 0] }, [marble]) },
    options: {},
  },
  {
    name: "crossing",
    shows: "three squares that cross each other in straight lines, and a cube that is cut open by the near plane",
    text: sceneText(
      [
        { name: "a", meshId: "red", matrix: chain(turn([0, 1, 0], 45), at(-1.2, 0, 0)) },
        { name: "b", meshId: "green", matrix: chain(turn([0, 1, 0], -45), at(-1.2, 0, 0)) },
        { name: "c", meshId: "blue", matrix: chain(turn([1, 0, 0], -65), at(-1.2, 0, 0)) },
        { name: "cut", matrix: chain(turn([1, 1, 0], 40), at(1.7, 0, 1.3)) },
      ],
      from([0, 0.6, 5.4], { clippingRange: [3.6, 50] }),
    ),
    assets: {
      red: square({ ...lit, doubleSided: true, baseColor: [0.8, 0.1, 0.1, 1] }),
      green: square({ ...lit, doubleSided: true, baseColor: [0.1, 0.6, 0.1, 1] }),
      blue: square({ ...lit, doubleSided: true, baseColor: [0.1, 0.2, 0.8, 1] }),
      cut: cube({ ...lit, doubleSided: true }, [tiles]),
    },
    options: { samples: 4 },
  },
  {
    name: "orthographic",
    shows: "cubes that get no smaller with the distance, one of them mirrored, one sheared",
    text: sceneText(
      [-2, -1, 0, 1, 2].map((i) => ({
        name: `cube${i + 2}`,
        meshId: "cube",
        matrix: chain(
          at(0, 0, 0),
          i === 1 ? rows(-1, 0, 1) : i === 2 ? rows(1, 0.6, 1) : rows(1, 0, 1),
          turn([0, 1, 0], 20 * i),
          at(2.6 * i, 0.2 * i, -2 * i),
        ),
      })),
      from([4, 4, 12], { projection: "orthographic", aperture: [170, 95.625] }),
    ),
    assets: { cube: cube(lit, [tiles]) },
    options: { samples: 4 },
  },
  {
    name: "hand",
    shows: "a right hand, in gray, as its file has it",
    text: sceneText([{ name: "hand" }], {
      ...wide,
      matrix: lookAt([-0.25, 0.12, -0.3], [0.01, -0.02, 0]),
      focalLength: 36,
      clippingRange: [0.01, 10],
    }),
    assets: () =>
      readFileSync(
        createRequire(import.meta.url).resolve(
          "@webxr-input-profiles/assets/dist/profiles/generic-fixed-hand/right.glb",
        ),
      ),
    options: { samples: 4 },
  },
  {
    name: "splat-shell",
    shows: "a ball of small splats, colored by their direction, with a darker inside seen through gaps",
    text: sceneText([splatItem("shell")], from([0, 0.5, 4])),
    assets: { shell: splatsOf(shell(4_000, 11)) },
    options: {},
  },
  {
    name: "splat-harmonics",
    shows: "two balls of the same splats, one turned by half: their colors depend on where they are seen from",
    text: sceneText(
      [
        splatItem("left", { meshId: "shell", matrix: at(-1.15, 0, 0) }),
        splatItem("right", { meshId: "shell", matrix: chain(turn([0, 1, 0], 180), at(1.15, 0, 0)) }),
      ],
      from([0, 0.4, 4.9]),
    ),
    assets: { shell: splatsOf(shell(2_500, 12, true), 3) },
    options: {},
  },
  {
    name: "splats-and-shapes",
    shows:
      "a cloud of splats around a cube: those behind it are hidden, those before it hide it; a pane of glass between",
    text: sceneText(
      [
        floor,
        { name: "cube", matrix: chain(turn([0, 1, 0], 35), at(0, 0, 0)) },
        { name: "glass", matrix: at(0.9, 0.3, 1.6) },
        splatItem("cloud"),
      ],
      from([1, 1.2, 5]),
    ),
    assets: {
      floor: square(lit, [marble]),
      cube: cube(lit, [tiles]),
      glass: square({ alphaMode: "blend", baseColor: [0.1, 0.5, 0.9, 0.45] }),
      cloud: splatsOf(cloud(900, 13)),
    },
    options: {},
  },
  {
    name: "splat-needles",
    shows: "long thin splats that fan out from the middle, red to the right, green upwards",
    text: sceneText([splatItem("fan")], from([0, 0, 4])),
    assets: { fan: splatsOf(fan(36)) },
    options: {},
  },
  {
    name: "inline-splats",
    shows:
      "five splats that the layer holds itself, before an orthographic camera, and a trained cloud from a PLY file",
    text: sceneText(
      [splatItem("ply", { matrix: at(0, 0, -2) })],
      from([0, 0, 8], { projection: "orthographic" }),
      `    def ParticleField3DGaussianSplat "Own"
    {
        point3h[] positionsh = [(-1.2, 0, 0), (-0.6, 0, 0), (0, 0, 0), (0.6, 0, 0), (1.2, 0, 0)]
        half3[] scalesh = [(0.05, 0.4, 0.1), (0.1, 0.3, 0.1), (0.15, 0.15, 0.1), (0.2, 0.1, 0.1), (0.3, 0.05, 0.1)]
        half[] opacitiesh = [1, 0.8, 0.6, 0.4, 0.2]
        uniform int radiance:sphericalHarmonicsDegree = 0
        float3[] radiance:sphericalHarmonicsCoefficients = [(1.7, -1, -1), (1, 1, -1), (-1, 1.7, -1), (-1, 1, 1), (1.7, 1.7, 1.7)]
    }
`,
    ),
    assets: { ply: splatPly(trainedCloud(300, 3)) },
    options: {},
  },
  {
    name: "points",
    shows: "a ball of colored points, squares of three pixels, half of it inside of a cube",
    text: sceneText(
      [{ name: "dots" }, { name: "cube", matrix: chain(turn([0, 1, 0], 20), at(0.9, 0, -0.4)) }],
      from([0, 1, 4]),
    ),
    assets: { dots: points(3_000, 14), cube: cube(lit, [tiles]) },
    options: { pointSize: 3 },
  },
  {
    name: "full-look",
    shows:
      "the full look: a rough ball, a smooth plastic one, a golden one, a bumpy cube that glows at its edges, and a glass pane on a floor, with shadows",
    text: sceneText(
      [
        { ...floor, matrix: [9, 0, 0, 0, 0, 0, -9, 0, 0, 9, 0, 0, 0, -1, 0, 1] },
        { name: "rough", matrix: at(-3.3, 0, 0) },
        { name: "plastic", matrix: at(-1.1, 0, 0) },
        { name: "gold", matrix: at(1.1, 0, 0) },
        { name: "bumpy", matrix: chain(turn([0, 1, 0], 30), at(3.6, 0, 0)) },
        { name: "glass", matrix: at(-0.9, 0, 1.7) },
      ],
      from([0.5, 2.2, 9]),
    ),
    assets: {
      floor: square({ ...lit, baseColor: [0.7, 0.7, 0.7, 1] }),
      rough: sphere(24, { ...lit, baseColor: [0.7, 0.2, 0.15, 1], physical: physicalMaterial(0, 1) }),
      plastic: sphere(24, { ...lit, baseColor: [0.1, 0.3, 0.7, 1], physical: physicalMaterial(0, 0.15) }),
      gold: sphere(24, { ...lit, baseColor: [1, 0.77, 0.34, 1], physical: physicalMaterial(1, 0.25) }),
      bumpy: cube(
        {
          ...lit,
          physical: {
            ...physicalMaterial(0, 0.5),
            emissive: [0.9, 0.5, 0.1],
            maps: {
              normal: { texture: 1, usesSecondSet: false, transform: null },
              emissive: { texture: 2, usesSecondSet: false, transform: null },
            },
          },
        },
        [
          tiles,
          checker(4, 16, [
            [128, 128, 255],
            [178, 98, 235],
          ]),
          checker(3, 20, [
            [255, 255, 255],
            [0, 0, 0],
          ]),
        ],
      ),
      glass: square({ ...lit, physical: { ...physicalMaterial(0, 0.05), transmission: 0.9 }, doubleSided: true }),
    },
    options: { look: "full", samples: 4 },
  },
];

/** The scenes; their images are 320 × 180 pixels. */
export const goldenScenes: readonly GoldenScene[] = scenes.map((scene) => ({
  ...scene,
  options: { width: 320, height: 180, background: SKY, look: "plain", ...scene.options },
}));

function splatItem(
  name: string,
  more: { readonly meshId?: string; readonly matrix?: readonly number[] } = {},
): {
  readonly name: string;
  readonly type: "ParticleField3DGaussianSplat";
} {
  return { name, type: "ParticleField3DGaussianSplat", ...more };
}

/** Scales along x and z, and a shear of y into x. */
function rows(x: number, shear: number, z: number): ReturnType<typeof at> {
  return [x, 0, 0, 0, shear, 1, 0, 0, 0, 0, z, 0, 0, 0, 0, 1] as unknown as ReturnType<typeof at>;
}
