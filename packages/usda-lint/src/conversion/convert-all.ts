/** Converts many files, in threads if there may be several. */
import type * as Convert from "@usdkit/convert";
import { startWorker } from "../jobs/start-worker.ts";
import { TaskPool } from "../jobs/task-pool.ts";
import { convertTask, type ConversionOutcome, type ConversionSettings, type ConversionTask } from "./convert-task.ts";
import { convertWorkerUrl, type ConvertWorkerData } from "./convert-worker.ts";

/** How files are converted. */
export interface ConvertAll {
  readonly convert: typeof Convert;
  readonly settings: ConversionSettings;
  /** Number of threads; 1: this one. */
  readonly jobs: number;
  readonly signal: AbortSignal;
}

/** Yields what came of each file, in their order. After an abort there are no more. */
export async function* convertAll(
  tasks: readonly ConversionTask[],
  { convert, settings, jobs, signal }: ConvertAll,
): AsyncGenerator<ConversionOutcome> {
  if (jobs === 1 || tasks.length === 1) {
    for (const task of tasks) {
      if (signal.aborted) return;
      yield await convertTask(convert, task, settings);
    }
    return;
  }
  const data: ConvertWorkerData = { mark: "usda-convert", settings };
  const pool = new TaskPool<ConversionTask, ConversionOutcome>(jobs, () => startWorker(convertWorkerUrl, data));
  const stop = (): void => void pool.close();
  signal.addEventListener("abort", stop);
  try {
    const started: Promise<ConversionOutcome>[] = [];
    let next = 0;
    while (next < tasks.length || started.length > 0) {
      while (next < tasks.length && started.length <= jobs) started.push(inThread(pool, tasks[next++]));
      const first = await started.shift();
      if (signal.aborted || first === undefined) return;
      yield first;
    }
  } finally {
    signal.removeEventListener("abort", stop);
    await pool.close();
  }
}

/** A thread that ends in the middle of a file is the problem of this file. */
async function inThread(
  pool: TaskPool<ConversionTask, ConversionOutcome>,
  task: ConversionTask,
): Promise<ConversionOutcome> {
  try {
    return await pool.do(task);
  } catch (error) {
    return { status: "failed", at: "", reason: error instanceof Error ? error.message : String(error) };
  }
}
