// Splats against closed forms.

import { describe, expect, test } from "vitest";
import { render } from "../render.ts";
import { pixel, wanted } from "../test-support/pixels.ts";
import { at, chain, sceneText, turn, type TestCamera } from "../test-support/scene-text.ts";
import { square } from "../test-support/shapes.ts";
import { splatsOf, type TestSplat } from "../test-support/splat-shapes.ts";
import type { RenderedImage } from "../rendering/rendered-image.ts";
import type { RenderOptions } from "../rendering/render-options.ts";

const [WIDTH, HEIGHT] = [181, 121];
/** Of the test camera: 36 mm before 36 mm. */
const FOCAL = WIDTH;

function image(
  splats: readonly TestSplat[],
  options: RenderOptions = {},
  camera: TestCamera = {},
  degree: 0 | 1 | 2 | 3 = 0,
): Promise<RenderedImage> {
  const scene = sceneText([{ name: "splats", type: "ParticleField3DGaussianSplat" }], {
    aperture: [36, (36 * HEIGHT) / WIDTH],
    ...camera,
  });
  const all = { width: WIDTH, height: HEIGHT, outputs: ["alpha"] as const, ...options };
  return render(scene, { splats: splatsOf(splats, degree) }, all);
}

/** Sum, middle and second moments of what covers the image. */
function moments({ alpha, width, height }: RenderedImage): {
  sum: number;
  x: number;
  y: number;
  xx: number;
  xy: number;
  yy: number;
} {
  const values = wanted(alpha);
  let [sum, x, y] = [0, 0, 0];
  for (let i = 0; i < width * height; i++) {
    sum += values[i];
    x += values[i] * ((i % width) + 0.5);
    y += values[i] * (Math.floor(i / width) + 0.5);
  }
  [x, y] = [x / sum, y / sum];
  let [xx, xy, yy] = [0, 0, 0];
  for (let i = 0; i < width * height; i++) {
    const [dx, dy] = [(i % width) + 0.5 - x, Math.floor(i / width) + 0.5 - y];
    xx += (values[i] * dx * dx) / sum;
    xy += (values[i] * dx * dy) / sum;
    yy += (values[i] * dy * dy) / sum;
  }
  return { sum, x, y, xx, xy, yy };
}

/** The integral of a Gaussian that is cut where less than 1/255 is left. */
function volume(variance: number, opacity: number): number {
  return 2 * Math.PI * variance * (opacity - 1 / 255);
}

