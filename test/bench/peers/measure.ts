import { readFileSync, writeFileSync } from "node:fs";
import type { Loaded } from "./peer.ts";
import type { Reply } from "./protocol.ts";

/** Milliseconds of processor time of the whole process. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Milliseconds of processor time of this thread. */
export function threadTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

let held: unknown;

/** The last layer measured: exported so that it has a reader. */
export function heldLayer(): unknown {
  return held;
}

/**
 * What {@link memoryGrowth} measures: opening, and every value read; or, of an opened layer, writing it as a crate. `touch` then
 * reads every value before, and `live` counts what is in use instead of what the process has.
 */
export interface MemoryRequest {
  readonly touch: boolean;
  readonly write?: boolean;
  readonly live?: boolean;
}

/** Returns the growth of the process during an operation; for one call in a fresh process. The input is already in memory. */
export function memoryGrowth(loaded: Loaded, { touch, write, live }: MemoryRequest): Reply {
  const prepared = write === true ? loaded.open() : undefined;
  if (touch) prepared?.touch?.();
  globalThis.gc?.();
  resetPeak();
  const before = resident();
  const usedBefore = used();
  let usedPeak = usedBefore;
  const measure = (): void => {
    globalThis.gc?.();
    usedPeak = Math.max(usedPeak, used());
  };
  const opened = prepared ?? loaded.open();
  if (opened.error !== undefined) throw new Error(`refused the input: ${opened.error}`);
  const touched = touch && prepared === undefined ? opened.touch?.() : undefined;
  const written = write === true ? opened.write?.(live === true ? measure : undefined) : undefined;
  const peak = live === true ? usedPeak - usedBefore : peakResident() - before;
  globalThis.gc?.();
  const kept = resident() - before;
  // Used after the collection, so that the layer was alive in it.
  opened.close?.();
  held = opened.layer;
  return { peak, kept, touched, written };
}

/** Bytes of the heap and of buffers that are in use. */
function used(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Bytes of this process that are in memory now. */
export function resident(): number {
  return statusField("VmRSS") ?? process.memoryUsage.rss();
}

/** The most bytes that were: since the last `resetPeak` on Linux, elsewhere since the process began. */
export function peakResident(): number {
  return statusField("VmHWM") ?? process.resourceUsage().maxRSS * 1024;
}

/** Resets the peak if the system supports it. */
export function resetPeak(): void {
  try {
    writeFileSync("/proc/self/clear_refs", "5");
  } catch {
    // Not Linux, or not allowed: the peak then counts from the process's start.
  }
}

function statusField(field: string): number | undefined {
  try {
    const line = readFileSync("/proc/self/status", "utf8")
      .split("\n")
      .find((text) => text.startsWith(`${field}:`));
    const kilobytes = /\d+/.exec(line ?? "")?.[0];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}
