/** Threads that do one task each at a time. Answers come as promises, in any order. */
import type { Worker } from "node:worker_threads";

interface Pending<Task, Answer> {
  readonly task: Task;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

interface Slot<Task, Answer> {
  readonly worker: Worker;
  current: Pending<Task, Answer> | undefined;
}

/** Does tasks in as many threads as there may be; they start when they are needed. */
export class TaskPool<Task, Answer> {
  readonly #threads: number;
  readonly #start: () => Worker;
  readonly #slots: Slot<Task, Answer>[] = [];
  readonly #waiting: Pending<Task, Answer>[] = [];
  #isClosed = false;

  /** @param start Starts a thread that answers each message with one. */
  constructor(threads: number, start: () => Worker) {
    this.#threads = threads;
    this.#start = start;
  }

  /** @throws {Error} that the thread ended in the middle of it, or the pool was closed. */
  do(task: Task): Promise<Answer> {
    if (this.#isClosed) return Promise.reject(new Error("the threads were ended"));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ task, resolve, reject });
      this.#send();
    });
  }

  /** Ends the threads; tasks that are not done are rejected. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const unfinished = [...this.#slots.flatMap(({ current }) => current ?? []), ...this.#waiting.splice(0)];
    for (const { reject } of unfinished) reject(new Error("the threads were ended"));
    await Promise.all(this.#slots.map(({ worker }) => worker.terminate()));
  }

  #send(): void {
    while (this.#waiting.length > 0) {
      const slot = this.#slots.find(({ current }) => current === undefined) ?? this.#add();
      if (slot === undefined) return;
      slot.current = this.#waiting.shift();
      slot.worker.postMessage(slot.current?.task, []);
    }
  }

  #add(): Slot<Task, Answer> | undefined {
    if (this.#slots.length >= this.#threads) return undefined;
    const slot: Slot<Task, Answer> = { worker: this.#start(), current: undefined };
    let reason: string | undefined;
    slot.worker.on("message", (answer: Answer) => {
      const done = slot.current;
      slot.current = undefined;
      done?.resolve(answer);
      this.#send();
    });
    slot.worker.on("error", (error: unknown) => {
      reason = error instanceof Error ? error.message : String(error);
    });
    slot.worker.on("exit", (code) => {
      if (this.#isClosed) return;
      this.#slots.splice(this.#slots.indexOf(slot), 1);
      slot.current?.reject(new Error(`the thread ended: ${reason ?? `code ${code}`}`));
      this.#send();
    });
    this.#slots.push(slot);
    return slot;
  }
}
