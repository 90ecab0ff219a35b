// Tries the client against a model of the service on a virtual clock, one small world a seed.
//
//   npx -y pnpm@12 run sim [--seeds 1000000] [--from 0] [--jobs N]   many seeds; exit code 1 if one of them breaks a rule
//   npx -y pnpm@12 run sim --seed N                                   one seed, with a trace of all events

import { once } from "node:events";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { runSeeds, type Failure } from "./batch.ts";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "1000000" },
    from: { type: "string", default: "0" },
    seed: { type: "string" },
    jobs: { type: "string", default: String(availableParallelism()) },
  },
});

/** Seeds that a worker takes at a time. */
const PIECE = 5000;

function report(failures: readonly Failure[]): void {
  for (const { seed, problems } of failures) {
    for (const problem of problems) console.error(`seed ${seed}: ${problem}`);
    console.error(`  again: npx -y pnpm@12 run sim --seed ${seed}`);
  }
  if (failures.length > 0) process.exitCode = 1;
}

async function runAll(first: number, count: number, jobs: number): Promise<void> {
  const start = performance.now();
  let next = first;
  let done = 0;
  const failures: Failure[] = [];
  const workers = Array.from({ length: Math.min(jobs, Math.ceil(count / PIECE)) }, async () => {
    const worker = new Worker(new URL("./worker.ts", import.meta.url));
    try {
      while (next < first + count && failures.length < 10) {
        const piece = { first: next, count: Math.min(PIECE, first + count - next) };
        next += piece.count;
        const found = once(worker, "message");
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
        worker.postMessage(piece);
        const [failed] = (await found) as [Failure[]];
        failures.push(...failed);
        done += piece.count;
        if (done % 20_000 === 0) console.error(`${done} seeds, ${seconds(start)} s`);
      }
    } finally {
      await worker.terminate();
    }
  });
  await Promise.all(workers);
  report(failures);
  console.log(`${done} seeds in ${seconds(start)} s: ${failures.length} broke a rule`);
}

function seconds(start: number): string {
  return ((performance.now() - start) / 1000).toFixed(0);
}

if (values.seed === undefined) await runAll(Number(values.from), Number(values.seeds), Number(values.jobs));
else report(await runSeeds(Number(values.seed), 1, { trace: (line) => console.log(line) }));
