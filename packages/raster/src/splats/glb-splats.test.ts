import { loadAsset } from "@usdkit/assets";
import type { GlbData } from "@usdkit/test-files/plain-glb";
import { splatGlb } from "@usdkit/test-files/splat-glb";
import { describe, expect, test } from "vitest";
import { render } from "../render.ts";
import { pixel } from "../test-support/pixels.ts";
import { sceneText } from "../test-support/scene-text.ts";

describe("splats in a GLB", () => {
  test("are drawn with their nodes' transforms, next to meshes", async () => {
    const triangle = (data: GlbData): object[] => {
      const POSITION = data.accessor(new Float32Array([-0.5, -0.5, 0, 0.5, -0.5, 0, 0, 0.5, 0]), "VEC3");
      return [{ primitives: [{ attributes: { POSITION } }] }];
    };
    const bytes = splatGlb(
      [{ mesh: 0, translation: [0, 2, 0] }, { mesh: 0, translation: [0, -2, 0] }, { mesh: 1 }],
      triangle,
    );
    expect(await loadAsset(bytes)).toMatchObject({ type: "group", count: 3 });
    const text = sceneText([{ name: "it" }], { matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 20, 1] });
    const image = await render(text, { it: bytes }, { width: 161, height: 91 });
    expect(image.stats).toMatchObject({ splats: { total: 4, drawn: 4 }, triangles: { total: 1, drawn: 1 } });
    const [r, g, b, a] = pixel(image, 80, 45);
    expect([r > 100, g > 100, b > 100, a]).toStrictEqual([true, true, true, 255]);
  });

  test("with linear colors are drawn as option and file define it, next to others", async () => {
    const [plain, linear] = [splatGlb(), splatGlb(undefined, undefined, "lin_rec709_display")];
    expect(await loadAsset(linear)).toMatchObject({ isLinear: true, skipped: {} });
    const text = sceneText([{ name: "it" }], { matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 5, 1] });
    const size = { width: 61, height: 41 };
    // Half of linear 1 is 188 of 255; pure colors are the same either way.
    const dim = async (bytes: Uint8Array): Promise<Uint8Array> => {
      const asset = await loadAsset(bytes);
      if (asset.type !== "splats") throw new Error("not splats");
      return (await render(text, { it: { ...asset, harmonics: asset.harmonics.fill(0) } }, size)).data;
    };
    const brightest = (data: Uint8Array): number =>
      data.reduce((most, value, i) => (i % 4 === 0 ? Math.max(most, value) : most), 0);
    expect(brightest(await dim(plain))).toBeLessThan(130);
    expect(brightest(await dim(linear))).toBeGreaterThan(180);
    const asOption = await render(text, { it: plain }, { ...size, splatColors: "linear" });
    const asFile = await render(text, { it: linear }, size);
    expect(Buffer.compare(asFile.data, asOption.data)).toBe(0);
  });
});
