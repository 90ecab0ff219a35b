import { spawnSync } from "node:child_process";
import { existsSync, renameSync, rmSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { writeLibrary } from "../generate/library.ts";
import { installedFile } from "../installed.ts";
import { cacheFolder, repository } from "../paths.ts";
import { targets } from "../targets.ts";
import type { SuiteOptions } from "./suite.ts";

const suite = "thumbnails";

/** Whole runs of `usda thumbnails` on a library of small textured assets: all pictures, and again when nothing has changed. */
export async function thumbnails({ quick, built, report }: SuiteOptions): Promise<void> {
  const command =
    (built ? installedFile("usda-lint", "dist/bin/usda.js") : undefined) ??
    join(repository, "packages/usda-lint/src/bin/usda.ts");
  const count = quick ? 100 : 1000;
  const library = await libraryOf(count);
  const output = join(cacheFolder(), `thumbnails-${count}-out`);
  const input = `${count} assets of 1,536 triangles with a texture`;
  rmSync(output, { recursive: true, force: true });
  // The first run fills the cache of the system; its pictures are dropped.
  run(command, library, output);
  rmSync(output, { recursive: true, force: true });
  const { seconds, peak } = run(command, library, output);
  const found = readdirSync(output, { recursive: true }).filter((name) => String(name).endsWith(".webp")).length;
  if (found !== count) throw new Error(`${found} pictures of ${count} files`);
  const rate = count / seconds;
  report({
    suite,
    input,
    what: "256 × 256, 4 samples, files in memory",
    measured: `${rate.toFixed(1)} a second, ${(peak / 1e6).toFixed(0)} MB`,
    target: quick ? undefined : `≥ ${targets.thumbnails.rate}/s`,
    met: quick ? undefined : rate >= targets.thumbnails.rate,
    figures: { rate, seconds, peak },
  });
  const again = run(command, library, output);
  report({
    suite,
    input,
    what: "nothing has changed",
    measured: `${(count / again.seconds).toFixed(0)} a second`,
    figures: { seconds: again.seconds },
  });
}

interface Run {
  readonly seconds: number;
  /** Bytes of the process with its threads. */
  readonly peak: number;
}

function run(command: string, library: string, output: string): Run {
  const preload = join(import.meta.dirname, "../peers/report-peak.ts");
  const start = performance.now();
  const result = spawnSync(process.execPath, ["--import", preload, command, "thumbnails", library, "-o", output], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe", "pipe"],
    env: { ...process.env, CI: "1" },
  });
  if (result.status !== 0) throw new Error(`usda thumbnails: exit code ${result.status}: ${result.stderr}`);
  return { seconds: (performance.now() - start) / 1000, peak: Number(result.output[3]) };
}

/** Kept for the next run. */
async function libraryOf(count: number): Promise<string> {
  const folder = join(cacheFolder(), `library-${count}-1`);
  if (existsSync(folder)) return folder;
  const part = `${folder}.part`;
  rmSync(part, { recursive: true, force: true });
  await writeLibrary(part, count);
  renameSync(part, folder);
  return folder;
}
