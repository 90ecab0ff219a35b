// Compares the full look, without shadows, with three.js under the same environment and key light, for every GLB of a folder:
//
//   node test/raster-peers/models.ts FOLDER [--only NAME,…] [--reuse]
//
// Prints decibels of the whole image and of the pixels that show the model, and specks; images are left in `out/`. `--reuse` takes
// the images of three.js that are there already. Exit code 1 if a model is below its target.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readScene } from "@usdkit/service-scene";
import { parseUsda } from "@usdkit/usda";
import { compareImages, decodeImage, encodePng, prepareScene, type Pixels } from "../../packages/raster/src/index.ts";
import { KEY_STRENGTH, keyDirection } from "../../packages/raster/src/light/key-light.ts";
import { radiance } from "../../packages/raster/src/light/radiance.ts";
import { lookAt, sceneText } from "../../packages/raster/src/test-support/scene-text.ts";
import { Chromium, type GraphicsDriver } from "./chromium.ts";
import { viewOf } from "./describe.ts";
import { difference } from "./difference.ts";
import { compareOwnPixels } from "./own-pixels.ts";

const SIZE = { width: 960, height: 540 };
const BACKGROUND = [0.5, 0.5, 0.52] as const;
const BACKGROUND_BYTES = BACKGROUND.map((value) => Math.round(255 * value));
/** Decibels of the model's own pixels: of core materials, and of extensions of materials. */
const TARGET = 35;
const EXTENSION_TARGET = 32;
/** Of the model's own pixels, over all models. */
const MEDIAN_TARGET = 45;
/** Share of models with core materials that reach their target. */
const SHARE_TARGET = 0.95;
const extension =
  /KHR_materials_(?:anisotropy|clearcoat|dispersion|ior|iridescence|sheen|specular|transmission|volume)/;

interface Result {
  readonly name: string;
  readonly isCore: boolean;
  readonly whole: number;
  readonly own: number;
  /** In comparison with two drivers. */
  readonly specks: number;
  /** In comparison with the one of the decibels. */
  readonly specksOfDriver: number;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string" },
    reuse: { type: "boolean", default: false },
    driver: { type: "string", default: "llvmpipe" },
  },
});
const [folder] = positionals;
if (folder === undefined) {
  console.error("usage: node test/raster-peers/models.ts FOLDER [--only NAME,…] [--reuse]");
  process.exit(2);
}
const only = values.only?.split(",");
const out = join(import.meta.dirname, "out");
mkdirSync(out, { recursive: true });
const driver: GraphicsDriver = values.driver === "swiftshader" ? "swiftshader" : "llvmpipe";
const otherDriver: GraphicsDriver = driver === "swiftshader" ? "llvmpipe" : "swiftshader";
const pages = new Map<GraphicsDriver, Chromium>();
const environment = equirectangular(256);
const results: Result[] = [];
const failures: string[] = [];
try {
  for (const file of readdirSync(folder).filter((each) => each.endsWith(".glb"))) {
    const name = file.replace(/\.glb$/, "");
    if (only !== undefined && !only.includes(name)) continue;
    try {
      const result = await compare(name, readFileSync(join(folder, file)));
      results.push(result);
      const { whole, own, specks, isCore } = result;
      const kind = isCore ? "core" : "extension";
      console.log(`${name.padEnd(36)} ${whole.toFixed(1)} dB, own ${own.toFixed(1)} dB, specks ${specks}, ${kind}`);
    } catch (error) {
      failures.push(`${name}: ${String(error)}`);
    }
  }
} finally {
  for (const page of pages.values()) await page.close();
}
for (const { errors } of pages.values()) for (const error of errors) failures.push(`in the page: ${error}`);
summarize();
for (const failure of failures) console.error(failure);
process.exit(failures.length > 0 ? 1 : 0);

function summarize(): void {
  const core = results.filter(({ isCore }) => isCore);
  const median = medianOf(results.map(({ own }) => own));
  const reached = core.filter(({ own }) => own >= TARGET).length / Math.max(1, core.length);
  const specks = results.reduce((sum, each) => sum + each.specks, 0);
  const ofDriver = results.reduce((sum, each) => sum + each.specksOfDriver, 0);
  const missed = results.filter(({ own, isCore }) => own < (isCore ? TARGET : EXTENSION_TARGET));
  console.log(
    `${results.length} models: own pixels median ${median.toFixed(1)} dB (≥ ${MEDIAN_TARGET}), whole image ${medianOf(results.map(({ whole }) => whole)).toFixed(1)}`,
  );
  console.log(
    `core materials at ${TARGET} dB: ${(100 * reached).toFixed(0)} % of ${core.length}; specks ${specks}, by ${driver} alone ${ofDriver}`,
  );
  console.log(`below: ${missed.map(({ name, own }) => `${name} ${own.toFixed(1)}`).join(", ") || "none"}`);
  if (only !== undefined) return;
  if (!(median >= MEDIAN_TARGET)) failures.push(`the median is ${median.toFixed(1)} dB`);
  if (!(reached >= SHARE_TARGET)) failures.push(`${(100 * reached).toFixed(0)} % of core materials reach ${TARGET} dB`);
  for (const { name, own, isCore } of missed) if (!isCore) failures.push(`${name}: ${own.toFixed(1)} dB`);
  if (specks > 0) failures.push(`${specks} specks`);
}

