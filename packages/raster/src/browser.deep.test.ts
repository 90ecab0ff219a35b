// Campaign in CI: The renderer in Chromium

// In a browser: the package can be bundled for it, and loads and draws what Node does.
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { rolldown, type OutputChunk } from "rolldown";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { imageHash, loadAsset, render } from "./index.ts";
import { gridGlb } from "@usdkit/test-files/grid-glb";
import { GlbData } from "@usdkit/test-files/plain-glb";
import { splatPly } from "@usdkit/test-files/splat-ply";
import { splatSpz } from "@usdkit/test-files/splat-spz";
import { trainedCloud } from "@usdkit/test-files/trained-cloud";

const SCENE = `#usda 1.0
def ParticleField3DGaussianSplat "Room" ( payload = @asset:/mesh/room@ )
{
}
def Mesh "Tile" ( payload = @asset:/mesh/tile@ )
{
    matrix4d xformOp:transform = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (-0.5, -0.5, -3, 1))
}
def Camera "Main"
{
    float2 clippingRange = (0.1, 100)
}
`;
const SIZE = { width: 96, height: 64 };
const ORIGIN = "https://raster.test/";

/** Chunks by path; what is imported from outside of them fails the test. */
const chunks = new Map<string, OutputChunk>();

beforeAll(async () => {
  const build = await rolldown({
    input: { index: join(import.meta.dirname, "index.ts") },
    platform: "browser",
    onLog: () => undefined,
  });
  const { output } = await build.generate({ format: "esm", entryFileNames: "[name].js" });
  await build.close();
  for (const file of output) if (file.type === "chunk") chunks.set(`/${file.fileName}`, file);
});

/** A triangle with an image of four opaque colors, which a canvas keeps as they are. */
async function texturedGlb(): Promise<Uint8Array> {
  const data = new GlbData();
  const pixels = new Uint8Array([255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 9, 99, 199, 255]);
  const png = await sharp(pixels, { raw: { width: 2, height: 2, channels: 4 } })
    .png()
    .toBuffer();
  const attributes = {
    POSITION: data.accessor(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]), "VEC3"),
    TEXCOORD_0: data.accessor(new Float32Array([0, 0, 1, 0, 0, 1]), "VEC2"),
  };
  return data.glb({
    meshes: [{ primitives: [{ attributes, material: 0 }] }],
    nodes: [{ mesh: 0 }],
    materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } }, extensions: { KHR_materials_unlit: {} } }],
    textures: [{ source: 0 }],
    images: [{ bufferView: data.view(png), mimeType: "image/png" }],
  });
}

test("a browser bundle imports nothing of Node", () => {
  const imports = Array.from(chunks.values()).flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports]);
  const own = new Set(Array.from(chunks.keys(), (path) => path.slice(1)));
  expect(imports.filter((name) => !own.has(name))).toStrictEqual([]);
  const modules = Array.from(chunks.values()).flatMap(({ moduleIds }) => moduleIds);
  expect(modules.filter((id) => /[\\/](?:sharp|draco3dgltf)[\\/]|\.node\.ts$/.test(id))).toStrictEqual([]);
  expect(modules.filter((id) => id.endsWith(".browser.ts")).length).toBeGreaterThanOrEqual(2);
});

const browserPath = "/usr/bin/chromium";
const why = existsSync(browserPath) ? "" : ` (skipped: there is no ${browserPath})`;

/** The page's result: numbers and strings only. */
interface Seen {
  readonly hash: string;
  readonly pngHash: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly texture: readonly number[];
  readonly jpeg: number;
  readonly dracoError: string;
  readonly dracoTriangles: number;
}

