// Draws GLB files and their conversion to USDZ from the same camera, and compares the images where either shows the model.
//
//   node test/oracle/converted-images.ts [--material-x] [--images FOLDER] [--target DECIBELS] FILES…
//
// Without files those of ../shared/gltf. Models of which the converter reports a loss do not count; there are fewer with --material-x. The
// exit code is 1 if another model is below the target, 40 dB.

import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { convertFile, fileBytes } from "@usdkit/convert";
import { encodePng, prepareFile, PreparedStage, type Box, type CameraPose, type DrawableScene } from "@usdkit/raster";
import { memoryResolver } from "@usdkit/usd";
import { lookAt } from "../../packages/raster/src/test-support/scene-text.ts";
import { compareOwnPixels } from "../raster-peers/own-pixels.ts";

const SIZE = { width: 640, height: 360 };
const BACKGROUND = [0.5, 0.5, 0.52] as const;
const BACKGROUND_BYTES = BACKGROUND.map((value) => Math.round(255 * value));
/** See docs/decisions/2026-11-23-the-geometry-of-stages.md. */
const BOTH_SIDES = "surfaces of stages show both sides, as in the reference's viewer";
/** Models that differ on purpose, with the reason. */
const explained: Readonly<Record<string, string>> = {
  MetalRoughSpheresNoTextures: "its labels have no material: such prims of stages are gray",
  SimpleInstancing: "it has no material: such prims of stages are gray",
  MorphPrimitivesTest: "its sampler has no mipmaps, which UsdUVTexture cannot ask for",
  NormalTangentTest: "its sampler shows the nearest texel of a mipmap, which UsdUVTexture cannot ask for",
  ClearCoatTest: BOTH_SIDES,
  NegativeScaleTest: BOTH_SIDES,
  TextureSettingsTest: BOTH_SIDES,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    "material-x": { type: "boolean", default: false },
    images: { type: "string" },
    target: { type: "string", default: "40" },
  },
});
const target = Number(values.target);
const shared = resolve(import.meta.dirname, "../../../shared/gltf/files");
const files = positionals.length > 0 ? positionals : globSync(join(shared, "*.glb")).toSorted();
if (values.images !== undefined) mkdirSync(values.images, { recursive: true });

const reached: number[] = [];
const missed: string[] = [];
const uncounted: string[] = [];
for (const file of files) {
  const name = basename(file, ".glb");
  const glb = readFileSync(file);
  const resolver = memoryResolver(new Map([["model.glb", glb]]));
  const converted = await convertFile("model.glb", "model.usdz", { resolver, materialX: values["material-x"] });
  const [usdz] = converted.files;
  if (usdz === undefined) throw new Error(`${file}: nothing was written`);
  await using glbScene = await prepare("model.glb", glb);
  await using usdScene = await prepare("model.usdz", fileBytes(usdz));
  if (!(usdScene instanceof PreparedStage)) throw new Error(`${file}: the package is not drawn as a stage`);
  const camera = poseFor(await usdScene.bounds(0));
  const options = { ...SIZE, background: BACKGROUND, camera, time: 0, look: "full", threads: 2 } as const;
  const [ours, theirs] = [await glbScene.render(options), await usdScene.render(options)];
  const { psnr, count } = compareOwnPixels(ours, theirs, BACKGROUND_BYTES);
  const [loss] = converted.losses;
  const reason = explained[name] ?? loss?.message;
  const isReached = count > 0 && psnr >= target;
  const note = isReached || reason === undefined ? "" : `: ${reason}`;
  console.log(`${name.padEnd(36)} ${psnr.toFixed(1)} dB of ${count} pixels${note}`);
  if (isReached) reached.push(psnr);
  else if (reason === undefined) missed.push(name);
  else uncounted.push(name);
  if (values.images !== undefined) {
    writeFileSync(join(values.images, `${name}-glb.png`), await encodePng(ours));
    writeFileSync(join(values.images, `${name}-usd.png`), await encodePng(theirs));
  }
}
const counted = reached.length + missed.length;
console.log(
  `${reached.length} of ${counted} models at ${target} dB or more; ${uncounted.length} with losses or listed do not count`,
);
if (missed.length > 0) console.log(`below: ${missed.join(", ")}`);
process.exitCode = missed.length > 0 ? 1 : 0;

async function prepare(name: string, bytes: Uint8Array): Promise<DrawableScene> {
  const { scene } = await prepareFile(name, { resolver: memoryResolver(new Map([[name, bytes]])) });
  return scene;
}

/** A camera that sees all of a box from the front right above; that of the two files may differ by what never shows. */
function poseFor([x, y, z, u, v, w]: Box): CameraPose {
  const centre = [(x + u) / 2, (y + v) / 2, (z + w) / 2] as const;
  const distance = 1.2 * Math.hypot(u - x, v - y, w - z);
  const eye = [centre[0] + 0.45 * distance, centre[1] + 0.3 * distance, centre[2] + 0.84 * distance] as const;
  return {
    worldMatrix: lookAt(eye, centre),
    horizontalAperture: 36,
    verticalAperture: 20.25,
    focalLength: 50,
    clippingRange: [distance / 100, 4 * distance],
  };
}
