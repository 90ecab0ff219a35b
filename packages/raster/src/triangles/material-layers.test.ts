// The layers of materials: each changes what it is for.

import { describe, expect, test } from "vitest";
import type { Material, MeshAsset, PhysicalMaterial } from "@usdkit/assets";
import type { RenderOptions } from "../rendering/render-options.ts";
import { render } from "../render.ts";
import { at, sceneText } from "../test-support/scene-text.ts";
import { physicalMaterial, sphere, square } from "../test-support/shapes.ts";

const SIZE = { width: 64, height: 64 };
const camera = { aperture: [36, 36] as const };

interface Colors {
  readonly mean: readonly number[];
  readonly brightest: readonly number[];
  /** Of the pixel in the middle. */
  readonly middle: readonly number[];
}

/** Colors of a ball over black. */
async function ball(layers: Partial<PhysicalMaterial>, material: Partial<Material> = {}): Promise<Colors> {
  const physical = { ...physicalMaterial(0, 0.6), ...layers };
  const asset = sphere(24, { unlit: false, baseColor: [0.2, 0.2, 0.2, 1], ...material, physical });
  return await colorsOf({ it: asset }, { background: [0, 0, 0] });
}

async function colorsOf(assets: Record<string, MeshAsset>, options: RenderOptions): Promise<Colors> {
  const items = Object.keys(assets).map((name, i) => ({ name, matrix: at(0, 0, -2.5 - 1.5 * i) }));
  const { data } = await render(sceneText(items, camera), assets, { ...SIZE, look: { shadows: false }, ...options });
  const mean = [0, 0, 0, 0];
  const brightest = [0, 0, 0, 0];
  for (let i = 0; i < data.length; i++) {
    mean[i % 4] += data[i] / (data.length / 4);
    brightest[i % 4] = Math.max(brightest[i % 4], data[i]);
  }
  const centre = 4 * (32 * SIZE.width + 32);
  return { mean, brightest, middle: Array.from(data.subarray(centre, centre + 4)) };
}