function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

async function compare(name: string, bytes: Uint8Array): Promise<Result> {
  const items = [{ name: "it" }];
  const wide = { aperture: [36, 20.25] as const, clippingRange: [0.01, 1e4] as const };
  await using first = await prepareScene(sceneText(items, wide), { it: bytes });
  const [x, y, z, u, v, w] = first.bounds();
  const centre = [(x + u) / 2, (y + v) / 2, (z + w) / 2] as const;
  const radius = Math.hypot(u - x, v - y, w - z) / 2;
  const distance = 2.4 * radius;
  const eye = [centre[0] + 0.45 * distance, centre[1] + 0.3 * distance, centre[2] + 0.84 * distance] as const;
  const range = [distance / 100, distance * 4] as const;
  const text = sceneText(items, { ...wide, matrix: lookAt(eye, centre), clippingRange: range });
  await using scene = await prepareScene(text, { it: bytes });
  const ours = await scene.render({ ...SIZE, background: BACKGROUND, look: { shadows: false }, threads: 2 });
  writeFileSync(join(out, `${name}-ours.png`), await encodePng(ours));
  const theirs = await drawThere(name, bytes, text, driver);
  writeFileSync(join(out, `${name}-difference.png`), await encodePng(difference(ours, theirs)));
  const { psnr: own, specks: found } = compareOwnPixels(ours, theirs, BACKGROUND_BYTES);
  const specks = found.length === 0 ? 0 : specksOfBoth(found, ours, await drawThere(name, bytes, text, otherDriver));
  const isCore = !extension.test(Buffer.from(bytes).toString("latin1"));
  return { name, isCore, whole: compareImages(ours, theirs).psnr, own, specks, specksOfDriver: found.length };
}

/**
 * Returns how many specks are none in the image of another driver either: drivers filter textures in bytes, and where a normal map turns a
 * sharp highlight on and off within a pixel, one more or less decides.
 */
function specksOfBoth(found: readonly number[], ours: Pixels, others: Pixels): number {
  const specks = new Set(compareOwnPixels(ours, others, BACKGROUND_BYTES).specks);
  return found.filter((i) => specks.has(i)).length;
}

async function drawThere(name: string, bytes: Uint8Array, text: string, by: GraphicsDriver): Promise<Pixels> {
  const kept = join(out, `${name}-theirs${by === "llvmpipe" ? "" : `-${by}`}.png`);
  if (values.reuse && existsSync(kept)) return await decodeImage(readFileSync(kept));
  const { camera } = readScene(parseUsda(text).layer);
  if (camera === null) throw new Error("no camera");
  const known = pages.get(by);
  const page = known ?? (await Chromium.start("/models-page.js", by));
  pages.set(by, page);
  page.files.set("/model.glb", bytes);
  const key = { direction: keyDirection, strength: KEY_STRENGTH };
  const view = {
    ...viewOf(camera, SIZE),
    background: BACKGROUND,
    environment: known === undefined ? environment : null,
    key,
    url: "/model.glb",
  };
  const theirs = await page.drawModel({ ...SIZE, ...view });
  writeFileSync(kept, await encodePng(theirs));
  return theirs;
}

/** The environment as three.js takes it: rows from the ground upwards, u by the angle around y. */
function equirectangular(size: number): { readonly size: number; readonly data: number[] } {
  const data: number[] = [];
  for (let row = 0; row < size; row++) {
    const up = ((row + 0.5) / size - 0.5) * Math.PI;
    for (let column = 0; column < 2 * size; column++) {
      const around = ((column + 0.5) / (2 * size) - 0.5) * 2 * Math.PI;
      const value = radiance(Math.cos(up) * Math.cos(around), Math.sin(up), Math.cos(up) * Math.sin(around));
      data.push(value, value, value, 1);
    }
  }
  return { size, data };
}
