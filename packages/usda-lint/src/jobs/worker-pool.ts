/** Threads that check texts, as many at a time as there are threads. Answers come as promises, in any order. */
import type { Worker } from "node:worker_threads";
import type { Checked, FixLevel } from "../check/checked.ts";
import type { Prepared } from "../check/prepare.ts";
import { ownsBuffer, workerUrl } from "./lint-worker.ts";
import { WORKER_MARK, type Reply, type Request } from "./protocol.ts";

/** Longer texts are handed over instead of copied: for a while only the worker has them. */
const MAX_COPIED = 1 << 20;
/** Texts that a worker has at a time, so that it need not wait for the next one. */
const DEPTH = 2;

export interface PoolTask {
  readonly source: Uint8Array;
  readonly prepared: Prepared;
  readonly fix: FixLevel;
}

export interface PoolAnswer {
  readonly checked: Checked;
  readonly source: Uint8Array;
}

interface Pending extends PoolTask {
  readonly isMoved: boolean;
  readonly resolve: (answer: PoolAnswer) => void;
  readonly reject: (error: Error) => void;
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
  check(task: PoolTask): Promise<PoolAnswer> {
    // A copy of a part of a buffer would be one of the whole buffer.
    const source = ownsBuffer(task.source) ? task.source : new Uint8Array(task.source);
    const isMoved = source.length > MAX_COPIED;
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
      this.#waiting.shift();
      const { prepared, source, fix, isMoved } = task;
      const post = (request: Request, moved: ArrayBuffer[] = []): void => slot.worker.postMessage(request, moved);
      if (!slot.knownOptions.has(prepared.id)) {
        slot.knownOptions.add(prepared.id);
        post({ kind: "options", id: prepared.id, options: prepared.wire });
      }
      slot.sent.push(task);
      const request: Request = { kind: "check", options: prepared.id, source, fix, isMoved };
      post(request, isMoved ? [source.buffer as ArrayBuffer] : []);
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
    const slot: Slot = { worker: startWorker(), sent: [], knownOptions: new Set() };
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
      const source = reply.source ?? task.source;
      if ("checked" in reply) task.resolve({ checked: reply.checked, source });
      else task.reject(new Error(reply.error));
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
      culprit?.reject(new Error(`the check crashed: ${reason ?? `its worker ended with code ${code}`}`));
      this.#waiting.unshift(...rest);
      this.#send();
    });
  }
}

function startWorker(): Worker {
  const { Worker: Thread } = process.getBuiltinModule("node:worker_threads");
  return new Thread(new URL(workerUrl), { workerData: WORKER_MARK });
}
