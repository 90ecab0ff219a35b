import { ThreadMemory } from "../bands/thread-memory.ts";
import type { Frame, GroupLists } from "../bands/frame.ts";
import { work, type Step } from "./kernels.ts";
import { pauser } from "./pause.ts";

/** Runs the tasks of a frame. */
export interface Executor {
  readonly threads: number;
  /** Resolves when all tasks of the steps are done; rejects with the signal's reason when it is aborted. */
  run(steps: readonly Step[], lists: GroupLists | null): Promise<void>;
}

/** Returns an executor that runs everything in the calling thread, with pauses that keep it responsive. */
export function inlineExecutor(
  frame: Frame,
  signal: AbortSignal | undefined,
  onTask: (() => void) | undefined,
): Executor {
  const memory = new ThreadMemory();
  const pause = pauser(signal);
  return {
    threads: 1,
    async run(steps, lists) {
      for (const _ of work(steps, { frame, lists, memory })) {
        onTask?.();
        const paused = pause();
        if (paused !== undefined) await paused;
      }
    },
  };
}
