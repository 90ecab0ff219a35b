import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { RasterFigures, RasterRun } from "../peers/raster.ts";
import { milliseconds } from "../report.ts";
import { targets } from "../targets.ts";
import type { SuiteOptions } from "./suite.ts";

const suite = "raster";

interface Case {
  readonly input: string;
  readonly run: Partial<RasterRun>;
  readonly target?: number | undefined;
  /** Milliseconds of processor time. */
  readonly cpu?: number | undefined;
  /** Bytes. */
  readonly memory?: number | undefined;
}

const { raster: target } = targets;
const room = (count: number, degree: 0 | 3 = 0): Partial<RasterRun> => ({ scene: "splats", count, degree });
const small = { width: 640, height: 360 };
const cases: readonly Case[] = [
  { input: "100k splats, degree 0", run: room(100_000), target: target.splats100k },
  { input: "100k splats, degree 3", run: room(100_000, 3), target: target.splats100kDegree3 },
  { input: "1M splats, degree 0", run: room(1_000_000), target: target.splats1m },
  { input: "100k splats, 640 × 360", run: { ...room(100_000), ...small, repeats: 20 }, target: target.smallFrame },
  {
    input: "400k textured triangles",
    run: { scene: "relief", count: 400_000, repeats: 20 },
    target: target.triangles400k,
  },
  {
    input: "ball with five maps, full look",
    run: { scene: "ball", width: 1280, height: 720, look: "full", samples: 4, count: 15_842, repeats: 20 },
    cpu: target.fullLook,
  },
  {
    input: "ball with five maps, plain look",
    run: { scene: "ball", width: 1280, height: 720, count: 15_842, repeats: 20 },
  },
  {
    input: "1M splats, 4500 × 4500",
    run: { ...room(1_000_000), width: 4500, height: 4500, repeats: 2 },
    target: target.largest,
    memory: target.largestMemory,
  },
];

/** Images of scenes that are prepared once: wall and processor time, memory, and how soon a signal stops. */
export function raster({ quick, built, inputs, report }: SuiteOptions): Promise<void> {
  for (const { input, run: given, target: most, cpu: mostCpu, memory } of cases) {
    if (inputs.length > 0 && !inputs.some((name) => input.includes(name))) continue;
    const all: RasterRun = { ...defaults, ...given, built };
    const run = quick ? { ...all, count: all.count / 10, repeats: 2 } : all;
    const hashes = new Set<string>();
    for (const threads of [1, 2]) {
      const figures = measure({ ...run, threads });
      hashes.add(figures.hash);
      const held = threads === 2 && !quick ? most : undefined;
      const { wall, cpu, first, prepare, peak } = figures;
      report({
        suite,
        input,
        what: `${run.width} × ${run.height}, threads: ${threads}`,
        measured: `${milliseconds(wall)}, cpu ${milliseconds(cpu)}, first ${milliseconds(first)}, prepare ${milliseconds(prepare)}`,
        target: held === undefined ? undefined : `≤ ${held} ms`,
        met: held === undefined ? undefined : wall <= held,
        crashed: hashes.size > 1,
        figures: { ...figures },
      });
      if (mostCpu !== undefined && threads === 2 && !quick) {
        const measured = milliseconds(cpu);
        report({ suite, input, what: "processor time", measured, target: `≤ ${mostCpu} ms`, met: cpu <= mostCpu });
      }
      if (memory === undefined || quick || threads === 1) continue;
      const measured = `${(peak / 1e6).toFixed(0)} MB`;
      report({ suite, input, what: "most memory", measured, target: `≤ ${memory / 1e6} MB`, met: peak <= memory });
    }
  }
  if (inputs.length === 0 || inputs.some((name) => LAYERS.includes(name))) blending(quick, built, report);
  if (inputs.length === 0) stopping(quick, built, report);
  return Promise.resolve();
}

const LAYERS = "100 blended layers";

/** How many times as long blended layers take as opaque ones: the least of rounds that alternate, as machines are busy. */
function blending(quick: boolean, built: boolean, report: SuiteOptions["report"]): void {
  const run = { ...defaults, count: 100, width: 1280, height: 720, repeats: 5, built };
  let [opaque, blended] = [Infinity, Infinity];
  for (let round = 0; round < (quick ? 1 : 3); round++) {
    opaque = Math.min(opaque, measure({ ...run, scene: "opaque layers" }).cpu);
    blended = Math.min(blended, measure({ ...run, scene: "blended layers" }).cpu);
  }
  const ratio = blended / opaque;
  report({
    suite,
    input: LAYERS,
    what: "1280 × 720, processor time, threads: 2",
    measured: `${milliseconds(blended)}, ${ratio.toFixed(1)} × ${milliseconds(opaque)} of opaque ones`,
    target: `≤ ${target.blending} ×`,
    met: ratio <= target.blending,
    figures: { ratio },
  });
}

function stopping(quick: boolean, built: boolean, report: SuiteOptions["report"]): void {
  for (const threads of [1, 2]) {
    const size = { width: 4500, height: 4500, repeats: quick ? 3 : 10 };
    const { stopped } = measure({ ...defaults, ...size, threads, built, abortAfter: 400 });
    report({
      suite,
      input: "a signal after 400 ms",
      what: `4500 × 4500, threads: ${threads}`,
      measured: `stopped after ${milliseconds(stopped)} at most`,
      target: `≤ ${target.stopping} ms`,
      met: stopped <= target.stopping,
      figures: { stopped },
    });
  }
}

const defaults: RasterRun = {
  scene: "splats",
  count: 1_000_000,
  degree: 0,
  width: 1920,
  height: 1080,
  threads: 2,
  repeats: 6,
  built: false,
};

function measure(run: RasterRun): RasterFigures {
  const script = join(import.meta.dirname, "../peers/raster.ts");
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--expose-gc", script, JSON.stringify(run)], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${JSON.stringify(run)}: exit code ${status}: ${stderr}`);
  return JSON.parse(stdout) as RasterFigures;
}