describe("a single splat", () => {
  test.each([
    { position: [0, 0, -5], scale: 0.2, opacity: 0.9 },
    { position: [0.4, -0.3, -6], scale: 0.15, opacity: 0.5 },
    { position: [-0.2, 0.1, -20], scale: 0.3, opacity: 0.97 },
  ] as const)("has area and place of its Gaussian: %o", async ({ position, scale, opacity }) => {
    const { sum, x, y, xx, yy, xy } = moments(await image([{ position, scale, opacity }]));
    const [px, py, pz] = position;
    const [tx, ty] = [px / -pz, py / -pz];
    const base = ((FOCAL * scale) / pz) ** 2;
    // J·Jᵀ of the perspective at that place, and the dilation.
    const [vx, vy, vxy] = [base * (1 + tx * tx) + 0.3, base * (1 + ty * ty) + 0.3, -base * tx * ty];
    const area = Math.sqrt(vx * vy - vxy * vxy);
    expect(Math.abs(sum / volume(area, opacity) - 1)).toBeLessThan(0.01);
    expect(Math.abs(x - (WIDTH / 2 + FOCAL * tx))).toBeLessThan(0.01 * Math.sqrt(area));
    expect(Math.abs(y - (HEIGHT / 2 - FOCAL * ty))).toBeLessThan(0.01 * Math.sqrt(area));
    // What is cut off narrows it a little: for a whole Gaussian the ratio is 1.
    const cut = 1 - Math.log(255 * opacity) / (255 * opacity) / (1 - 1 / (255 * opacity));
    expect(Math.abs(xx / (vx * cut) - 1)).toBeLessThan(0.02);
    expect(Math.abs(yy / (vy * cut) - 1)).toBeLessThan(0.02);
    expect(Math.abs(xy - vxy * cut)).toBeLessThan(0.02 * area);
  });

  test("is rotated by its quaternion and its prim's matrix", async () => {
    // 30° about z by the quaternion, 40° more by the matrix.
    const half = Math.PI / 12;
    const scene = sceneText([
      { name: "s", type: "ParticleField3DGaussianSplat", matrix: chain(turn([0, 0, 1], 40), at(0, 0, -5)) },
    ]);
    const splats = splatsOf([
      { orientation: [Math.cos(half), 0, 0, Math.sin(half)], scale: [0.3, 0.06, 0.1], opacity: 0.9 },
    ]);
    const result = await render(scene, { s: splats }, { width: 180, height: 120, outputs: ["alpha"] });
    const { xx, xy, yy } = moments(result);
    // 70° from the right upwards; rows count downwards.
    expect((Math.atan2(-2 * xy, xx - yy) * 90) / Math.PI).toBeCloseTo(70, 0);
    const [large, small] = [1, -1].map((sign) => (xx + yy) / 2 + sign * Math.hypot((xx - yy) / 2, xy));
    const long = ((180 * 0.3) / 5) ** 2 + 0.3;
    const short = ((180 * 0.06) / 5) ** 2 + 0.3;
    expect(Math.abs(large / small / (long / short) - 1)).toBeLessThan(0.02);
  });

  test("has the size of the film back's millimetres before an orthographic camera", async () => {
    // 36 mm are 3.6 scene units.
    const camera = { projection: "orthographic" } as const;
    for (const z of [-2, -50]) {
      const result = await image([{ position: [0.5, 0.2, z], scale: 0.1, opacity: 0.8 }], {}, camera);
      const { sum, x, y } = moments(result);
      const unit = WIDTH / 3.6;
      expect(Math.abs(sum / volume((unit * 0.1) ** 2 + 0.3, 0.8) - 1)).toBeLessThan(0.01);
      expect(x).toBeCloseTo(WIDTH / 2 + 0.5 * unit, 1);
      expect(y).toBeCloseTo(HEIGHT / 2 - 0.2 * unit, 1);
    }
  });

  test("covers the same area with supersampling", async () => {
    const splat = { position: [0, 0, -10], scale: 0.02, opacity: 0.9 } as const;
    const sums = await Promise.all(
      ([1, 4, 9, 16] as const).map(async (samples) => moments(await image([splat], { samples })).sum),
    );
    for (const sum of sums) expect(Math.abs(sum / sums[3] - 1)).toBeLessThan(0.01);
  });

  test("is drawn between the near and the far plane only", async () => {
    const camera = { clippingRange: [2, 10] } as const;
    const seen = await Promise.all(
      [-1.99, -2.01, -9.99, -10.01].map(async (z) => {
        const result = await image([{ position: [0, 0, z], scale: 0.1 }], {}, camera);
        return result.stats.splats.drawn;
      }),
    );
    expect(seen).toEqual([0, 1, 1, 0]);
  });
});

describe("overlapping splats", () => {
  test.each([1, 2, 3, 5, 8])("%d of them leave (1 − α)ⁿ of the light", async (n) => {
    for (const opacity of [0.05, 0.3, 0.7, 0.99]) {
      const splats = Array.from({ length: n }, (_, i) => ({ position: [0, 0, -5 - i] as const, opacity }));
      // One pixel's middle is in the middle of all.
      const result = await image(splats);
      const middle = wanted(result.alpha)[Math.floor(HEIGHT / 2) * WIDTH + Math.floor(WIDTH / 2)];
      expect(Math.abs(middle - (1 - (1 - opacity) ** n))).toBeLessThan(1e-3);
    }
  });

  test("the nearest is in front, in whatever order they are given", async () => {
    const red = { position: [0, 0, -4], color: [1, 0, 0], opacity: 0.6, scale: 0.5 } as const;
    const green = { position: [0, 0, -5], color: [0, 1, 0], opacity: 0.6, scale: 0.5 } as const;
    const [a, b] = await Promise.all([image([red, green]), image([green, red])]);
    const middle = pixel(a, (WIDTH - 1) / 2, (HEIGHT - 1) / 2);
    // 0.6 red, 0.24 green, straight alpha 0.84.
    expect(middle).toEqual([182, 73, 0, 214]);
    expect(pixel(b, (WIDTH - 1) / 2, (HEIGHT - 1) / 2)).toEqual(middle);
  });

  test("of one distance are in the order of the scene", async () => {
    const red = { position: [0, 0, -4], color: [1, 0, 0], opacity: 0.6, scale: 0.5 } as const;
    const green = { ...red, color: [0, 1, 0] as const };
    const [r, g] = pixel(await image([red, green]), (WIDTH - 1) / 2, (HEIGHT - 1) / 2);
    expect(r).toBeGreaterThan(g);
  });

  test("of two prims are sorted together", async () => {
    const scene = sceneText([
      { name: "a", type: "ParticleField3DGaussianSplat" },
      { name: "b", type: "ParticleField3DGaussianSplat" },
    ]);
    const colored = (color: readonly [number, number, number], ...zs: number[]): ReturnType<typeof splatsOf> =>
      splatsOf(zs.map((z) => ({ position: [0, 0, z] as const, color, opacity: 0.5, scale: 0.5 })));
    const assets = { a: colored([1, 0, 0], -3, -5), b: colored([0, 0, 1], -4) };
    const result = await render(scene, assets, { width: 61, height: 41, background: [0, 0, 0] });
    // Red 1/2 + 1/8, blue 1/4.
    expect(pixel(result, 30, 20)).toEqual([159, 0, 64, 255]);
  });
});

