/** Workers that start when there is enough to do: before that, the main thread works alone. */
import { letYoungSpaceGrow } from "@usdkit/command/process/young-space";
import type { WorkerPool } from "./worker-pool.ts";

/** Bytes before workers start: fewer are done before workers would be as fast as the main thread. */
const MIN_BYTES = 64 << 20;
/** On fewer processors, workers cost more than they gain (docs/decisions/2026-11-23-the-linter.md). */
const MIN_PROCESSORS = 4;
/** Texts in memory for each thread. */
const WINDOW_OF_A_THREAD = 8;

export class Threads {
  readonly #jobs: number | undefined;
  #pool: WorkerPool | undefined;
  #bytes = 0;

  /** @param jobs Number of threads; undefined: by the number of bytes and processors. */
  constructor(jobs: number | undefined) {
    this.#jobs = jobs;
  }

  /** Number of workers; 0 while the main thread works alone. */
  get count(): number {
    return this.#pool === undefined ? 0 : (this.#jobs ?? threadsByDefault());
  }

  /** Texts in memory at a time; 0 while the main thread works alone. */
  get window(): number {
    return WINDOW_OF_A_THREAD * this.count;
  }

  /**
   * Returns the workers for what comes next; undefined if the main thread is to do it.
   *
   * @param bytes of it, or of what the main thread has read since the last call
   */
  async poolFor(bytes: number): Promise<WorkerPool | undefined> {
    this.#bytes += bytes;
    if (this.#pool === undefined && this.#wantsWorkers()) {
      const { WorkerPool: Pool } = await import("./worker-pool.ts");
      letYoungSpaceGrow();
      this.#pool = new Pool(this.#jobs ?? threadsByDefault());
    }
    return this.#pool;
  }

  /** Lets workers forget the files of stages. */
  endStages(): void {
    this.#pool?.endStages();
  }

  async close(): Promise<void> {
    await this.#pool?.close();
  }

  #wantsWorkers(): boolean {
    if (this.#jobs !== undefined) return this.#jobs > 1;
    return this.#bytes > MIN_BYTES && processors() >= MIN_PROCESSORS;
  }
}

/** Half of the processors: workers share the memory bandwidth with the thread that reads. */
function threadsByDefault(): number {
  return Math.max(1, processors() >> 1);
}

function processors(): number {
  return process.getBuiltinModule("node:os").availableParallelism();
}
