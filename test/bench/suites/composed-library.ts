import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { LAYERS_OF_AN_ASSET, writeComposedLibrary } from "../generate/composed-library.ts";
import { cacheFolder, repository } from "../paths.ts";
import { targets } from "../targets.ts";
import { PEAK } from "./peak-memory.ts";
import type { SuiteOptions } from "./suite.ts";

const suite = "composed-library";
/** One asset in so many is changed: one layer of its three, so one file in a hundred. */
const CHANGED = 33;

interface Run {
  /** Seconds. */
  readonly time: number;
  /** Megabytes. */
  readonly peak: number;
}

/** Whole runs of the built linter over a library of assets of three layers: with one thread and two, warm, and after a change. */
export function composedLibrary({ quick, report }: SuiteOptions): Promise<void> {
  const command = join(repository, "packages/usda-lint/dist/bin/usda-lint.js");
  const assets = quick ? 60 : 1_000;
  const input = `${assets} assets of ${LAYERS_OF_AN_ASSET} layers`;
  if (!existsSync(command)) {
    report({ suite, input, what: "usda-lint", measured: "skipped: not built, run `pnpm build`" });
    return Promise.resolve();
  }
  const folder = libraryOf(assets);
  const fewer = libraryOf(assets / 4);
  const cache = join(cacheFolder(), "composed-library-cache");
  rmSync(cache, { recursive: true, force: true });
  const run = (...args: readonly string[]): Run => lint(command, args, folder);

  // The first run fills the cache of the system.
  lint(command, ["--no-cache"], fewer);
  const one = run("--no-cache", "--jobs", "1");
  const two = run("--no-cache", "--jobs", "2");
  const efficiency = one.time / two.time / 2;
  report({
    suite,
    input,
    what: "efficiency of two threads, cold",
    measured: `${efficiency.toFixed(2)}: ${one.time.toFixed(1)} s, ${two.time.toFixed(1)} s`,
    target: `≥ ${targets.batch.efficiency}`,
    met: efficiency >= targets.batch.efficiency,
    figures: { one: one.time, two: two.time },
  });
  const cold = run("--cache-location", cache);
  // Times of files that were written a moment ago are not settled before the second run.
  run("--cache-location", cache);
  const warm = run("--cache-location", cache);
  report({
    suite,
    input,
    what: "warm",
    measured: `${warm.time.toFixed(2)} s, ${percent(warm.time / cold.time)} of the cold run`,
    figures: { cold: cold.time, warm: warm.time },
  });
  for (let i = 0; i < assets; i += CHANGED) {
    appendFileSync(join(folder, `shelf-${Math.floor(i / 50)}/asset-${i}/look.usda`), "# changed\n");
  }
  const changed = run("--cache-location", cache);
  const share = changed.time / cold.time;
  report({
    suite,
    input,
    what: "after a change of 1 % of the files, of the cold run",
    measured: percent(share),
    target: `≤ ${percent(targets.batch.changed)}`,
    met: share <= targets.batch.changed,
    figures: { share },
  });
  const less = lint(command, ["--no-cache", "--jobs", "1"], fewer);
  for (const [what, { peak }] of Object.entries({ "one thread": one, "two threads": two, warm })) {
    report({
      suite,
      input,
      what: `peak memory, ${what}`,
      measured: `${peak.toFixed(0)} MB${what === "one thread" ? `; of a quarter of the assets ${less.peak.toFixed(0)} MB` : ""}`,
      target: `≤ ${targets.batch.memory} MB`,
      met: peak <= targets.batch.memory,
      figures: { peak, less: less.peak },
    });
  }
  return Promise.resolve();
}

function lint(command: string, args: readonly string[], folder: string): Run {
  const start = performance.now();
  const { status, stderr } = spawnSync(
    process.execPath,
    ["--import", PEAK, command, "--no-config", "--format", "json", ...args, "."],
    { cwd: folder, encoding: "utf8", stdio: ["ignore", "ignore", "pipe"], maxBuffer: 1 << 28 },
  );
  const time = (performance.now() - start) / 1000;
  // Some textures are missing, which is an error.
  if (status !== 1) throw new Error(`usda-lint ${args.join(" ")}: exit code ${status}: ${stderr}`);
  return { time, peak: Number(/peak (\d+)/.exec(stderr)?.[1]) / 1024 };
}

/** Kept for the next run. */
function libraryOf(assets: number): string {
  const folder = join(cacheFolder(), `composed-library-${assets}-1`);
  if (existsSync(folder)) return folder;
  const part = `${folder}.part`;
  rmSync(part, { recursive: true, force: true });
  writeComposedLibrary(part, assets);
  renameSync(part, folder);
  return folder;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
