import { ThreadMemory } from "../bands/thread-memory.ts";
import type { Frame, FrameLook, GroupLists } from "../bands/frame.ts";
import { work, type Step } from "./kernels.ts";
import { pauser } from "./pause.ts";

/** Runs the tasks of a frame. */
export interface Executor {
  readonly threads: number;
  /** Sets the look of the frame, which was null. */
  setLook(look: FrameLook): void;
  /** Resolves when all tasks of the steps are done; rejects with the signal's reason when it is aborted. */
  run(steps: readonly Step[], lists: GroupLists | null): Promise<void>;
}

/** Returns an executor that runs everything in the calling thread, with pauses that keep it responsive. */
export function inlineExecutor(
  unlit: Frame,
  signal: AbortSignal | undefined,
  onTask: (() => void) | undefined,
): Executor {
  const memory = new ThreadMemory();
  const pause = pauser(signal);
  let frame = unlit;
  return {
    threads: 1,
    setLook(look) {
      frame = { ...unlit, look };
    },
    async run(steps, lists) {
      for (const _ of work(steps, { frame, lists, memory })) {
        onTask?.();
        const paused = pause();
        if (paused !== undefined) await paused;
      }
    },
  };
}
