import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder, repository } from "../paths.ts";
import { targets } from "../targets.ts";
import { manyFiles } from "./lint-files.ts";
import type { SuiteOptions } from "./suite.ts";

const suite = "batch";
const SHARDS = 4;
/** Of one shard and two, for the efficiency. */
const TURNS = 3;
/** Bytes. */
const LARGER = 200_000;

/** Libraries in shards, which are processes: cold, with a shared cache, and after a change of one in a hundred files. */
export async function batch({ quick, report }: SuiteOptions): Promise<void> {
  const command = join(repository, "packages/usda-lint/dist/bin/usda-lint.js");
  const many = quick ? 4_000 : 100_000;
  const input = `${many} × 4 KB`;
  if (!existsSync(command)) {
    report({ suite, input, what: "usda-lint", measured: "skipped: not built, run `pnpm build`" });
    return;
  }
  const folder = manyFiles(many);
  const cache = join(cacheFolder(), "batch-cache");
  rmSync(cache, { recursive: true, force: true });
  const run = (count: number, ...args: string[]): Promise<Run> => runShards({ command, folder, count, args });

  // The first run fills the cache of the system.
  await run(SHARDS);
  const cold = await run(SHARDS, "--cache-location", cache);
  const speed = (time: number): number => many / (time / 1000);
  const atLeast = (what: string, measured: number, target: number): void => {
    report({
      suite,
      input,
      what,
      measured: `${Math.round(measured).toLocaleString("en")} files/s`,
      target: `≥ ${target.toLocaleString("en")}`,
      met: measured >= target,
      figures: { speed: measured },
    });
  };
  atLeast(`${SHARDS} shards, cold`, speed(cold.time), targets.batch.cold);
  const warm = await run(SHARDS, "--cache-location", cache);
  atLeast(`${SHARDS} shards, warm shared cache`, speed(warm.time), targets.batch.warm);

  changeSome(folder);
  reportChanged(cold, await run(SHARDS, "--cache-location", cache), { input, report });

  const [ones, twos]: [Run[], Run[]] = [[], []];
  for (let turn = 0; turn < TURNS; turn++) {
    ones.push(await run(1));
    twos.push(await run(2));
  }
  const [one, two] = [leastOf(ones), leastOf(twos)];
  const efficiency = one.time / two.time / 2;
  report({
    suite,
    input,
    what: "efficiency of two shards",
    measured: efficiency.toFixed(2),
    target: `≥ ${targets.batch.efficiency}`,
    met: efficiency >= targets.batch.efficiency,
    figures: { one: one.time, two: two.time },
  });
  const peak = Math.max(cold.peak, warm.peak, one.peak) / 1e6;
  report({
    suite,
    input,
    what: "peak memory of a shard",
    measured: `${peak.toFixed(0)} MB`,
    target: `≤ ${targets.batch.memory} MB`,
    met: peak <= targets.batch.memory,
    figures: { peak },
  });
  await largerFiles(command, { quick, report });
}

/** Files as studios have them: the start of processes and the look at what did not change are a smaller part of a run. */
async function largerFiles(command: string, { quick, report }: Pick<SuiteOptions, "quick" | "report">): Promise<void> {
  const many = quick ? 200 : 2_000;
  const folder = manyFiles(many, LARGER);
  const cache = join(cacheFolder(), "batch-cache-larger");
  rmSync(cache, { recursive: true, force: true });
  const run = (): Promise<Run> => runShards({ command, folder, count: 2, args: ["--cache-location", cache] });
  const cold = await run();
  const warm = await run();
  changeSome(folder);
  const changed = await run();
  const input = `${many} × ${LARGER / 1000} KB`;
  report({
    suite,
    input,
    what: "2 shards, cold and warm",
    measured: `${(cold.time / 1000).toFixed(1)} s, ${(warm.time / 1000).toFixed(2)} s`,
    figures: { cold: cold.time, warm: warm.time },
  });
  reportChanged(cold, changed, { input, report });
}

function reportChanged(
  cold: Run,
  changed: Run,
  { input, report }: Pick<SuiteOptions, "report"> & { readonly input: string },
): void {
  const share = changed.time / cold.time;
  report({
    suite,
    input,
    what: "after a change of 1 % of the files, of the cold run",
    measured: `${(100 * share).toFixed(1)} %`,
    target: `≤ ${100 * targets.batch.changed} %`,
    met: share <= targets.batch.changed,
    figures: { share },
  });
}

interface Run {
  /** Milliseconds. */
  readonly time: number;
  /** Bytes of the largest process. */
  readonly peak: number;
}

/** The least time, and the largest process of all. */
function leastOf(runs: readonly Run[]): Run {
  return { time: Math.min(...runs.map(({ time }) => time)), peak: Math.max(...runs.map(({ peak }) => peak)) };
}

interface Shards {
  readonly command: string;
  readonly folder: string;
  readonly count: number;
  readonly args: readonly string[];
}

/** Runs all shards at the same time. */
async function runShards({ command, folder, count, args }: Shards): Promise<Run> {
  const start = performance.now();
  const peaks = await Promise.all(
    Array.from({ length: count }, (_, i) =>
      runOne([
        command,
        "--no-config",
        "--jobs",
        "1",
        "--shard",
        `${i + 1}/${count}`,
        "--format",
        "json",
        ...args,
        folder,
      ]),
    ),
  );
  return { time: performance.now() - start, peak: Math.max(...peaks) };
}

function runOne(args: readonly string[]): Promise<number> {
  const preload = join(import.meta.dirname, "../peers/report-peak.ts");
  return new Promise((resolve, reject) => {
    const stdio = ["ignore", "ignore", "inherit", "pipe"] as const;
    const child = spawn(process.execPath, ["--import", preload, ...args], { stdio: [...stdio] });
    let peak = "";
    child.stdio[3]?.on("data", (chunk) => (peak += String(chunk)));
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve(Number(peak));
      else reject(new Error(`${args.join(" ")}: exit code ${code}`));
    });
  });
}

/** Changes one file in a hundred, chosen at random, always the same: in all shards and in most folders. */
function changeSome(folder: string): void {
  let state = 1;
  for (const inner of readdirSync(folder).toSorted()) {
    for (const name of readdirSync(join(folder, inner)).toSorted()) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      if (state >= 2 ** 32 / 100) continue;
      const file = join(folder, inner, name);
      writeFileSync(file, `${readFileSync(file, "utf8")}# changed\n`);
    }
  }
}
