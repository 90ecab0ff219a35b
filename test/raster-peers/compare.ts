// Compares this renderer with three.js and Spark in headless Chromium without a GPU (SwiftShader): differences of the
// images, and cost. README.md describes how to run it, docs/rendering.md the differences.
//
//   pnpm run raster-peers [--only NAME,…] [--settings] [--quick] [--json FILE]
//
// Exit code 1 if a figure misses its target, 2 if something is not installed.

import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { compareImages, encodePng, prepareScene, type Pixels } from "../../packages/raster/src/index.ts";
import { Chromium, CHROMIUM } from "./chromium.ts";
import { compareCost, type ComparedCost } from "./cost.ts";
import { describe } from "./describe.ts";
import { difference, shareDrawn } from "./difference.ts";
import { scenes, type PeerScene } from "./scenes.ts";
import { matched, settingsBut, settingGroups, type SettingGroup, type SparkSettings } from "./spark-settings.ts";

/** Their processor time over ours. */
const RATIO = 4;
const SIZE = { width: 960, height: 540 };

interface Row {
  readonly scene: string;
  readonly psnr: number;
  /** Share of visibly different pixels. */
  readonly share: number;
  /** Bytes. */
  readonly largest: number;
  readonly target: number | null;
  /** Decibels where Spark has its own settings. */
  readonly spark: number | null;
}

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    settings: { type: "boolean", default: false },
    quick: { type: "boolean", default: false },
    json: { type: "string" },
  },
});
const only = values.only.split(",").filter((name) => name !== "");
const names = [...scenes.map(({ name }) => name), "cost"];
const isChosen = (name: string): boolean => only.length === 0 || only.includes(name);
const unknown = only.filter((name) => !names.includes(name));
if (unknown.length > 0) stop(`Unknown: ${unknown.join(", ")}. There are ${names.join(", ")}.`);
if (!existsSync(join(import.meta.dirname, "node_modules/@sparkjsdev/spark"))) {
  stop("three.js and Spark are not installed: npx -y pnpm@12 install --ignore-workspace --dir test/raster-peers");
}
if (!existsSync(CHROMIUM)) stop(`There is no ${CHROMIUM}: apt-get install chromium`);

const out = join(import.meta.dirname, "out");
mkdirSync(out, { recursive: true });
const failures: string[] = [];
const rows: Row[] = [];
const costs: ComparedCost[] = [];
const bySetting: object[] = [];
const chromium = await Chromium.start();
try {
  console.log(`Chromium ${chromium.version()}; ${await chromium.driver()}`);
  if (values.settings) await explainSettings();
  else await compareAll();
} finally {
  await chromium.close();
}
for (const message of chromium.errors) failures.push(`in the page: ${message}`);
if (values.json !== undefined) {
  writeFileSync(values.json, `${JSON.stringify({ rows, bySetting, costs }, undefined, 2)}\n`);
}
for (const failure of failures) console.error(failure);
// Exits explicitly: the browser driver also listens to the end of the process.
process.exit(failures.length > 0 ? 1 : 0);

async function compareAll(): Promise<void> {
  print("\nscene", ["dB", "target", "unlike pixels", "largest", "Spark's settings"]);
  for (const scene of scenes) if (isChosen(scene.name)) await compare(scene);
  if (!isChosen("cost")) return;
  print("\na image, 1920 × 1080", ["ours", "cpu", "Chromium", "cpu", "ratio of cpu"]);
  for (const count of values.quick ? [20_000] : [100_000, 1_000_000]) {
    const cost = await compareCost(chromium, count);
    costs.push(cost);
    const times = [cost.ours, cost.theirs].flatMap(({ wall, cpu }) => [
      `${wall.toFixed(0)} ms`,
      `${cpu.toFixed(0)} ms`,
    ]);
    print(`${count / 1000}k splats`, [...times, `${cost.ratio.toFixed(1)} (≥ ${RATIO})`]);
    if (!(cost.ratio >= RATIO)) failures.push(`${count} splats: ${cost.ratio.toFixed(1)} times our time, not ${RATIO}`);
  }
}

async function compare(scene: PeerScene): Promise<void> {
  const { name, target } = scene;
  const ours = await drawHere(scene);
  const { image: theirs, hasSplats } = await drawThere(scene, matched);
  const { psnr, share, largest, image: marked } = compareImages(ours, theirs);
  const spark = hasSplats ? compareImages(ours, (await drawThere(scene, {})).image).psnr : null;
  for (const [what, image] of Object.entries({ ours, theirs, difference: difference(ours, theirs), marked })) {
    writeFileSync(join(out, `${name}-${what}.png`), await encodePng(image));
  }
  rows.push({ scene: name, psnr, share, largest, target, spark });
  print(name, [
    psnr.toFixed(1),
    target === null ? "none" : `≥ ${target}`,
    `${(share * 100).toFixed(2)} %`,
    String(largest),
    spark?.toFixed(1) ?? "",
  ]);
  if (target !== null && !(psnr >= target)) failures.push(`${name}: ${psnr.toFixed(1)} dB, not ${target}`);
  if (Math.min(shareDrawn(ours), shareDrawn(theirs)) < 0.02) failures.push(`${name}: nothing is drawn`);
}

/** The effect of each Spark setting used here. */
async function explainSettings(): Promise<void> {
  const groups = Object.keys(settingGroups) as SettingGroup[];
  print("\ndB where Spark keeps its own", ["none", ...groups, "all"]);
  for (const scene of scenes) {
    if (!isChosen(scene.name) || !scene.text.includes("GaussianSplat")) continue;
    const ours = await drawHere(scene);
    const figures: Record<string, number> = {};
    for (const kept of ["none", ...groups, "all"] as const) {
      const settings = kept === "none" ? matched : kept === "all" ? {} : settingsBut(kept);
      figures[kept] = compareImages(ours, (await drawThere(scene, settings)).image).psnr;
    }
    bySetting.push({ scene: scene.name, figures });
    print(
      scene.name,
      Object.values(figures).map((psnr) => psnr.toFixed(1)),
    );
  }
}

async function drawHere(scene: PeerScene): Promise<Pixels> {
  const { text, options } = scene;
  // What went through the file that the page reads.
  const { loaded } = await describe(scene, SIZE, {}, new Map());
  await using prepared = await prepareScene(text, loaded);
  return await prepared.render({ ...SIZE, background: options.background ?? [0, 0, 0], threads: 2 });
}

async function drawThere(scene: PeerScene, settings: SparkSettings): Promise<{ image: Pixels; hasSplats: boolean }> {
  const { description, view } = await describe(scene, SIZE, settings, chromium.files);
  await chromium.load(description);
  await chromium.look(view);
  return { image: await chromium.image(SIZE), hasSplats: chromium.files.size > 0 };
}

function print(first: string, cells: readonly string[]): void {
  console.log([first.padEnd(32), ...cells.map((cell) => cell.padStart(17))].join(" "));
}

function stop(message: string): never {
  console.error(message);
  process.exit(2);
}
