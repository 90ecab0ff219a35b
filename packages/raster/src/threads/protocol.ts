/** Messages between the calling thread and the workers. */
import type { Frame, GroupLists } from "../frame/frame.ts";
import type { Step } from "./kernels.ts";

/** Distinguishes a worker of this package from any other thread that loads its module. */
export const WORKER_MARK = "@usdkit/raster worker";

/** `frame` comes before the first `run`, `end` after the last one, so that an idle worker holds no memory. */
export type Request =
  | { readonly kind: "frame"; readonly frame: Frame }
  | { readonly kind: "run"; readonly steps: readonly Step[]; readonly lists: GroupLists | null }
  | { readonly kind: "end" };

/** The reply to a `run`: all tasks are done or taken by other threads, or the error. */
export type Reply = { readonly kind: "done" } | { readonly kind: "failed"; readonly error: string };
