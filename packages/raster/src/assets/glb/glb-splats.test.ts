import { describe, expect, test } from "vitest";
import { GlbData } from "../../test-support/plain-glb.ts";
import { pixel } from "../../test-support/pixels.ts";
import { sceneText } from "../../test-support/scene-text.ts";
import { render } from "../../render.ts";
import { loadAsset } from "../load-asset.ts";

const C0 = 0.28209479177387814;
const PREFIX = "KHR_gaussian_splatting:";

/** Two splats, red and blue, of degree 1. */
function splatGlb(
  nodes: object[] = [{ mesh: 0 }],
  more: (data: GlbData) => object[] = () => [],
  colorSpace = "srgb_rec709_display",
): Uint8Array {
  const data = new GlbData();
  const color = (r: number, g: number, b: number): number[] => [r, g, b].map((value) => (value - 0.5) / C0);
  const attributes = {
    POSITION: data.accessor(new Float32Array([-1, 0, 0, 1, 0, 0]), "VEC3"),
    [`${PREFIX}ROTATION`]: data.accessor(new Int16Array([0, 0, 0, 32767, 0, 0, 23170, 23170]), "VEC4", {
      normalized: true,
    }),
    [`${PREFIX}SCALE`]: data.accessor(new Float32Array([0.2, 0.2, 0.2, 0.4, 0.1, 0.1]), "VEC3"),
    [`${PREFIX}OPACITY`]: data.accessor(new Uint8Array([255, 255]), "SCALAR", { normalized: true }),
    [`${PREFIX}SH_DEGREE_0_COEF_0`]: data.accessor(new Float32Array([...color(1, 0, 0), ...color(0, 0, 1)]), "VEC3"),
    ...Object.fromEntries(
      [0, 1, 2].map((k) => [`${PREFIX}SH_DEGREE_1_COEF_${k}`, data.accessor(new Float32Array(6), "VEC3")]),
    ),
  };
  const extensions = { KHR_gaussian_splatting: { kernel: "ellipse", colorSpace } };
  const meshes = [{ primitives: [{ mode: 0, attributes, extensions }] }, ...more(data)];
  return data.glb({
    extensionsUsed: Object.keys(extensions),
    extensionsRequired: Object.keys(extensions),
    meshes,
    nodes,
  });
}

describe("splats in a GLB", () => {
  test("are splats", async () => {
    const asset = await loadAsset(splatGlb());
    expect(asset).toMatchObject({ type: "splats", count: 2, degree: 1, skipped: {} });
    if (asset.type !== "splats") return;
    expect(Array.from(asset.orientations, (value) => Math.round(value * 1000) / 1000)).toStrictEqual([
      1, 0, 0, 0, 0.707, 0, 0, 0.707,
    ]);
    expect(Array.from(asset.scales)).toStrictEqual([0.2, 0.2, 0.2, 0.4, 0.1, 0.1].map(Math.fround));
    expect(Array.from(asset.opacities)).toStrictEqual([1, 1]);
  });

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

  test("beyond a limit are rejected", async () => {
    await expect(loadAsset(splatGlb(), { limits: { splats: 1 } })).rejects.toMatchObject({ problem: "limit" });
  });
});