describe("splats and triangles", () => {
  const scene = (z: number): string =>
    sceneText([
      { name: "wall", matrix: at(0, 0, -5) },
      { name: "splat", type: "ParticleField3DGaussianSplat", matrix: at(0, 0, z) },
    ]);
  const assets = {
    wall: square({ baseColor: [0, 0, 1, 1] }),
    splat: splatsOf([{ color: [1, 0, 0], opacity: 0.8, scale: 0.3 }]),
  };

  test("hide each other by the depth of the splat's centre", async () => {
    const [before, behind] = await Promise.all(
      [-4, -6].map((z) => render(scene(z), assets, { width: 61, height: 41, outputs: ["primId", "depth"] })),
    );
    expect(pixel(before, 30, 20)).toEqual([204, 0, 51, 255]);
    expect(pixel(behind, 30, 20)).toEqual([0, 0, 255, 255]);
    const mid = 20 * 61 + 30;
    expect([before, behind].map(({ primId }) => wanted(primId)[mid])).toEqual([1, 0]);
    expect([before, behind].map(({ depth }) => wanted(depth)[mid])).toEqual([4, 5]);
  });

  test("a partly hidden splat shows its other part", async () => {
    const assetsSmall = { ...assets, splat: splatsOf([{ color: [1, 0, 0], opacity: 0.8, scale: 2 }]) };
    const result = await render(scene(-6), assetsSmall, { width: 61, height: 41, background: [0, 0, 0] });
    expect(pixel(result, 30, 20)).toEqual([0, 0, 255, 255]);
    expect(pixel(result, 10, 20)[0]).toBeGreaterThan(20);
  });

  test("a translucent surface is blended between the splats before and behind it", async () => {
    const text = sceneText([
      { name: "glass", matrix: at(0, 0, -5) },
      { name: "splats", type: "ParticleField3DGaussianSplat" },
    ]);
    const glass = square({ baseColor: [0, 1, 0, 0.5], alphaMode: "blend" });
    const splats = splatsOf([
      { position: [0, 0, -6], color: [1, 0, 0], opacity: 0.6, scale: 0.5 },
      { position: [0, 0, -4], color: [0, 0, 1], opacity: 0.6, scale: 0.5 },
    ]);
    const result = await render(text, { glass, splats }, { width: 61, height: 41, background: [0, 0, 0] });
    expect(pixel(result, 30, 20)).toEqual([31, 51, 153, 255]);
  });
});

describe("colors", () => {
  test("a linear color is encoded as that of a surface", async () => {
    const scene = sceneText([{ name: "s", type: "ParticleField3DGaussianSplat", matrix: at(0, 0, -3) }]);
    const assets = { s: splatsOf([{ color: [0.5, 0.1, 0], scale: 1 }]) };
    const options = { width: 61, height: 41, background: [0, 0, 0] } as const;
    const [shown, light] = await Promise.all(
      (["srgb", "linear"] as const).map((splatColors) => render(scene, assets, { ...options, splatColors })),
    );
    // 0.99 of them.
    expect(pixel(shown, 30, 20).slice(0, 3)).toEqual([126, 25, 0]);
    expect(pixel(light, 30, 20).slice(0, 3)).toEqual([186, 88, 0]);
  });
});
