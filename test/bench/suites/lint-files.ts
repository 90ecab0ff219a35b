import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { serviceScene } from "../generate/service-scene.ts";
import { cacheFolder, repository } from "../paths.ts";
import { ratio } from "../report.ts";
import { targets } from "../targets.ts";
import type { SuiteOptions } from "./suite.ts";

const suite = "lint-files";
const SIZE = 4_000;
const IN_A_FOLDER = 100;

/** Whole runs of the built linter over many small files, one in four with a finding: time, and memory. */
export function lintFiles({ quick, report }: SuiteOptions): Promise<void> {
  const command = join(repository, "packages/usda-lint/dist/bin/usda-lint.js");
  const many = quick ? 2_000 : 10_000;
  const few = many / 10;
  const input = `${many} × ${SIZE / 1000} KB`;
  if (!existsSync(command)) {
    report({ suite, input, what: "usda-lint", measured: "skipped: not built, run `pnpm build`" });
    return Promise.resolve();
  }
  const folder = manyFiles(many);
  const fewer = manyFiles(few);
  const cache = join(cacheFolder(), "lint-cache");
  const rounds = quick ? 2 : 3;
  const best = (args: readonly string[], files: string): Run => {
    const runs = Array.from({ length: rounds }, () => run(command, args, files));
    return { time: Math.min(...runs.map(({ time }) => time)), peak: Math.min(...runs.map(({ peak }) => peak)) };
  };

  const speeds: [what: string, args: string[], target: number | undefined][] = [
    ["one job", ["--jobs", "1"], undefined],
    ["two jobs, cold", ["--jobs", "2"], targets.lintFiles.cold],
    ["warm cache", ["--cache-location", cache], targets.lintFiles.warm],
  ];
  rmSync(cache, { recursive: true, force: true });
  for (const [what, args, target] of speeds) {
    // The first one fills the cache, and the system's.
    run(command, args, folder);
    const result = best(args, folder);
    const speed = many / (result.time / 1000);
    report({
      suite,
      input,
      what,
      measured: `${Math.round(speed).toLocaleString("en")} files/s`,
      target: target === undefined ? undefined : `≥ ${target.toLocaleString("en")}`,
      met: target === undefined ? undefined : speed >= target,
      figures: { ...result, speed },
    });
  }
  for (const [what, args] of speeds) {
    const less = best(args, fewer);
    const more = best(args, folder);
    const factor = more.peak / less.peak;
    report({
      suite,
      input: `${few} and ${many} files`,
      what: `peak memory, ${what}`,
      measured: `${megabytes(less.peak)}, ${megabytes(more.peak)}: ${ratio(factor)}`,
      target: `≤ ${targets.lintFiles.memory}×`,
      met: factor <= targets.lintFiles.memory,
      figures: { less: less.peak, more: more.peak },
    });
  }
  return Promise.resolve();
}

interface Run {
  /** Milliseconds. */
  readonly time: number;
  /** Bytes. */
  readonly peak: number;
}

function run(command: string, args: readonly string[], folder: string): Run {
  const preload = join(import.meta.dirname, "../peers/report-peak.ts");
  const start = performance.now();
  const { status, stderr, output } = spawnSync(
    process.execPath,
    ["--import", preload, command, "--no-config", ...args, folder],
    { encoding: "utf8", stdio: ["ignore", "pipe", "pipe", "pipe"], maxBuffer: 1 << 28 },
  );
  const time = performance.now() - start;
  if (status !== 0) throw new Error(`usda-lint ${args.join(" ")}: exit code ${status}: ${stderr}`);
  return { time, peak: Number(output[3]) };
}

/** A folder of folders of scenes that are all different; kept for the next run. */
export function manyFiles(count: number, size: number = SIZE): string {
  const folder = join(cacheFolder(), `lint-files-${count}-${size === SIZE ? "" : `${size}-`}2`);
  if (existsSync(folder)) return folder;
  const scene = serviceScene(size).toString();
  const twice = '\ndef "Twice"\n{\n    int x = 1\n    int x = 2\n}\n';
  const part = `${folder}.part`;
  rmSync(part, { recursive: true, force: true });
  for (let i = 0; i < count; i++) {
    const inner = join(part, `folder-${Math.floor(i / IN_A_FOLDER)}`);
    if (i % IN_A_FOLDER === 0) mkdirSync(inner, { recursive: true });
    writeFileSync(join(inner, `scene-${i}.usda`), `${scene}# ${i}\n${hasFinding(i) ? twice : ""}`);
  }
  // Renamed when complete: an interrupted run leaves no partial folder under the final name.
  renameSync(part, folder);
  return folder;
}

/** One file in four, scattered: each shard of a run has as many. */
function hasFinding(i: number): boolean {
  return Math.imul(i, 0x9e3779b1) >>> 30 === 0;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}
