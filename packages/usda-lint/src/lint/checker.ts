/** Checks in this thread while there is little to do, in workers when there is more. */
import { keepYoungSpaceSmall } from "@usdkit/command/process/young-space";
import { checkSource } from "../check/check-source.ts";
import type { Threads } from "../jobs/threads.ts";
import type { PoolAnswer, PoolTask } from "../jobs/worker-pool.ts";

/**
 * Texts after which V8's space for young objects stays as it is. What a check makes is garbage after it, in a large space as in a small
 * one; but a space that grows with each survivor needs 150 MB after 25,000 texts. A few large texts have objects that live longer.
 */
const MANY_TEXTS = 64;

export class Checker {
  readonly #threads: Threads;
  /** Checked in this thread. */
  #texts = 0;

  constructor(threads: Threads) {
    this.#threads = threads;
  }

  /** Texts in memory at a time; 0 while this thread works alone. */
  get window(): number {
    return this.#threads.window;
  }

  /** Returns the answer, or a promise of it. Throws errors of the check, or rejects with them. */
  async check(task: PoolTask): Promise<{ answer: PoolAnswer } | { pending: Promise<PoolAnswer> }> {
    const pool = await this.#threads.poolFor(task.source.length);
    if (pool === undefined && ++this.#texts === MANY_TEXTS) keepYoungSpaceSmall();
    if (pool !== undefined) return { pending: pool.check(task) };
    const { source, prepared, fix, known } = task;
    return { answer: { checked: await checkSource(source, prepared.options(), fix, known), source } };
  }
}
