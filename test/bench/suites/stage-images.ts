import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { skinnedStage } from "../generate/skinned-stage.ts";
import { texturedStage } from "../generate/textured-stage.ts";
import { cacheFolder } from "../paths.ts";
import type { StageImagesFigures, StageImagesRun } from "../peers/stage-images.ts";
import { milliseconds } from "../report.ts";
import { targets } from "../targets.ts";
import type { SuiteOptions } from "./suite.ts";

const suite = "stage-images";
const { stageImages: target } = targets;
const WHAT = "960 × 540, full look, threads: 2";

/** Images of stages from their files: the first one, the next from another camera, and of an animation. */
export async function stageImages({ quick, built, inputs, report }: SuiteOptions): Promise<void> {
  const isAsked = (input: string): boolean => inputs.length === 0 || inputs.some((name) => input.includes(name));
  const textured = "1M triangles, 50 textures";
  if (isAsked(textured)) {
    const size = { meshes: 50, trianglesPerMesh: quick ? 2000 : 20_000, texture: quick ? 256 : 1024 };
    const root = await folderOf(`textured-${size.trianglesPerMesh}-${size.texture}`, () => texturedStage(size));
    const { first, next, growth, decoded, triangles } = measure({ root, play: false, threads: 2, built });
    const times = growth / decoded;
    report({
      suite,
      input: textured,
      what: WHAT,
      measured: `first image ${milliseconds(first)}, next ${milliseconds(next)}`,
      target: quick ? undefined : `≤ ${target.first} ms, ≤ ${target.next} ms`,
      met: quick ? undefined : first <= target.first && next <= target.next,
      figures: { first, next, triangles },
    });
    report({
      suite,
      input: textured,
      what: "most memory",
      measured: `${(growth / 1e6).toFixed(0)} MB, ${times.toFixed(1)} × ${(decoded / 1e6).toFixed(0)} MB decoded`,
      target: quick ? undefined : `≤ ${target.memory} ×`,
      met: quick ? undefined : times <= target.memory,
      figures: { growth, decoded },
    });
  }
  const character = "skinned character of 50,000 triangles";
  if (!isAsked(character)) return;
  const root = await folderOf("character-50000", () =>
    Promise.resolve(new Map([["root.usdc", skinnedStage({ triangles: 50_000, joints: 60 })]])),
  );
  const { next, images, triangles } = measure({ root, play: true, threads: 2, built });
  const rate = 1000 / next;
  report({
    suite,
    input: character,
    what: `${WHAT}, ${images} time codes`,
    measured: `${rate.toFixed(1)} images a second`,
    target: `≥ ${target.rate}/s`,
    met: rate >= target.rate,
    figures: { rate, triangles },
  });
}

function measure(run: StageImagesRun): StageImagesFigures {
  const script = join(import.meta.dirname, "../peers/stage-images.ts");
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--expose-gc", script, JSON.stringify(run)], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${JSON.stringify(run)}: exit code ${status}: ${stderr}`);
  return JSON.parse(stdout) as StageImagesFigures;
}

/** Returns the root layer of a folder, which is kept for the next run. */
async function folderOf(name: string, make: () => Promise<ReadonlyMap<string, Uint8Array>>): Promise<string> {
  const folder = join(cacheFolder(), `stage-images-${name}-1`);
  if (!existsSync(folder)) {
    const part = `${folder}.part`;
    rmSync(part, { recursive: true, force: true });
    mkdirSync(part, { recursive: true });
    for (const [file, bytes] of await make()) writeFileSync(join(part, file), bytes);
    renameSync(part, folder);
  }
  return join(folder, "root.usdc");
}
