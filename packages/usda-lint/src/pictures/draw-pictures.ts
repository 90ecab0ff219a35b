/** Draws the pictures of many files in threads. */
import { availableParallelism } from "node:os";
import type { Deadline } from "@usdkit/batch/options/deadline";
import { startWorker } from "../jobs/start-worker.ts";
import { TaskPool } from "../jobs/task-pool.ts";
import type { PictureOutcome, PictureTask } from "./draw-picture.ts";
import { withoutParts, type LayerPart } from "./layer-parts.ts";
import type { PictureSettings } from "./picture-settings.ts";
import { pictureWorkerUrl, type PictureReply, type PictureWork, type PictureWorkerData } from "./picture-worker.ts";

/** Threads by default: each has what it reads in memory. */
const MAX_THREADS = 8;
/** Tasks that are given to the threads before the first of them is done, for each thread. */
const AHEAD = 4;

/** Threads that draw pictures with the same settings. */
export class PicturePool implements AsyncDisposable {
  readonly #pool: TaskPool<PictureWork, PictureReply>;
  readonly #ahead: number;

  /** @param jobs Number of threads; default: one for each processor, up to 8. */
  constructor(settings: PictureSettings, jobs: number = Math.min(MAX_THREADS, availableParallelism())) {
    const data: PictureWorkerData = { mark: "usda-pictures", settings };
    this.#pool = new TaskPool(jobs, () => startWorker(pictureWorkerUrl, data));
    this.#ahead = AHEAD * jobs;
  }

  /** Returns the files that are not parts of others in the same folder, in their order. */
  async withoutParts<File extends { readonly location: string }>(files: readonly File[]): Promise<readonly File[]> {
    const known = await Promise.all(
      files.map(async ({ location }): Promise<readonly [string, LayerPart]> => {
        const reply = await this.#pool.do({ kind: "part", file: location });
        return [location, "part" in reply ? reply.part : { neighbors: [], isModel: true }];
      }),
    );
    const kept = new Set(withoutParts(new Map(known)));
    return files.filter(({ location }) => kept.has(location));
  }

  /**
   * Yields what came of each task, in their order.
   *
   * @param deadline after it, no task is started
   */
  async *draw(tasks: readonly PictureTask[], deadline?: Deadline): AsyncGenerator<PictureOutcome> {
    const started: Promise<PictureOutcome>[] = [];
    let next = 0;
    while (next < tasks.length || started.length > 0) {
      while (next < tasks.length && started.length <= this.#ahead && deadline?.isOver !== true) {
        started.push(this.#make(tasks[next++]));
      }
      const first = started.shift();
      if (first === undefined) return;
      yield await first;
    }
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
