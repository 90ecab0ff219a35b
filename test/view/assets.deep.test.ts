// Campaign in CI: Assets whose decoders the page loads on demand, in Chromium and under its content security policy

import { readFileSync } from "node:fs";
import { createRequire, stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { gridGlb } from "@usdkit/test-files/grid-glb";
import { blankPage, closeBrowser, ViewPage, whySkipped } from "./open-page.ts";
import { texturedGlb } from "./textured-glb.ts";

const view = join(import.meta.dirname, "../../packages/view/src");

/** The used interface of sharp, which only the renderer depends on. */
interface Image {
  webp(options: object): Image;
  png(): Image;
  toBuffer(): Promise<Uint8Array>;
}
type OpenImage = (pixels: Uint8Array, options: object) => Image;
const sharp = createRequire(join(import.meta.dirname, "../../packages/assets/src/index.ts"))("sharp") as OpenImage;

const assets = join(import.meta.dirname, "../../packages/assets/test");
const read = (name: string): Uint8Array => new Uint8Array(readFileSync(join(assets, name)));

function sceneOf(type: "Mesh" | "ParticleField3DGaussianSplat"): string {
  return `#usda 1.0
def Xform "World"
{
    def ${type} "It" (
        payload = @asset:/mesh/it@
    )
    {
    }
}
`;
}

afterAll(closeBrowser);

describe.skipIf(whySkipped !== "")(`the page decodes${whySkipped}`, { timeout: 600_000 }, () => {
  test("meshes in Draco, textures in KTX2 and splats in SOG, and loads a decoder only for them", async () => {
    await using view = new ViewPage().write({
      "draco.usda": sceneOf("Mesh").replace("mesh/it", "mesh/draco"),
      "ktx2.usda": sceneOf("Mesh").replace("mesh/it", "mesh/ktx2"),
      "sog.usda": sceneOf("ParticleField3DGaussianSplat").replace("mesh/it", "mesh/sog"),
      "models/draco.glb": await gridGlb(8, "draco"),
      "models/ktx2.glb": texturedGlb(),
      "models/sog.sog": read("splats/cloud.sog"),
    });
    const page = await view.open("sog.usda", "draco.usda", "ktx2.usda", "--assets", "models");
    const status = (): Promise<string | null> => page.locator(".image-status").textContent();
    const isLeftOut = (): Promise<boolean> => page.locator(".not-drawn").isVisible();
    const loaded = (name: string): boolean => view.requests.some((url) => url.endsWith(name));
    await view.image();
    expect(await isLeftOut()).toBe(false);
    expect(await status()).toContain("260 splats");
    await view.screenshot("sog");
    expect([loaded("draco_decoder_gltf.wasm"), loaded("basis_encoder.wasm")]).toEqual([false, false]);
    await page.click(".files [data-value='1']");
    await expect.poll(status).toContain("128 triangles");
    expect(await isLeftOut()).toBe(false);
    await view.image();
    await view.screenshot("draco");
    expect([loaded("draco_decoder_gltf.wasm"), loaded("basis_encoder.wasm")]).toEqual([true, false]);
    await page.click(".files [data-value='2']");
    await expect.poll(status).toContain("2 triangles");
    await view.image();
    expect(await isLeftOut()).toBe(false);
    await view.screenshot("ktx2");
    expect(loaded("basis_encoder.wasm")).toBe(true);
    // The texture: red grows to the right, green downwards, blue is 128.
    await page.keyboard.press("2");
    await page.waitForTimeout(50);
    await view.image();
    const pixel = `(() => {
      const canvas = document.querySelector("canvas");
      const at = (x, y) => [...canvas.getContext("2d").getImageData(canvas.width * x, canvas.height * y, 1, 1).data];
      return [at(0.4, 0.5), at(0.6, 0.5)];
    })()`;
    const [left, right] = await page.evaluate<number[][]>(pixel);
    for (const [, , blue] of [left, right]) expect(Math.abs(blue - 128)).toBeLessThan(12);
    expect(right[0] - left[0]).toBeGreaterThan(20);
    expect(view.errors).toEqual([]);
  });

  test("every color of transparent pixels, in PNG and WebP", async () => {
    const source = readFileSync(join(view, "page/decoders/decode-image.ts"), "utf8");
    const script = stripTypeScriptTypes(source).replace("export async function", "globalThis.decode = async function");
    const pixels = Uint8Array.from({ length: 4 * 64 * 48 }, (_, i) => (Math.imul(i, 2_654_435_761) >>> 11) & 255);
    const image = (): Image => sharp(pixels, { raw: { width: 64, height: 48, channels: 4 } });
    const files = {
      "image/webp": await image().webp({ lossless: true, exact: true }).toBuffer(),
      "image/png": await image().png().toBuffer(),
    };
    await using blank = await blankPage();
    await blank.page.addScriptTag({ type: "module", content: script });
    // A module runs after its tag was added.
    await blank.page.waitForFunction("typeof decode === 'function'");
    for (const [type, bytes] of Object.entries(files)) {
      const decoded = await blank.page.evaluate<number[]>(
        `decode(new Uint8Array(${JSON.stringify([...bytes])}), "${type}").then(({ data }) => [...data])`,
      );
      expect(Uint8Array.from(decoded)).toEqual(pixels);
    }
  });
});
