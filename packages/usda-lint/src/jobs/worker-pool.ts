/** Threads that check or format texts or compose root layers, as many at a time as there are threads. Answers come as promises, in any order. */
import type { Worker } from "node:worker_threads";
import type { KnownFinding } from "@usdkit/validate";
import type { Checked, FixLevel } from "../check/checked.ts";
import type { Prepared } from "../check/prepare.ts";
import { path } from "@usdkit/command/process/builtins";
import type { ComposerSettings, RootOutcome, RootTask } from "../composed/root-outcome.ts";
import type { Formatted } from "./format-source.ts";
import { ownsBuffer, workerUrl } from "./lint-worker.ts";
import { WORKER_MARK, type Outcome, type Reply, type Request, type Work } from "./protocol.ts";
import { startWorker } from "./start-worker.ts";

/** Longer texts are handed over instead of copied: for a while only the worker has them. */
const MAX_COPIED = 1 << 20;
/** Texts or roots that a worker has at a time, so that it need not wait for the next one. */
const DEPTH = 2;

/** What a worker makes of a text or a stage is garbage after it; a larger space for it would be full of dead buffers. */
const HEAP = { maxYoungGenerationSizeMb: 8 };

export interface PoolTask {
  readonly source: Uint8Array;
  readonly prepared: Prepared;
  readonly fix: FixLevel;
  /** Findings that are not fixed. */
  readonly known?: readonly KnownFinding[] | undefined;
}

export interface PoolAnswer {
  readonly checked: Checked;
  readonly source: Uint8Array;
}

/** What a worker is to do, and what it needs to know for that. */
interface Task {
  readonly work: Work;
  readonly source?: Uint8Array | undefined;
  /** The options that the work names. */
  readonly prepared?: Prepared | undefined;
  readonly composer?: ComposerSettings | undefined;
  /** Work of one folder is given to one worker, if others have enough to do. */
  readonly folder?: string | undefined;
}

interface Pending extends Task {
  readonly isMoved: boolean;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

/** What came of the work, and its text. */
interface Answer {
  readonly outcome: Outcome;
  readonly source: Uint8Array | undefined;
}

interface Slot {
  worker: Worker;
  /** In the order in which they were sent; the first is being checked. */
  readonly sent: Pending[];
  readonly knownOptions: Set<number>;
  composer: ComposerSettings | undefined;
  /** Of the last work that it was given. */
  folder: string | undefined;
}

export class WorkerPool {
  readonly #slots: Slot[] = [];
  readonly #waiting: Pending[] = [];
  readonly #threads: number;
  #isClosed = false;

  constructor(threads: number) {
    this.#threads = threads;
  }

  /** @throws {Error} what the check threw, or that the worker ended in the middle of it. */
  async check({ source, prepared, fix, known }: PoolTask): Promise<PoolAnswer> {
    const work = { kind: "check", options: prepared.id, fix, known } as const;
    const answer = await this.#do({ work, source, prepared });
    if (!("checked" in answer.outcome)) throw new Error("a worker gave another answer");
    return { checked: answer.outcome.checked, source: answer.source ?? source };
  }

  /** @throws {Error} that the worker ended in the middle of it. */
  async format(source: Uint8Array): Promise<{ readonly formatted: Formatted; readonly source: Uint8Array }> {
    const answer = await this.#do({ work: { kind: "format" }, source });
    if (!("formatted" in answer.outcome)) throw new Error("a worker gave another answer");
    return { formatted: answer.outcome.formatted, source: answer.source ?? source };
  }

  /**
   * Composes a root layer. Workers hold files for the next root until `endStages`.
   *
   * @throws {Error} that the worker ended in the middle of it.
   */
  async compose(root: RootTask, composer: ComposerSettings): Promise<RootOutcome> {
    const folder = path.posix.dirname(root.file);
    const { outcome } = await this.#do({ work: { kind: "compose", root }, composer, folder });
    if (!("root" in outcome)) throw new Error("a worker gave another answer");
    return outcome.root;
  }

