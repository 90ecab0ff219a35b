/** Reads the files of a library in threads. */
import { availableParallelism } from "node:os";
import { keepOldSpaceSmall, keepYoungSpaceSmall } from "@usdkit/command/process/young-space";
import type { FileToRead, ReadOutcome, StageFacts } from "@usdkit/library/facts/file-facts";
import type { LibraryWork } from "@usdkit/library/update/library-work";
import type { ConfigLookup } from "@usdkit/lint-config/config-lookup";
import type { Prepared, Preparer } from "../check/prepare.ts";
import { startWorker } from "../jobs/start-worker.ts";
import { TaskPool } from "../jobs/task-pool.ts";
import { LibraryReader, type CheckedFile, type LibraryReply, type LibraryTask } from "./library-reader.ts";
import { libraryWorkerUrl, type LibraryWorkerData } from "./library-worker.ts";

/** Threads by default: each has a heap of its own. */
const MAX_THREADS = 4;
/** What a thread makes of a file is garbage after it: a small nursery is enough, and keeps the memory of many threads small. */
const HEAP = { maxYoungGenerationSizeMb: 8 };
/** Percent by which old objects grow before they are collected: what lives in a thread is code, and old objects of files are garbage. */
const GROWTH = 50;
/** Batches that wait for each thread. */
const AHEAD = 2;

/** How files are read. */
export interface LibraryThreadsOptions extends Omit<LibraryWorkerData, "mark"> {
  /** Number of threads; 1: this one. Default: one for each processor, up to 4. */
  readonly jobs: number | undefined;
  readonly configs: ConfigLookup;
  readonly preparer: Preparer;
  /** Called for configurations that are not valid. */
  readonly onProblem: (problem: string) => void;
}

/** Threads, and what they are told about each file. */
export class LibraryThreads implements LibraryWork, AsyncDisposable {
  readonly ahead: number;
  /** Undefined: this thread reads. */
  readonly #pool: TaskPool<LibraryTask, LibraryReply> | undefined;
  readonly #data: LibraryWorkerData;
  /** Whether there is more to do than a few files. */
  #hasMany = false;
  /** Reads in this thread. */
  #reader: LibraryReader | undefined;
  readonly #options: LibraryThreadsOptions;
  /** Problems of configurations: each is reported once, not for every file. */
  readonly #reported = new Set<string>();

  constructor(options: LibraryThreadsOptions) {
    const { jobs = Math.min(MAX_THREADS, availableParallelism()), composes, searchPaths } = options;
    this.#data = { mark: "usda-library", composes, searchPaths };
    if (jobs > 1) this.#pool = new TaskPool(jobs, () => startWorker(libraryWorkerUrl, this.#data, HEAP));
    this.#options = options;
    this.ahead = AHEAD * jobs;
  }

  /** A thread that ends in the middle of a batch is the problem of one of its files: they are read again, each by itself. */
  async read(files: readonly FileToRead[], isSmall = false): Promise<readonly ReadOutcome[]> {
    try {
      return await this.#readAll(files, isSmall);
    } catch (error) {
      if (files.length === 1) return [{ problem: error instanceof Error ? error.message : String(error) }];
      const outcomes: ReadOutcome[] = [];
      for (const file of files) outcomes.push(...(await this.read([file])));
      return outcomes;
    }
  }

  async compose(roots: readonly string[], isSmall = false): Promise<readonly StageFacts[]> {
    try {
      const reply = await this.#do({ kind: "compose", roots }, isSmall);
      return "stages" in reply ? reply.stages : [];
    } catch {
      if (roots.length === 1) return [{ state: "failed", bounds: null }];
      const stages: StageFacts[] = [];
      for (const root of roots) stages.push(...(await this.compose([root])));
      return stages;
    }
  }

  /** Ends the threads. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool?.close();
  }

  /** A thread takes longer to start than a small task, and is for what may end it. */
  #do(task: LibraryTask, isSmall: boolean): Promise<LibraryReply> {
    if (!isSmall && !this.#hasMany) {
      this.#hasMany = true;
      keepYoungSpaceSmall();
      keepOldSpaceSmall(GROWTH);
    }
    if (this.#pool !== undefined && !isSmall) return this.#pool.do(task);
    this.#reader ??= new LibraryReader(this.#data);
    return this.#reader.do(task);
  }

  async #readAll(files: readonly FileToRead[], isSmall: boolean): Promise<readonly ReadOutcome[]> {
    const used = new Map<number, Prepared>();
    const checked: CheckedFile[] = [];
    for (const file of files) {
      const prepared = file.isLayer ? await this.#settingsOf(file.file) : undefined;
      if (prepared !== undefined) used.set(prepared.id, prepared);
      checked.push({ ...file, checks: prepared?.id ?? null });
    }
    const checks = Array.from(used.values(), ({ id, wire }) => ({ id, options: wire }));
    // Rules of the user's own may do anything.
    const hasCode = checks.some(({ options }) => options.customRuleSources.length > 0);
    const reply = await this.#do({ kind: "read", files: checked, checks }, isSmall && !hasCode);
    return "outcomes" in reply ? reply.outcomes : [];
  }

  /** Returns the settings of a file; undefined if its configuration ignores it, or is not valid. */
  async #settingsOf(file: string): Promise<Prepared | undefined> {
    const { configs, preparer, onProblem } = this.#options;
    try {
      const { settings, ignored } = await configs.find(file);
      return ignored ? undefined : preparer.prepare(settings);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (!this.#reported.has(message)) onProblem(message);
      this.#reported.add(message);
      return undefined;
    }
  }
}
