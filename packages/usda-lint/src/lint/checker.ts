/** Who checks: this thread while there is little to do, workers when there is more. */
import type { PoolAnswer, PoolTask, WorkerPool } from "../jobs/worker-pool.ts";
import { checkSource } from "./check-source.ts";

/** So many files, or so many bytes, are done before workers would have started. */
const FEW_FILES = 200;
const FEW_BYTES = 8 << 20;

export class Checker {
  readonly #jobs: number | undefined;
  #pool: WorkerPool | undefined;
  #files = 0;
  #bytes = 0;

  /** @param jobs Threads; undefined: as many as the machine has, once there are more than a few files. */
  constructor(jobs: number | undefined) {
    this.#jobs = jobs;
  }

  /** Texts to hold at a time; 0 while this thread does it alone. */
  get window(): number {
    return this.#pool === undefined ? 0 : WINDOW_OF_A_THREAD * (this.#jobs ?? threadsHere());
  }

  /** The answer, or the promise of one. Throws what the check throws, or rejects with it. */
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
    return (this.#files > FEW_FILES || this.#bytes > FEW_BYTES) && threadsHere() > 1;
  }
}

const WINDOW_OF_A_THREAD = 8;

function threadsHere(): number {
  return process.getBuiltinModule("node:os").availableParallelism();
}
