import { loadAsset } from "@usdkit/assets";
import { memoryResolver, Stage } from "@usdkit/usd";
import { expect, test } from "vitest";
import { usdToGltf } from "../usd-to-gltf.ts";

const texture = (name: string, file: string): string => `
    def Shader "${name}"
    {
        uniform token info:id = "UsdUVTexture"
        asset inputs:file = @${file}@
        float2 inputs:st.connect = </M/St.outputs:result>
        float outputs:g
        float3 outputs:rgb
    }`;

const SCENE = `#usda 1.0
def Mesh "Cloth" (
    prepend apiSchemas = ["MaterialBindingAPI"]
)
{
    point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
    int[] faceVertexCounts = [3]
    int[] faceVertexIndices = [0, 1, 2]
    texCoord2f[] primvars:st = [(0, 0), (1, 0), (0, 1)] (
        interpolation = "vertex"
    )
    rel material:binding = </M>
}
def Material "M"
{
    token outputs:surface.connect = </M/S.outputs:surface>
    def Shader "S"
    {
        uniform token info:id = "UsdPreviewSurface"
        color3f inputs:diffuseColor.connect = </M/Color.outputs:rgb>
        float inputs:roughness.connect = </M/Color.outputs:g>
        color3f inputs:emissiveColor.connect = </M/Emission.outputs:rgb>
        token outputs:surface
    }
    def Shader "St"
    {
        uniform token info:id = "UsdPrimvarReader_float2"
        string inputs:varname = "st"
        float2 outputs:result
    }${texture("Color", "light.hdr")}${texture("Emission", "sun.hdr")}
}
`;

test("images of light are PNGs with their values, as colors and as numbers; what is above 1 is a loss", async () => {
  const text = (content: string): Uint8Array => new TextEncoder().encode(content);
  const head = text("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\n");
  const files = new Map([
    ["a.usda", text(SCENE)],
    // 0.502, 0.252 and 0.006: 188, 137 and 18 in sRGB.
    ["light.hdr", Uint8Array.of(...head, 128, 64, 1, 128)],
    ["sun.hdr", Uint8Array.of(...head, 128, 128, 128, 131)],
  ]);
  const { glb, losses } = await usdToGltf(await Stage.open("a.usda", { resolver: memoryResolver(files) }));
  expect(losses.map(({ message }) => message)).toEqual(['What is brighter than 1 in the image "sun.hdr" is 1 in glTF']);
  const asset = await loadAsset(glb);
  if (asset.type !== "mesh") throw new Error(asset.type);
  const pixels = asset.textures.map(({ data }) => [...data.subarray(0, 3)]);
  expect(pixels).toContainEqual([188, 137, 18]);
  expect(pixels).toContainEqual([255, 255, 255]);
  // Roughness is the green channel of its texture: 0.252.
  expect(pixels.map(([, green]) => green)).toContain(64);
});
