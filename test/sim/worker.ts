// A thread of `sim.ts`.

import { parentPort } from "node:worker_threads";
import { runSeeds } from "./batch.ts";

// The stacks of a run's many errors are not shown, and take a tenth of its time.
Error.stackTraceLimit = 0;

parentPort?.on("message", ({ first, count }: { readonly first: number; readonly count: number }) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
  void runSeeds(first, count).then((failures) => parentPort?.postMessage(failures));
});
