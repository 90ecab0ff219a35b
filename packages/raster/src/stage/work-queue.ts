/** Does the same work for many items, some at a time, in the order in which they are added. */
export class WorkQueue<T> {
  readonly #work: (item: T) => Promise<void>;
  readonly #most: number;
  readonly #waiting: T[] = [];
  readonly #workers: Promise<void>[] = [];
  #busy = 0;

  /** @param most items at a time */
  constructor(most: number, work: (item: T) => Promise<void>) {
    this.#most = most;
    this.#work = work;
  }

  /** Adds an item, whose work starts now if there is not too much. */
  add(item: T): void {
    this.#waiting.push(item);
    if (this.#busy >= this.#most) return;
    this.#busy++;
    const worker = this.#run();
    // Awaited by `end`: until then an error is not one that nothing waits for.
    worker.catch(() => undefined);
    this.#workers.push(worker);
  }

  /** Resolves when everything is done; rejects with the first error. */
  async end(): Promise<void> {
    await Promise.all(this.#workers);
  }

  async #run(): Promise<void> {
    try {
      for (let item = this.#waiting.shift(); item !== undefined; item = this.#waiting.shift()) await this.#work(item);
    } finally {
      this.#busy--;
    }
  }
}