  /** Lets workers forget the files of stages. */
  endStages(): void {
    for (const slot of this.#slots) {
      [slot.composer, slot.folder] = [undefined, undefined];
      slot.worker.postMessage({ kind: "stages", settings: undefined } satisfies Request, []);
    }
  }

  #do({ source: given, ...task }: Task): Promise<Answer> {
    // A copy of a part of a buffer would be one of the whole buffer.
    const source = given === undefined || ownsBuffer(given) ? given : new Uint8Array(given);
    const isMoved = source !== undefined && source.length > MAX_COPIED;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...task, source, isMoved, resolve, reject });
      this.#send();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#slots.map((slot) => slot.worker.terminate()));
  }

  #send(): void {
    for (let [task] = this.#waiting; task !== undefined; [task] = this.#waiting) {
      const slot = this.#freeSlot(task.isMoved);
      if (slot === undefined) return;
      this.#give(slot, this.#takeFor(slot));
    }
  }

  /** Takes the next task: of the folder that the worker has files of, or of one that no other has. */
  #takeFor({ folder: last }: Slot): Pending {
    const find = (isWanted: (folder: string | undefined) => boolean): number =>
      this.#waiting.findIndex(({ folder }) => folder === undefined || isWanted(folder));
    const own = last === undefined ? -1 : find((folder) => folder === last);
    const free = own >= 0 ? own : find((folder) => this.#slots.every((slot) => slot.folder !== folder));
    const [task] = this.#waiting.splice(Math.max(0, free), 1);
    return task;
  }

  #give(slot: Slot, task: Pending): void {
    const { prepared, composer, folder, source, work, isMoved } = task;
    const post = (request: Request, moved: ArrayBuffer[] = []): void => slot.worker.postMessage(request, moved);
    if (prepared !== undefined && !slot.knownOptions.has(prepared.id)) {
      slot.knownOptions.add(prepared.id);
      post({ kind: "options", id: prepared.id, options: prepared.wire });
    }
    if (composer !== undefined && slot.composer !== composer) {
      slot.composer = composer;
      post({ kind: "stages", settings: composer });
    }
    slot.folder = folder;
    slot.sent.push(task);
    post({ kind: "work", work, source, isMoved }, isMoved ? [source?.buffer as ArrayBuffer] : []);
  }

  /** One that has room; a moved text wants a worker for itself, since it would be lost with it. */
  #freeSlot(isMoved: boolean): Slot | undefined {
    const idle = this.#slots.find(({ sent }) => sent.length === 0);
    if (idle !== undefined) return idle;
    if (this.#slots.length < this.#threads) return this.#start();
    if (isMoved) return undefined;
    return this.#slots.find(({ sent }) => sent.length < DEPTH && !sent.some((task) => task.isMoved));
  }

  #start(): Slot {
    const worker = startWorker(workerUrl, WORKER_MARK, HEAP);
    const slot: Slot = { worker, sent: [], knownOptions: new Set(), composer: undefined, folder: undefined };
    this.#listen(slot);
    this.#slots.push(slot);
    return slot;
  }

  #listen(slot: Slot): void {
    const { worker } = slot;
    let reason: string | undefined;
    worker.on("message", (reply: Reply) => {
      const task = slot.sent.shift();
      if (task === undefined) return;
      if ("error" in reply) task.reject(new Error(reply.error));
      else task.resolve({ outcome: reply, source: reply.source ?? task.source });
      this.#send();
    });
    worker.on("error", (error: unknown) => {
      reason = error instanceof Error ? error.message : String(error);
    });
    worker.on("exit", (code) => {
      if (this.#isClosed) return;
      this.#slots.splice(this.#slots.indexOf(slot), 1);
      // The first was being checked; what came after it was copied, and another worker takes it.
      const [culprit, ...rest] = slot.sent;
      culprit?.reject(
        new Error(`the ${NOUNS[culprit.work.kind]} crashed: ${reason ?? `its worker ended with code ${code}`}`),
      );
      this.#waiting.unshift(...rest);
      this.#send();
    });
  }
}

/** What crashed, for messages. */
const NOUNS = { check: "check", compose: "check of the stage", format: "formatter" } as const;
