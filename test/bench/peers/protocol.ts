import type { Touched } from "./peer.ts";

export type Operation = "open" | "touch" | "print";

/** One line to a peer's process. `open`, `touch` (open, then read every value) and `print` take the file of `load`. */
export type Request = { op: "load"; file: string } | { op: Operation } | { op: "memory"; touch: boolean };

/** One line back. */
export interface Reply {
  error?: string | undefined;
  /** Milliseconds. */
  wall?: number | undefined;
  /** Milliseconds of processor time, all threads (the collector's and the compiler's too). */
  cpu?: number | undefined;
  touched?: Touched | undefined;
  printed?: number | undefined;
  /** Bytes by which the process grew at most, and after a collection with the layer still there. */
  peak?: number | undefined;
  kept?: number | undefined;
}
