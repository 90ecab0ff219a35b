// Compares the full look, without shadows, with three.js under the same environment and key light, for every GLB of a folder:
//
//   node test/raster-peers/models.ts FOLDER
//
// Prints decibels; images are left in `out/`. Exit code 1 if a model is below its target. `--only NAME,…` draws some.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readScene } from "@usdkit/service-scene";
import { parseUsda } from "@usdkit/usda";
import { compareImages, encodePng, prepareScene } from "../../packages/raster/src/index.ts";
import { KEY_STRENGTH, keyDirection } from "../../packages/raster/src/light/key-light.ts";
import { radiance } from "../../packages/raster/src/light/radiance.ts";
import { lookAt, sceneText } from "../../packages/raster/src/test-support/scene-text.ts";
import { Chromium } from "./chromium.ts";
import { viewOf } from "./describe.ts";

const SIZE = { width: 960, height: 540 };
const BACKGROUND = [0.5, 0.5, 0.52] as const;
const TARGET = 35;
/** Models of photographed materials: every texel of five maps counts. */
const DETAILED_TARGET = 30;
const detailed: ReadonlySet<string> = new Set(["BoomBox", "DamagedHelmet", "FlightHelmet"]);

const [folder, flag, names] = process.argv.slice(2);
const only = flag === "--only" ? (names?.split(",") ?? []) : null;
if (folder === undefined) {
  console.error("usage: node test/raster-peers/models.ts FOLDER");
  process.exit(2);
}
const out = join(import.meta.dirname, "out");
mkdirSync(out, { recursive: true });
const chromium = await Chromium.start("/models-page.js");
let environment: ReturnType<typeof equirectangular> | null = equirectangular(256);
const missed: string[] = [];
const found: number[] = [];
try {
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".glb"))) {
    const name = file.replace(/\.glb$/, "");
    if (only !== null && !only.includes(name)) continue;
    const psnr = await compare(name, readFileSync(join(folder, file))).catch((error: unknown) => String(error));
    console.log(name.padEnd(40), typeof psnr === "number" ? `${psnr.toFixed(1)} dB` : psnr);
    if (typeof psnr === "number") found.push(psnr);
    if (typeof psnr !== "number" || psnr < (detailed.has(name) ? DETAILED_TARGET : TARGET)) missed.push(name);
  }
} finally {
  await chromium.close();
}
for (const error of chromium.errors) console.error(`in the page: ${error}`);
const sorted = found.toSorted((a, b) => a - b);
const median = sorted[Math.floor(sorted.length / 2)];
console.log(
  `${found.length} models, median ${median?.toFixed(1) ?? "–"} dB; below their target: ${missed.join(", ") || "none"}`,
);
process.exit(missed.length > 0 ? 1 : 0);

async function compare(name: string, bytes: Uint8Array): Promise<number> {
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
  const { camera } = readScene(parseUsda(text).layer);
  if (camera === null) throw new Error("no camera");
  chromium.files.set("/model.glb", bytes);
  const key = { direction: keyDirection, strength: KEY_STRENGTH };
  const view = { ...viewOf(camera, SIZE), background: BACKGROUND, environment, key, url: "/model.glb" };
  const theirs = await chromium.drawModel({ ...SIZE, ...view });
  environment = null;
  const { psnr } = compareImages(ours, theirs);
  writeFileSync(join(out, `${name}-ours.png`), await encodePng(ours));
  writeFileSync(join(out, `${name}-theirs.png`), await encodePng(theirs));
  return psnr;
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
