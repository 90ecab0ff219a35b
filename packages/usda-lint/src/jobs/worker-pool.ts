/** Threads that check or format texts, as many at a time as there are threads. Answers come as promises, in any order. */
import type { Worker } from "node:worker_threads";
import type { KnownFinding } from "@usdkit/validate";
import type { Checked, FixLevel } from "../check/checked.ts";
import type { Prepared } from "../check/prepare.ts";
import type { Formatted } from "./format-source.ts";
import { ownsBuffer, workerUrl } from "./lint-worker.ts";
import { WORKER_MARK, type Outcome, type Reply, type Request, type Work } from "./protocol.ts";
import { startWorker } from "./start-worker.ts";

/** Longer texts are handed over instead of copied: for a while only the worker has them. */
const MAX_COPIED = 1 << 20;
/** Texts that a worker has at a time, so that it need not wait for the next one. */
const DEPTH = 2;

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

interface Pending {
  readonly source: Uint8Array;
  readonly work: Work;
  /** The options that the work names. */
  readonly prepared: Prepared | undefined;
  readonly isMoved: boolean;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

/** What came of a text, and the text. */
interface Answer {
  readonly outcome: Outcome;
  readonly source: Uint8Array;
}

interface Slot {
  worker: Worker;
  /** In the order in which they were sent; the first is being checked. */
  readonly sent: Pending[];
  readonly knownOptions: Set<number>;
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
    const answer = await this.#do(source, { kind: "check", options: prepared.id, fix, known }, prepared);
    if (!("checked" in answer.outcome)) throw new Error("a worker gave another answer");
    return { checked: answer.outcome.checked, source: answer.source };
  }

  /** @throws {Error} that the worker ended in the middle of it. */
  async format(source: Uint8Array): Promise<{ readonly formatted: Formatted; readonly source: Uint8Array }> {
    const answer = await this.#do(source, { kind: "format" });
    if (!("formatted" in answer.outcome)) throw new Error("a worker gave another answer");
    return { formatted: answer.outcome.formatted, source: answer.source };
  }

  #do(given: Uint8Array, work: Work, prepared?: Prepared): Promise<Answer> {
    // A copy of a part of a buffer would be one of the whole buffer.
    const source = ownsBuffer(given) ? given : new Uint8Array(given);
    const isMoved = source.length > MAX_COPIED;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ source, work, prepared, isMoved, resolve, reject });
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
      this.#waiting.shift();
      const { prepared, source, work, isMoved } = task;
      const post = (request: Request, moved: ArrayBuffer[] = []): void => slot.worker.postMessage(request, moved);
      if (prepared !== undefined && !slot.knownOptions.has(prepared.id)) {
        slot.knownOptions.add(prepared.id);
        post({ kind: "options", id: prepared.id, options: prepared.wire });
      }
      slot.sent.push(task);
      post({ kind: "work", work, source, isMoved }, isMoved ? [source.buffer as ArrayBuffer] : []);
    }
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
    const slot: Slot = { worker: startWorker(workerUrl, WORKER_MARK), sent: [], knownOptions: new Set() };
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
      const noun = culprit?.work.kind === "format" ? "formatter" : "check";
      culprit?.reject(new Error(`the ${noun} crashed: ${reason ?? `its worker ended with code ${code}`}`));
      this.#waiting.unshift(...rest);
      this.#send();
    });
  }
}
