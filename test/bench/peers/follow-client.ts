// A process that follows many operations concurrently, for the suite `client`:
// follow-client.ts URL COUNT. Prints the measurements.

import { SpatialClient, systemClock, type Clock } from "@usdkit/client";

/** What the process prints. */
export interface Followed {
  readonly results: number;
  readonly polls: number;
  /** Minimum milliseconds between two polls of an operation. */
  readonly leastGap: number;
  /** Maximum number of timers of the client's clock, and of those not owned by pending polls. */
  readonly timers: number;
  readonly idleTimers: number;
  /** Maximum number of concurrent polls. */
  readonly atOnce: number;
  /** Bytes that the process grew by, garbage included. */
  readonly growth: number;
  /** Bytes that are in use while all are followed. */
  readonly held: number;
}

const [url = "", count = "0"] = process.argv.slice(2);
const last = new Map<string, number>();
let leastGap = Infinity;
let polls = 0;
let open = 0;
let atOnce = 0;
let waiting = 0;
let timers = 0;
let idleTimers = 0;

const clock: Clock = {
  ...systemClock,
  sleep: async (milliseconds, signal) => {
    waiting++;
    try {
      await systemClock.sleep(milliseconds, signal);
    } finally {
      waiting--;
    }
  },
};

globalThis.gc?.();
const { rss: before, heapUsed, external } = process.memoryUsage();
let peak = before;
let held = 0;
const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage().rss);
  timers = Math.max(timers, waiting);
  // A poll on its way has one, which ends it when it takes too long.
  idleTimers = Math.max(idleTimers, waiting - open);
}, 20);
// Somewhere in the middle, when all have been polled.
setTimeout(() => {
  globalThis.gc?.();
  const now = process.memoryUsage();
  held = now.heapUsed + now.external - heapUsed - external;
}, 4000).unref();

const client = new SpatialClient({
  baseUrl: url,
  apiKey: "bench-key",
  clock,
  fetch: async (address, init) => {
    const id = new TextDecoder().decode(init.body as Uint8Array);
    const now = performance.now();
    leastGap = Math.min(leastGap, now - (last.get(id) ?? -Infinity));
    last.set(id, now);
    polls++;
    atOnce = Math.max(atOnce, ++open);
    try {
      return await fetch(address, init);
    } finally {
      open--;
    }
  },
});
const results = await Promise.all(
  Array.from({ length: Number(count) }, (_, i) => client.jobs.follow(`job-${i}`).result()),
);
clearInterval(watch);
const followed: Followed = {
  results: results.length,
  polls,
  leastGap,
  timers,
  idleTimers,
  atOnce,
  growth: peak - before,
  held,
};
console.log(JSON.stringify(followed));
