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

/** A file, and what came of it. */
export interface Converted<Task extends ConversionTask> {
  readonly task: Task;
  readonly outcome: ConversionOutcome;
}

/** Yields what came of each file, in their order. After an abort there are no more. */
export async function* convertAll<Task extends ConversionTask>(
  tasks: Iterable<Task>,
  { convert, settings, jobs, record, deadline, signal }: ConvertAll,
): AsyncGenerator<Converted<Task>> {
  if (jobs === 1) {
    for (const task of tasks) {
      if (signal.aborted || deadline?.isOver === true) return;
      yield { task, outcome: await once(record, task, () => convertTask(convert, task, settings)) };
    }
    return;
  }
  const data: ConvertWorkerData = { mark: "usda-convert", settings };
  const pool = new TaskPool<ConversionTask, ConversionResult>(jobs, () => startWorker(convertWorkerUrl, data));
  const stop = (): void => void pool.close();
  const start = async (task: Task): Promise<Converted<Task>> => ({
    task,
    outcome: await once(record, task, () => inThread(pool, task)),
  });
  signal.addEventListener("abort", stop);
  try {
    const started: Promise<Converted<Task>>[] = [];
    for (const task of tasks) {
      if (deadline?.isOver === true) break;
      started.push(start(task));
      if (started.length <= jobs) continue;
      const first = await started.shift();
      if (signal.aborted || first === undefined) return;
      yield first;
    }
    for (const each of started) {
      const converted = await each;
      if (signal.aborted) return;
      yield converted;
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