describe.skipIf(!existsSync(browserPath))(`in Chromium${why}`, () => {
  test("it loads what Node loads, and draws the same pixels", { timeout: 600_000 }, async () => {
    const cloud = trainedCloud(300, 1);
    const files = {
      "room.ply": splatPly(cloud),
      "room2.spz": await splatSpz(cloud, 2),
      "room4.spz": await splatSpz(cloud, 4),
      "tile.glb": await texturedGlb(),
      "grid.glb": await gridGlb(8, "meshopt"),
      "draco.glb": await gridGlb(8, "draco"),
    };
    const ofAssets = createRequire(createRequire(import.meta.url).resolve("@usdkit/assets/package.json"));
    const draco = ofAssets.resolve("draco3dgltf/draco_decoder_gltf_nodejs.js");
    const served = new Map<string, { type: string; body: Buffer }>([
      ["/", { type: "text/html", body: Buffer.from("<!doctype html><script src=/draco.js></script>") }],
      ["/draco.js", { type: "text/javascript", body: readFileSync(draco) }],
      [
        "/draco_decoder_gltf.wasm",
        { type: "application/wasm", body: readFileSync(draco.replace("_nodejs.js", ".wasm")) },
      ],
      ...Array.from(
        chunks,
        ([path, { code }]) => [path, { type: "text/javascript", body: Buffer.from(code) }] as const,
      ),
      ...Object.entries(files).map(
        ([name, bytes]) => [`/${name}`, { type: "application/octet-stream", body: Buffer.from(bytes) }] as const,
      ),
    ]);
    const browser = await chromium.launch({ executablePath: browserPath, args: ["--no-sandbox"] });
    try {
      const page = await browser.newPage();
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(String(error)));
      await page.route("**", async (route) => {
        const file = served.get(new URL(route.request().url()).pathname);
        if (file === undefined) await route.fulfill({ status: 404, body: "" });
        else await route.fulfill({ contentType: file.type, body: file.body });
      });
      await page.goto(ORIGIN);
      const script = `(async () => {
        const { compareImages, decodeImage, encodeJpeg, encodePng, imageHash, loadAsset, render } = await import("/index.js");
        const get = async (name) => new Uint8Array(await (await fetch("/" + name)).arrayBuffer());
        const files = { room: await get("room.ply"), tile: await get("tile.glb") };
        const image = await render(${JSON.stringify(SCENE)}, files, { ...${JSON.stringify(SIZE)}, background: [0, 0, 0] });
        const png = await decodeImage(await encodePng(image));
        const createDracoDecoder = (overrides) => DracoDecoderModule({ ...overrides, locateFile: (name) => "/" + name });
        const draco = await loadAsset(await get("draco.glb"), { createDracoDecoder });
        return {
          hash: await imageHash(image),
          pngHash: await imageHash(png),
          counts: {
            spz2: (await loadAsset(await get("room2.spz"))).count,
            spz4: (await loadAsset(await get("room4.spz"))).count,
            grid: (await loadAsset(await get("grid.glb"))).parts[0].indices.length,
          },
          texture: Array.from((await loadAsset(files.tile)).textures[0].data),
          jpeg: (await encodeJpeg(image)).length,
          dracoError: await loadAsset(await get("draco.glb")).catch((error) => error.message),
          dracoTriangles: draco.parts[0].indices.length / 3,
        };
      })()`;
      const seen = await page.evaluate<Seen>(script);
      const assets = { room: files["room.ply"], tile: files["tile.glb"] };
      const image = await render(SCENE, assets, { ...SIZE, background: [0, 0, 0] });
      expect(image.data.some((value, i) => i % 4 < 3 && value > 50)).toBe(true);
      expect(seen.hash).toBe(await imageHash(image));
      expect(seen.pngHash).toBe(seen.hash);
      expect(seen.counts).toStrictEqual({ spz2: 300, spz4: 300, grid: 6 * 64 });
      const tile = await loadAsset(files["tile.glb"]);
      expect(tile.type === "mesh" && Array.from(tile.textures[0].data)).toStrictEqual(seen.texture);
      expect(seen.jpeg).toBeGreaterThan(100);
      expect(seen.dracoError).toContain("createDracoDecoder");
      expect(seen.dracoTriangles).toBe(128);
      expect(errors).toStrictEqual([]);
    } finally {
      await browser.close();
    }
  });
});
