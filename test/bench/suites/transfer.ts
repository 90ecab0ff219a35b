import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdtempSync, openSync, ftruncateSync, closeSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { rolldown } from "rolldown";
import { cacheFolder } from "../paths.ts";
import { ratio } from "../report.ts";
import { targets } from "../targets.ts";
import type { SuiteOptions } from "./suite.ts";

const BLOCK = 8 << 20;

interface Run {
  /** Milliseconds. */
  readonly wall: number;
  readonly reading: number;
  /** Bytes: since the upload began, and since the process did. */
  readonly growth: number;
  readonly fromStart: number;
}

/** A file to an upload host on this machine, each time in a fresh process, in turn with plain `fetch` calls to the same. */
export async function upload({ quick, report }: SuiteOptions): Promise<void> {
  const size = quick ? 200_000_000 : 1_000_000_000;
  const folder = mkdtempSync(join(cacheFolder(), "upload-"));
  try {
    const file = sparseFile(folder, size);
    const script = await bundledClient(folder);
    for (const blockSize of [BLOCK, 8 * BLOCK]) {
      await using server = await startServer(blockSize);
      const input = `${size / 1e6} MB, parts of ${blockSize >> 20} MiB`;
      const ways = ["ours", "plain blob", "plain buffer"];
      const best = race(ways, quick ? 2 : 5, (way) => run(script, { way, url: server.url, file, blockSize }));
      for (const way of ways) {
        const { wall, reading, growth, fromStart } = best[way];
        const isOurs = way === "ours";
        const goal = isOurs && blockSize === BLOCK ? targets.transfer.memory : undefined;
        report({
          suite: "upload",
          input,
          what: `${way}, memory`,
          measured: `+${megabytes(growth)}, +${megabytes(fromStart)} with what was loaded`,
          target: goal === undefined ? undefined : `≤ ${goal} MB`,
          met: goal === undefined ? undefined : growth <= goal * 1e6,
          figures: { growth, fromStart },
        });
        report({
          suite: "upload",
          input,
          what: `${way}, speed`,
          measured: `${speed(size, wall)}${isOurs ? `, sending ${speed(size, wall - reading)}` : ""}`,
          figures: { wall, reading },
        });
      }
      for (const way of ways.slice(1)) {
        const [mine, theirs] = [best["ours"], best[way]];
        const factor = theirs.wall / mine.wall;
        const goal = blockSize === BLOCK ? targets.transfer.speed : undefined;
        report({
          suite: "upload",
          input,
          what: `ours against ${way}`,
          measured: `${ratio(factor)}, sending alone ${ratio(theirs.wall / (mine.wall - mine.reading))}`,
          target: goal === undefined ? undefined : `≥ ${goal}×`,
          met: goal === undefined ? undefined : factor >= goal,
          figures: { factor },
        });
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A file from a server on this machine to disk, `fsync` counted on both sides. */
export async function download({ quick, report }: SuiteOptions): Promise<void> {
  const size = quick ? 200_000_000 : 1_000_000_000;
  const folder = mkdtempSync(join(cacheFolder(), "download-"));
  try {
    const script = await bundledClient(folder);
    await using server = await startServer(BLOCK, sparseFile(folder, size));
    const input = `${size / 1e6} MB`;
    const ways = ["ours down", "plain down"];
    const best = race(ways, quick ? 2 : 5, (way) =>
      run(script, { way, url: server.url, file: join(folder, "out"), blockSize: BLOCK }),
    );
    // Memory that the runtime keeps for a body in transfer is not measured, only what we add to it.
    const goal = best["plain down"].growth * targets.transfer.downloadMemory;
    for (const way of ways) {
      const { wall, growth, fromStart } = best[way];
      const isOurs = way === "ours down";
      report({
        suite: "download",
        input,
        what: way,
        measured: `+${megabytes(growth)}, +${megabytes(fromStart)} with what was loaded, ${speed(size, wall)}`,
        target: isOurs ? `≤ ${megabytes(goal)}` : undefined,
        met: isOurs ? growth <= goal : undefined,
        figures: { wall, growth, fromStart },
      });
    }
    const factor = best["plain down"].wall / best["ours down"].wall;
    report({ suite: "download", input, what: "ours against plain", measured: ratio(factor), figures: { factor } });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Each in turn, so that what else the machine does falls on all; of every figure the least. */
function race(ways: readonly string[], rounds: number, once: (way: string) => Run): Readonly<Record<string, Run>> {
  const best: Record<string, Run> = {};
  for (let round = 0; round < rounds; round++) {
    for (const way of ways) {
      const now = once(way);
      const { [way]: before } = best;
      const isFaster = before === undefined || now.wall < before.wall;
      best[way] = {
        ...(isFaster ? now : before),
        // The most: one run that needs more is one too many.
        growth: Math.max(now.growth, before?.growth ?? 0),
        fromStart: Math.max(now.fromStart, before?.fromStart ?? 0),
      };
    }
  }
  return best;
}

/** As it would be installed: the memory that Node takes to read TypeScript is not the client's. */
async function bundledClient(folder: string): Promise<string> {
  const input = join(import.meta.dirname, "../peers/transfer-client.ts");
  const build = await rolldown({ input, platform: "node", cwd: join(import.meta.dirname, "..") });
  const file = join(folder, "transfer-client.mjs");
  await build.write({ file, format: "esm", codeSplitting: false });
  await build.close();
  return file;
}

interface Transfer {
  readonly way: string;
  readonly url: string;
  readonly file: string;
  readonly blockSize: number;
}

function run(script: string, { way, url, file, blockSize }: Transfer): Run {
  const { stdout, stderr, status } = spawnSync(process.execPath, [script, way, url, file, String(blockSize)], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${way}: exit code ${status}: ${stderr}`);
  return JSON.parse(stdout) as Run;
}

interface Server extends AsyncDisposable {
  readonly url: string;
}

async function startServer(blockSize: number, file?: string): Promise<Server> {
  const script = join(import.meta.dirname, "../peers/transfer-server.ts");
  const args = [script, String(blockSize), ...(file === undefined ? [] : [file])];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  for await (const port of createInterface({ input: child.stdout })) {
    return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: () => stop(child) };
  }
  throw new Error("the server did not start");
}

async function stop(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once("close", resolve));
  child.kill();
  await gone;
}

/** Takes no room on disk: it is one hole. */
function sparseFile(folder: string, size: number): string {
  const path = join(folder, "input.bin");
  const file = openSync(path, "w");
  ftruncateSync(file, size);
  closeSync(file);
  return path;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}

function speed(bytes: number, milliseconds: number): string {
  return `${(bytes / milliseconds / 1000).toFixed(0)} MB/s`;
}