describe("layers of materials", () => {
  test("sheen lights dark cloth in its color", async () => {
    const [plain, velvet] = await Promise.all([
      ball({ roughness: 1 }, { baseColor: [0.01, 0.01, 0.02, 1] }),
      ball({ roughness: 1, sheen: { color: [0, 0, 0.9], roughness: 0.5 } }, { baseColor: [0.01, 0.01, 0.02, 1] }),
    ]);
    expect(velvet.mean[2]).toBeGreaterThan(plain.mean[2] + 15);
    expect(velvet.mean[0]).toBeLessThanOrEqual(plain.mean[0]);
  });

  test("a clear coat has highlights of its own and dims what is below", async () => {
    const rough = { metallic: 1, roughness: 1 };
    const [plain, coated] = await Promise.all([
      ball(rough),
      ball({ ...rough, clearcoat: { strength: 1, roughness: 0, normalScale: 1 } }),
    ]);
    expect(coated.brightest[0]).toBeGreaterThan(plain.brightest[0] + 40);
    expect(coated.mean[0]).not.toBe(plain.mean[0]);
  });

  test("a thin film has colors that its thickness decides", async () => {
    const film = (maxThickness: number): Promise<Colors> =>
      ball({
        metallic: 1,
        roughness: 0.1,
        iridescence: { strength: 1, ior: 1.5, minThickness: 0, maxThickness },
      });
    const [thin, thick] = await Promise.all([film(300), film(500)]);
    const tint = ({ mean }: Colors): number => mean[0] / mean[2];
    expect(Math.abs(tint(thin) - tint(thick))).toBeGreaterThan(0.1);
    expect(Math.abs(tint(await ball({ metallic: 1, roughness: 0.1 })) - 1)).toBeLessThan(0.02);
  });

  test("anisotropy stretches highlights across the tangent", async () => {
    const stretched = (rotation: number): Promise<Colors> =>
      ball({ metallic: 1, roughness: 0.3, anisotropy: { strength: 0.9, rotation } });
    const [along, across] = await Promise.all([stretched(0), stretched(Math.PI / 2)]);
    expect(Math.abs(along.mean[0] - across.mean[0])).toBeGreaterThan(0.3);
  });

  test("reflection grows with the index of refraction, and specular color tints it", async () => {
    const black = { baseColor: [0, 0, 0, 1] } as const;
    const [low, high, tinted] = await Promise.all([
      ball({ ior: 1.1 }, black),
      ball({ ior: 2.4 }, black),
      ball({ ior: 2.4, specular: { strength: 1, color: [1, 0, 0] } }, black),
    ]);
    expect(high.mean[0]).toBeGreaterThan(2 * low.mean[0]);
    expect(tinted.mean[1]).toBeLessThan(0.7 * tinted.mean[0]);
  });

  test("partly metallic surfaces keep the diffuse reflection of dielectrics", async () => {
    const white = { baseColor: [1, 1, 1, 1] } as const;
    const [dielectric, half, metal] = await Promise.all(
      [0, 0.5, 1].map((metallic) => ball({ metallic, roughness: 1 }, white)),
    );
    expect(half.mean[0]).toBeGreaterThan(0.95 * Math.min(dielectric.mean[0], metal.mean[0]));
  });

  test("a roughness beyond 1 and values that are not finite leave no black specks", async () => {
    const { middle, mean } = await ball({ roughness: 40 });
    expect(middle[0]).toBeGreaterThan(20);
    expect(mean).toStrictEqual((await ball({ roughness: 1 })).mean);
    const broken = await ball({
      ior: NaN,
      specular: { strength: NaN, color: [NaN, 1, 1] },
      clearcoat: { strength: 1, roughness: Infinity, normalScale: NaN },
      sheen: { color: [NaN, 0.5, 0], roughness: NaN },
      iridescence: { strength: 1, ior: -4, minThickness: NaN, maxThickness: Infinity },
      anisotropy: { strength: NaN, rotation: Infinity },
    });
    expect(broken.middle[0]).toBeGreaterThan(10);
  });
});

describe("transmission", () => {
  const glass = (layers: Partial<PhysicalMaterial>): MeshAsset =>
    square({
      unlit: false,
      baseColor: [1, 1, 1, 1],
      physical: { ...physicalMaterial(0, 0), transmission: 1, ...layers },
    });
  const red = square({ unlit: true, baseColor: [1, 0, 0, 1] });

  test("shows what is behind, tinted by the volume", async () => {
    const through = await colorsOf({ glass: glass({}), red }, { background: [0, 0, 1] });
    expect(through.middle[0]).toBeGreaterThan(200);
    const volume = { thickness: 1, attenuationColor: [0.1, 1, 1], attenuationDistance: 1 } as const;
    const tinted = await colorsOf({ glass: glass({ volume }), red }, { background: [0, 0, 1] });
    expect(tinted.middle[0]).toBeLessThan(0.6 * through.middle[0]);
  });

  test("is opaque where something is behind, and clear where nothing is", async () => {
    const before = await colorsOf({ glass: glass({}), red }, {});
    expect(before.middle[3]).toBe(255);
    expect((await colorsOf({ glass: glass({}) }, {})).middle[3]).toBeLessThan(140);
  });

  test("blurs what is behind rough glass", async () => {
    const dot = square({ unlit: true, baseColor: [1, 1, 1, 1] });
    const small = {
      ...dot,
      parts: dot.parts.map((part) => ({ ...part, positions: part.positions.map((v) => v / 9) })),
    };
    const seen = async (roughness: number): Promise<number> =>
      (await colorsOf({ glass: glass({ roughness }), small }, { background: [0, 0, 0] })).middle[0];
    expect(await seen(1)).toBeLessThan((await seen(0)) - 60);
  });
});
