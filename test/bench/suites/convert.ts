import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GlbData } from "../../../packages/test-files/src/plain-glb.ts";
import { randomNumbers } from "../../../packages/test-files/src/random.ts";
import { splatPly } from "../../../packages/test-files/src/splat-ply.ts";
import { trainedCloud } from "../../../packages/test-files/src/trained-cloud.ts";
import { installedFile } from "../installed.ts";
import { cacheFolder, repository } from "../paths.ts";
import { milliseconds, ratio } from "../report.ts";
import { targets } from "../targets.ts";
import { PEAK } from "./peak-memory.ts";
import type { SuiteOptions } from "./suite.ts";

const suite = "convert";
/** Of one mesh: this many vertices a side, two triangles between each four. */
const SIDE = 127;

/** Whole runs of `usda convert`, with the start of the process: wall time, and peak memory over the size of the input. */
export function convert({ quick, built, report }: SuiteOptions): Promise<void> {
  const command = built
    ? installedFile("usda-lint", "dist/bin/usda.js")
    : join(repository, "packages/usda-lint/src/bin/usda.ts");
  if (command === undefined) {
    report({ suite, input: "", what: "usda convert", measured: "skipped: not built, run `pnpm build`" });
    return Promise.resolve();
  }
  const { convert: target } = targets;
  const scale = quick ? 10 : 1;
  const meshes = made(`meshes-${scale}.glb`, () => meshesGlb(71 / scale));
  const million = made(`splats-${scale}.ply`, () => splatPly(trainedCloud(1_000_000 / scale, 0)));
  const cases = [
    { input: "GLB of meshes", file: meshes, to: "usdz", time: target.glb, memory: target.glbMemory },
    { input: "1M splats, PLY", file: million, to: "usdc", time: target.splats, memory: undefined },
  ];
  for (const { input, file, to, time: most, memory } of cases) {
    const runs = Array.from({ length: quick ? 1 : 3 }, () => run(command, file, to));
    const failed = runs.find(({ status }) => status !== 0);
    if (failed !== undefined) {
      report({ suite, input, what: to, measured: failed.output.slice(0, 80), crashed: true });
      continue;
    }
    const least = Math.min(...runs.map(({ time }) => time));
    const size = statSync(file).size;
    const peak = Math.min(...runs.map((each) => each.peak)) / size;
    report({
      suite,
      input: `${input}, ${(size / 1e6).toFixed(0)} MB`,
      what: `to ${to}`,
      measured: milliseconds(least),
      target: quick ? undefined : `≤ ${most} ms`,
      met: quick ? undefined : least <= most,
      figures: { least, size },
    });
    report({
      suite,
      input: `${input}, ${(size / 1e6).toFixed(0)} MB`,
      what: "peak memory of the process",
      measured: `${ratio(peak)} of the file`,
      target: quick || memory === undefined ? undefined : `≤ ${memory}×`,
      met: quick || memory === undefined ? undefined : peak <= memory,
      figures: { peak },
    });
  }
  return Promise.resolve();
}

interface Run {
  /** Milliseconds. */
  readonly time: number;
  /** Bytes. */
  readonly peak: number;
  readonly status: number | null;
  readonly output: string;
}

function run(command: string, file: string, to: string): Run {
  const folder = mkdtempSync(join(tmpdir(), "usdkit-bench-convert-"));
  const start = performance.now();
  const args = ["--import", PEAK, command, "convert", file, "-o", join(folder, `out.${to}`)];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  const time = performance.now() - start;
  rmSync(folder, { recursive: true, force: true });
  return { time, peak: 1024 * Number(/^peak (\d+)$/mu.exec(stderr)?.[1]), status, output: stderr.trim() };
}

function made(name: string, make: () => Uint8Array): string {
  const file = join(cacheFolder(), `convert-${name}`);
  if (!existsSync(file)) writeFileSync(file, make());
  return file;
}

/** Meshes with normals and texture coordinates of random numbers, 0.7 MB each, without textures: all of it is converted. */
function meshesGlb(count: number): Uint8Array {
  const data = new GlbData();
  const random = randomNumbers(1);
  const vertices = SIDE * SIDE;
  const indices = new Uint16Array(6 * (SIDE - 1) * (SIDE - 1));
  for (let row = 0, at = 0; row < SIDE - 1; row++) {
    for (let column = 0; column < SIDE - 1; column++, at += 6) {
      const i = row * SIDE + column;
      indices.set([i, i + SIDE, i + 1, i + 1, i + SIDE, i + SIDE + 1], at);
    }
  }
  const floats = (size: number): Float32Array => Float32Array.from({ length: size * vertices }, random);
  const meshes = Array.from({ length: Math.ceil(count) }, (_, i) => ({
    name: `Mesh${i}`,
    primitives: [
      {
        attributes: {
          POSITION: data.accessor(floats(3), "VEC3"),
          NORMAL: data.accessor(floats(3), "VEC3"),
          TEXCOORD_0: data.accessor(floats(2), "VEC2"),
        },
        indices: data.accessor(indices, "SCALAR"),
        material: 0,
      },
    ],
  }));
  const nodes = meshes.map(({ name }, mesh) => ({ name, mesh }));
  const materials = [{ name: "Red", pbrMetallicRoughness: { baseColorFactor: [1, 0, 0, 1] } }];
  return data.glb({ meshes, nodes, materials, scenes: [{ nodes: nodes.map((_, i) => i) }], scene: 0 });
}
