// Saves files together, and ends as if it was killed at one of its calls of the file system:
//
//   node save-writer.ts '{"files":["a.usda","b.usda"],"kill":7}'
//   node save-writer.ts '{"files":["a.usda","b.usda"],"count":5}'
//
// With `kill` it replaces `old` by `new` and prints the number of calls that it made, if it was not killed. With `count` it adds one
// to the number in each file, `count` times, and tries again when another process was first.

import { readFileSync } from "node:fs";
import { finishSaves, revisionOf, SaveError, saveFiles } from "@usdkit/usd/files";

interface Job {
  readonly files: readonly string[];
  /** The number of the call before which the process is killed. */
  readonly kill?: number;
  readonly count?: number;
}

const { files, kill, count } = JSON.parse(process.argv[2] ?? "{}") as Job;
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Everything that changes files, as the module of saves calls it. */
const changing = [
  "writeFileSync",
  "linkSync",
  "renameSync",
  "rmSync",
  "openSync",
  "fchmodSync",
  "fsyncSync",
  "closeSync",
] as const;

/** Kills this process before one of its calls, and returns how many there were. */
function killAt(at: number): () => number {
  let calls = 0;
  const fs = process.getBuiltinModule("node:fs") as unknown as Record<string, (...args: never[]) => unknown>;
  for (const name of changing) {
    const original = fs[name];
    if (original === undefined) throw new Error(`There is no ${name}`);
    fs[name] = (...args) => {
      if (++calls === at) process.kill(process.pid, "SIGKILL");
      return original(...args);
    };
  }
  return () => calls;
}

if (kill !== undefined) {
  const saves = files.map((path) => ({ path, bytes: encode("new"), before: revisionOf(readFileSync(path)) }));
  const calls = killAt(kill);
  saveFiles(saves);
  console.log(calls());
}

for (let done = 0; done < (count ?? 0);) {
  finishSaves(files);
  const read = files.map((path) => readFileSync(path));
  const saves = files.map((path, i) => {
    const bytes = read[i] ?? new Uint8Array();
    return { path, bytes: encode(String(Number(bytes.toString()) + 1)), before: revisionOf(bytes) };
  });
  try {
    saveFiles(saves);
    done++;
  } catch (error) {
    if (!(error instanceof SaveError) || !error.isConflict) throw error;
  }
}
