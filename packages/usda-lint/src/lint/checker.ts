/** Checks in this thread while there is little to do, in workers when there is more. */
import type { PoolAnswer, PoolTask, WorkerPool } from "../jobs/worker-pool.ts";
import { checkSource } from "../check/check-source.ts";

/** Files and bytes that are checked before workers would have started. */
const MIN_FILES = 200;
const MIN_BYTES = 8 << 20;

export class Checker {
  readonly #jobs: number | undefined;
  #pool: WorkerPool | undefined;
  #files = 0;
  #bytes = 0;

  /** @param jobs Threads; undefined: as many as the machine has, if there are enough files. */
  constructor(jobs: number | undefined) {
    this.#jobs = jobs;
  }

  /** Texts in memory at a time; 0 while this thread works alone. */
  get window(): number {
    return this.#pool === undefined ? 0 : WINDOW_OF_A_THREAD * (this.#jobs ?? threadsHere());
  }

  /** Returns the answer, or a promise of it. Throws errors of the check, or rejects with them. */
  async check(task: PoolTask): Promise<{ answer: PoolAnswer } | { pending: Promise<PoolAnswer> }> {
    this.#files++;
    this.#bytes += task.source.length;
    if (this.#pool === undefined && this.#wantsWorkers()) {
      const { WorkerPool: Pool } = await import("../jobs/worker-pool.ts");
      this.#pool = new Pool(this.#jobs ?? threadsHere());
    }
    if (this.#pool !== undefined) return { pending: this.#pool.check(task) };
    const { source, prepared, fix } = task;
    return { answer: { checked: await checkSource(source, prepared.options(), fix), source } };
  }

  async close(): Promise<void> {
    await this.#pool?.close();
  }

  #wantsWorkers(): boolean {
    if (this.#jobs !== undefined) return this.#jobs > 1;
    return (this.#files > MIN_FILES || this.#bytes > MIN_BYTES) && threadsHere() > 1;
  }
}

const WINDOW_OF_A_THREAD = 8;

function threadsHere(): number {
  return process.getBuiltinModule("node:os").availableParallelism();
}
