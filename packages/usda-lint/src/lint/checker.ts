/** Checks in this thread while there is little to do, in workers when there is more. */
import type { PoolAnswer, PoolTask, WorkerPool } from "../jobs/worker-pool.ts";
import { checkSource } from "../check/check-source.ts";

/** Bytes that are checked before workers start: fewer are done before they would be as fast as this thread. */
const MIN_BYTES = 64 << 20;
/** On fewer processors, workers cost more than they gain. */
const MIN_PROCESSORS = 4;

export class Checker {
  readonly #jobs: number | undefined;
  #pool: WorkerPool | undefined;
  #bytes = 0;

  /** @param jobs Threads; undefined: as many as the machine has, if there are enough files. */
  constructor(jobs: number | undefined) {
    this.#jobs = jobs;
  }

  /** Texts in memory at a time; 0 while this thread works alone. */
  get window(): number {
    return this.#pool === undefined ? 0 : WINDOW_OF_A_THREAD * (this.#jobs ?? threadsByDefault());
  }

  /** Returns the answer, or a promise of it. Throws errors of the check, or rejects with them. */
  async check(task: PoolTask): Promise<{ answer: PoolAnswer } | { pending: Promise<PoolAnswer> }> {
    this.#bytes += task.source.length;
    if (this.#pool === undefined && this.#wantsWorkers()) {
      const { WorkerPool: Pool } = await import("../jobs/worker-pool.ts");
      this.#pool = new Pool(this.#jobs ?? threadsByDefault());
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
    return this.#bytes > MIN_BYTES && processors() >= MIN_PROCESSORS;
  }
}

const WINDOW_OF_A_THREAD = 8;

/** Half of the processors: workers share the memory bandwidth with the thread that reads. */
function threadsByDefault(): number {
  return Math.max(1, processors() >> 1);
}

function processors(): number {
  return process.getBuiltinModule("node:os").availableParallelism();
}
