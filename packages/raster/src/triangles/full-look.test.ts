// Tests each part of the full look separately.

import { describe, expect, test } from "vitest";
import type { MeshAsset } from "@usdkit/assets";
import type { RenderOptions } from "../rendering/render-options.ts";
import { prepareScene, render } from "../render.ts";
import { pixel } from "../test-support/pixels.ts";
import { at, chain, lookAt, sceneText, turn, type TestItem } from "../test-support/scene-text.ts";
import { checker, cube, physicalMaterial, sphere, square } from "../test-support/shapes.ts";

const SIZE = { width: 121, height: 81 };
const lit = { unlit: false } as const;
const physical = physicalMaterial(0, 1);
const use = (texture: number) => ({ texture, usesSecondSet: false, transform: null });

/** Returns the central pixel of an image of one asset. */
async function middle(asset: MeshAsset, options: RenderOptions = {}, item: Partial<TestItem> = {}): Promise<number[]> {
  const text = sceneText([{ name: "a", matrix: at(0, 0, -3), ...item }]);
  return pixel(await render(text, { a: asset }, { ...SIZE, look: "full", ...options }), 60, 40);
}

describe("the full look", () => {
  test("darkens the floor under an object, and not where shadows are off", async () => {
    const items = [
      { name: "floor", matrix: [9, 0, 0, 0, 0, 0, -9, 0, 0, 9, 0, 0, 0, -1, 0, 1] },
      { name: "cube", matrix: chain(turn([0, 1, 0], 20), at(0, 0, 0)) },
    ];
    const text = sceneText(items, { matrix: lookAt([0, 5, 7], [0, 0, 0]) });
    const assets = { floor: square({ ...lit, doubleSided: true }), cube: cube(lit) };
    await using scene = await prepareScene(text, assets);
    const [shadowed, open] = await Promise.all(
      [true, false].map((shadows) => scene.render({ ...SIZE, look: { shadows } })),
    );
    // To the left of the cube, and in front of it to the right.
    const [dark, light] = [pixel(shadowed, 39, 43), pixel(shadowed, 110, 70)];
    expect(dark[0]).toBeLessThan(0.9 * light[0]);
    expect(pixel(open, 39, 43)[0]).toBeGreaterThan(1.1 * dark[0]);
    expect(pixel(open, 110, 70)).toEqual(light);
  });

  test("gives metals the color of what they reflect, and smooth surfaces highlights", async () => {
    const ball = (metallic: number, roughness: number): MeshAsset =>
      sphere(24, { ...lit, baseColor: [0.9, 0.1, 0.1, 1], physical: { ...physical, metallic, roughness } });
    const colors = async (asset: MeshAsset): Promise<{ brightest: number[]; mean: number[] }> => {
      const text = sceneText([{ name: "a", matrix: at(0, 0, -3) }]);
      const { data } = await render(text, { a: asset }, { ...SIZE, look: "full" });
      const brightest = [0, 0, 0, 0];
      const mean = [0, 0, 0, 0];
      for (let i = 0; i < data.length; i++) {
        brightest[i % 4] = Math.max(brightest[i % 4], data[i]);
        mean[i % 4] += data[i];
      }
      return { brightest, mean };
    };
    const [metal, plastic, rough] = await Promise.all([ball(1, 0.3), ball(0, 0.1), ball(0, 1)].map(colors));
    expect(metal.mean[1]).toBeLessThan(0.6 * metal.mean[0]);
    expect(plastic.brightest[1]).toBeGreaterThan(150);
    expect(rough.brightest[1]).toBeLessThan(130);
  });

  test("adds emitted light, and switches it off", async () => {
    const asset = square({ ...lit, baseColor: [0, 0, 0, 1], physical: { ...physical, emissive: [0, 0.5, 0] } });
    const [r, g] = await middle(asset);
    expect(g).toBeGreaterThan(r + 100);
    expect(await middle(asset, { look: { emissive: false } })).toEqual(
      await middle(square({ ...lit, baseColor: [0, 0, 0, 1], physical })),
    );
  });

  test("tilts normals by the normal map: red to the right, green upwards", async () => {
    const bent = async (texel: readonly number[], look: RenderOptions["look"] = "full"): Promise<number> => {
      const normalMap = checker(1, 4, [texel, texel]);
      const asset = square({ ...lit, texture: null, physical: { ...physical, maps: { normal: use(0) } } }, [normalMap]);
      return (await middle(asset, { look }))[0];
    };
    const [flat, up, down] = [await bent([128, 128, 255]), await bent([128, 218, 218]), await bent([128, 38, 218])];
    // The light comes from above.
    expect(up).toBeGreaterThan(flat);
    expect(down).toBeLessThan(flat);
    expect(await bent([128, 38, 218], { normalMaps: false })).toBe(await bent([128, 218, 218], { normalMaps: false }));
  });

  test("darkens by occlusion maps", async () => {
    const black = checker(1, 4, [[0], [0]]);
    const asset = square({ ...lit, texture: null, physical: { ...physical, maps: { occlusion: use(0) } } }, [black]);
    const [occluded, open] = [await middle(asset), await middle(asset, { look: { occlusion: false } })];
    expect(occluded[0]).toBeLessThan(0.8 * open[0]);
  });

  test("lets light through glass", async () => {
    const asset = square({ ...lit, physical: { ...physical, roughness: 0, transmission: 1 } });
    const opacity = async (look: RenderOptions["look"]): Promise<number> => (await middle(asset, { look }))[3];
    expect(await opacity("full")).toBeLessThan(140);
    expect(await opacity({ transmission: false })).toBe(255);
  });

  test("compresses highlights by its tone mapping, and keeps what is darker", async () => {
    const asset = (strength: number): MeshAsset =>
      square({ ...lit, baseColor: [0, 0, 0, 1], physical: { ...physical, emissive: [strength, strength, strength] } });
    expect((await middle(asset(4)))[0]).toBeLessThan(255);
    expect((await middle(asset(4), { look: { toneMapping: "none" } }))[0]).toBe(255);
  });

  test("shades a surface once per pixel, and edges once per sample", async () => {
    const item = { matrix: chain(turn([0, 0, 1], 20), at(0, 0, -4)) };
    const text = sceneText([{ name: "a", ...item }]);
    const assets = { a: square({ ...lit, physical }) };
    const coverage = async (samples: 1 | 4): Promise<Set<number>> => {
      const { data } = await render(text, assets, { ...SIZE, look: "full", samples });
      return new Set(data.filter((_, i) => i % 4 === 3));
    };
    expect(Array.from(await coverage(1)).toSorted((a, b) => a - b)).toEqual([0, 255]);
    expect(Array.from(await coverage(4)).toSorted((a, b) => a - b)).toEqual([0, 64, 128, 191, 255]);
  });

  test.each([
    ["look", { look: "pretty" as "full" }],
    ["look.toneMapping", { look: { toneMapping: "filmic" as "none" } }],
  ])("rejects an unknown %s", async (name, options) => {
    await expect(middle(square(), options)).rejects.toThrow(name);
  });
});
