/** Limits concurrency; waiting callers enter in order. */
export class Gate {
  #free: number;
  readonly #queue = new Set<() => void>();

  constructor(places: number) {
    this.#free = places;
  }

  /**
   * Calls `enter` when there is capacity, immediately if there is some now. The caller then calls {@link Gate.leave}
   * once.
   *
   * @returns A function that stops waiting; it has no effect after entry.
   */
  wait(enter: () => void): () => void {
    if (this.#free > 0) {
      this.#free--;
      enter();
      return () => {};
    }
    const entry = (): void => enter();
    this.#queue.add(entry);
    return () => this.#queue.delete(entry);
  }

  leave(): void {
    for (const next of this.#queue) {
      this.#queue.delete(next);
      next();
      return;
    }
    this.#free++;
  }
}
