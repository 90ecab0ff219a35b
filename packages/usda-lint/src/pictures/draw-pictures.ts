/** Draws the pictures of many files in threads. */
import { availableParallelism } from "node:os";
import type { Deadline } from "@usdkit/batch/options/deadline";
import { keepOldSpaceSmall } from "@usdkit/command/process/young-space";
import { startWorker } from "../jobs/start-worker.ts";
import { TaskPool } from "../jobs/task-pool.ts";
import type { PictureOutcome, PictureTask } from "./draw-picture.ts";
import { withoutParts, type LayerPart } from "./layer-parts.ts";
import type { PictureRecords } from "./picture-records.ts";
import type { PictureSettings } from "./picture-settings.ts";
import { pictureWorkerUrl, type PictureReply, type PictureWork, type PictureWorkerData } from "./picture-worker.ts";

/** Threads by default: each has what it reads in memory. */
const MAX_THREADS = 8;
/** Percent by which old objects grow before they are collected: what is drawn is garbage after it. */
const GROWTH = 50;
/** Tasks that are given to the threads before the first of them is done, for each thread. */
const AHEAD = 4;

/** What earlier runs know about parts. */
export type PartRecords = Pick<PictureRecords, "findPart">;

/** How the parts of files are read. */
export interface ReadParts {
  readonly records?: PartRecords | undefined;
  readonly deadline?: Deadline | undefined;
  readonly onRead?: ((done: number) => void) | undefined;
}

/** Threads that draw pictures with the same settings. */
export class PicturePool implements AsyncDisposable {
  readonly #pool: TaskPool<PictureWork, PictureReply>;
  readonly #ahead: number;

  /** @param jobs Number of threads; default: one for each processor, up to 8. */
  constructor(settings: PictureSettings, jobs: number = Math.min(MAX_THREADS, availableParallelism())) {
    const data: PictureWorkerData = { mark: "usda-pictures", settings };
    keepOldSpaceSmall(GROWTH);
    this.#pool = new TaskPool(jobs, () => startWorker(pictureWorkerUrl, data));
    this.#ahead = AHEAD * jobs;
  }

  /**
   * Returns the files that are not parts of others in the same folder, in their order; undefined if the time was over before all were read.
   *
   * @param options.records of earlier runs
   * @param options.onRead called with the number of files that were read
   */
  async withoutParts<File extends { readonly location: string }>(
    files: readonly File[],
    { records, deadline, onRead }: ReadParts = {},
  ): Promise<readonly File[] | undefined> {
    const parts = new Map<string, LayerPart>();
    const started: Promise<readonly [string, LayerPart]>[] = [];
    const take = async (count: number): Promise<void> => {
      for (const each of started.splice(0, count)) {
        parts.set(...(await each));
        onRead?.(parts.size);
      }
    };
    for (const { location } of files) {
      if (deadline?.isOver === true) {
        await take(started.length);
        return undefined;
      }
      started.push(this.#partOf(location, records));
      if (started.length > this.#ahead) await take(1);
    }
    await take(started.length);
    const kept = new Set(withoutParts(parts));
    return files.filter(({ location }) => kept.has(location));
  }

  async #partOf(file: string, records: PartRecords | undefined): Promise<readonly [string, LayerPart]> {
    const known = await records?.findPart(file);
    if (known?.part !== undefined) return [file, known.part];
    const reply = await this.#pool.do({ kind: "part", file });
    const part = "part" in reply ? reply.part : { neighbors: [], isModel: true };
    known?.keep(part);
    return [file, part];
  }

  /**
   * Yields what came of each task, in their order.
   *
   * @param deadline after it, no task is started
   */
  async *draw(
    tasks: Iterable<PictureTask> | AsyncIterable<PictureTask>,
    deadline?: Deadline,
  ): AsyncGenerator<PictureOutcome> {
    const started: Promise<PictureOutcome>[] = [];
    for await (const task of tasks) {
      if (deadline?.isOver === true) break;
      started.push(this.#make(task));
      const first = started.length > this.#ahead ? started.shift() : undefined;
      if (first !== undefined) yield await first;
    }
    for (const each of started) yield await each;
  }

  /** Ends the threads. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool.close();
  }

  /** A thread that ends in the middle of a picture is the problem of its file. */
  async #make(task: PictureTask): Promise<PictureOutcome> {
    try {
      const reply = await this.#pool.do({ kind: "draw", ...task });
      return "picture" in reply ? reply.picture : { status: "failed", reason: "a thread gave another answer" };
    } catch (error) {
      return { status: "failed", reason: error instanceof Error ? error.message : String(error) };
    }
  }
}
