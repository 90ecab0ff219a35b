// Campaign in CI: Textures of materials as pictures on the page of usda view, in Chromium

import { encodePng } from "@usdkit/raster";
import { afterAll, expect, test } from "vitest";
import { closeBrowser, ViewPage, whySkipped } from "./open-page.ts";

const STAGE = `#usda 1.0
( defaultPrim = "World" )
def Xform "World"
{
    def Mesh "Square" (
        prepend apiSchemas = ["MaterialBindingAPI"]
    )
    {
        rel material:binding = </World/Wood>
        int[] faceVertexCounts = [4]
        int[] faceVertexIndices = [0, 1, 2, 3]
        point3f[] points = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)]
        texCoord2f[] primvars:st = [(0, 0), (1, 0), (1, 1), (0, 1)] ( interpolation = "vertex" )
    }
    def Material "Wood"
    {
        token outputs:surface.connect = </World/Wood/Surface.outputs:surface>
        def Shader "Surface"
        {
            uniform token info:id = "UsdPreviewSurface"
            color3f inputs:diffuseColor.connect = </World/Wood/Image.outputs:rgb>
            float inputs:roughness.connect = </World/Wood/Lost.outputs:r>
            token outputs:surface
        }
        def Shader "Image"
        {
            uniform token info:id = "UsdUVTexture"
            asset inputs:file = @textures/wood.png@
            float3 outputs:rgb
        }
        def Shader "Lost"
        {
            uniform token info:id = "UsdUVTexture"
            asset inputs:file = @textures/lost.png@
            float outputs:r
        }
    }
}
`;

afterAll(closeBrowser);

test.skipIf(whySkipped !== "")(`textures are shown as pictures${whySkipped}`, { timeout: 600_000 }, async () => {
  const data = Uint8Array.from({ length: 4 * 200 * 50 }, (_, i) => [200, 100, 20, 255][i % 4] ?? 0);
  const wood = await encodePng({ width: 200, height: 50, data });
  await using view = new ViewPage().write({ "scene.usda": STAGE, "textures/wood.png": wood });
  const page = await view.open("scene.usda");
  await page.locator('.prim-row[title="/World"]').click();
  await page.keyboard.press("ArrowRight");
  await page.locator('.prim-row[title="/World/Square"]').click();
  const textures = page.locator(".material .texture");
  await expect
    .poll(async () => await textures.allTextContents())
    .toEqual(["textures/wood.png200 × 50", "textures/lost.pngthere is no such file"]);
  const center = await page.evaluate(`(() => {
    const canvas = document.querySelector(".texture canvas");
    return [canvas.width, canvas.height, ...canvas.getContext("2d").getImageData(64, 16, 1, 1).data];
  })()`);
  expect(center).toEqual([128, 32, 200, 100, 20, 255]);
  expect(view.errors).toEqual([]);
});
