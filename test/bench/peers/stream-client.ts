// A process that takes the frames of a realtime stream more slowly than they come, for the suite `stream`:
// stream-client.ts URL KEY SECONDS FRAMES_PER_SECOND_TAKEN. Prints what it took.

import { setTimeout as sleep } from "node:timers/promises";
import { SpatialClient } from "@usdkit/client";

/** What the process prints. Sizes are bytes. */
export interface Streamed {
  readonly received: number;
  readonly taken: number;
  readonly dropped: number;
  /** Of all frames that came. */
  readonly bytes: number;
  /** In use after a collection, when a sixth of the time was over and at the end. */
  readonly heldEarly: number;
  readonly heldLate: number;
  /** The most that the process had in the second sixth of the time and in the last. */
  readonly residentEarly: number;
  readonly residentLate: number;
  /** Milliseconds of processor time that a second of the stream took. */
  readonly processor: number;
}

const [url = "", apiKey = "", seconds = "60", rate = "10"] = process.argv.slice(2);
const duration = Number(seconds) * 1000;

function held(): number {
  // Objects that wait for their finalizer are freed by the second.
  for (let round = 0; round < 3; round++) globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const client = new SpatialClient({ baseUrl: url, apiKey });
const scene = new TextEncoder().encode('#usda 1.0\ndef Camera "Main"\n{\n}\n');
const stream = await client.streams.open(scene, { interval: 100 });
const start = performance.now();
const { user, system } = process.cpuUsage();
const resident = { early: 0, late: 0 };
const watch = setInterval(() => {
  const share = (performance.now() - start) / duration;
  const { rss } = process.memoryUsage();
  if (share >= 1 / 6 && share < 2 / 6) resident.early = Math.max(resident.early, rss);
  else if (share >= 5 / 6) resident.late = Math.max(resident.late, rss);
}, 50);

let heldEarly: number | undefined;
while (performance.now() - start < duration) {
  const frame = await stream.nextFrame();
  if (frame === undefined) throw new Error("the stream ended before its time");
  if (heldEarly === undefined && performance.now() - start > duration / 6) heldEarly = held();
  await sleep(1000 / Number(rate));
}
clearInterval(watch);
const { user: userLate, system: systemLate } = process.cpuUsage();
const streamed: Streamed = {
  ...stream.counts,
  heldEarly: heldEarly ?? 0,
  heldLate: held(),
  residentEarly: resident.early,
  residentLate: resident.late,
  processor: (userLate + systemLate - user - system) / duration,
};
await stream.close();
console.log(JSON.stringify(streamed));
