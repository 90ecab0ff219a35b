import type { Touched } from "./peer.ts";

export type Operation = "open" | "run" | "touch" | "print" | "write";

/**
 * One line to a peer's process. `open`, `touch` (open, then read every value), `print` and `write` (of a crate) take the file of `load`, and collect
 * garbage before they are timed. `run` is `open` with garbage as it comes: a forced collection between two runs takes the
 * last object of many a shape with it, and V8 then throws away the code compiled for it.
 */
export type Request =
  | { op: "load"; file: string }
  | { op: Operation }
  | { op: "memory"; touch: boolean; write?: boolean; live?: boolean };

/** One line back. */
export interface Reply {
  error?: string | undefined;
  /** Milliseconds. */
  wall?: number | undefined;
  /** Milliseconds of processor time, all threads (the collector's and the compiler's too). */
  cpu?: number | undefined;
  /** The same of the calling thread alone. */
  thread?: number | undefined;
  touched?: Touched | undefined;
  printed?: number | undefined;
  /** Bytes of the crate that was written. */
  written?: number | undefined;
  /** Bytes by which the process grew at most, and after a collection with the layer still there. */
  peak?: number | undefined;
  kept?: number | undefined;
}
