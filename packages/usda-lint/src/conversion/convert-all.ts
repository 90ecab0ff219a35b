/** Converts many files, in threads if there may be several. */
import type { Deadline } from "@usdkit/batch/options/deadline";
import type * as Convert from "@usdkit/convert";
import type { ConversionRecord } from "./conversion-record.ts";
import { startWorker } from "../jobs/start-worker.ts";
import { TaskPool } from "../jobs/task-pool.ts";
import {
  convertTask,
  failed,
  type ConversionOutcome,
  type ConversionResult,
  type ConversionSettings,
  type ConversionTask,
} from "./convert-task.ts";
import { convertWorkerUrl, type ConvertWorkerData } from "./convert-worker.ts";

/** How files are converted. */
export interface ConvertAll {
  readonly convert: typeof Convert;
  readonly settings: ConversionSettings;
  /** Number of threads; 1: this one. */
  readonly jobs: number;
  /** What earlier runs have done. */
  readonly record: ConversionRecord;
  /** After it, no file is started. */
  readonly deadline: Deadline | undefined;
  readonly signal: AbortSignal;
}

/** Yields what came of each file, in their order. After an abort there are no more. */
export async function* convertAll(
  tasks: readonly ConversionTask[],
  { convert, settings, jobs, record, deadline, signal }: ConvertAll,
): AsyncGenerator<ConversionOutcome> {
  if (jobs === 1 || tasks.length === 1) {
    for (const task of tasks) {
      if (signal.aborted || deadline?.isOver === true) return;
      yield await once(record, task, () => convertTask(convert, task, settings));
    }
    return;
  }
  const data: ConvertWorkerData = { mark: "usda-convert", settings };
  const pool = new TaskPool<ConversionTask, ConversionResult>(jobs, () => startWorker(convertWorkerUrl, data));
  const stop = (): void => void pool.close();
  signal.addEventListener("abort", stop);
  try {
    const started: Promise<ConversionOutcome>[] = [];
    let next = 0;
    while (next < tasks.length || started.length > 0) {
      while (next < tasks.length && started.length <= jobs && deadline?.isOver !== true) {
        const task = tasks[next++];
        started.push(once(record, task, () => inThread(pool, task)));
      }
      const first = await started.shift();
      if (signal.aborted || first === undefined) return;
      yield first;
    }
  } finally {
    signal.removeEventListener("abort", stop);
    await pool.close();
  }
}

/** Converts a file unless an earlier run has. */
async function once(
  record: ConversionRecord,
  task: ConversionTask,
  convert: () => Promise<ConversionResult>,
): Promise<ConversionOutcome> {
  const known = record.find(task);
  if (known !== undefined) return known;
  const result = await convert();
  record.keep(task, result);
  return result.outcome;
}

/** A thread that ends in the middle of a file is the problem of this file. */
async function inThread(
  pool: TaskPool<ConversionTask, ConversionResult>,
  task: ConversionTask,
): Promise<ConversionResult> {
  try {
    return await pool.do(task);
  } catch (error) {
    return failed(error);
  }
}
