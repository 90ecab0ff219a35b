/** Lets in so many at once; the others wait in their order. */
export class Gate {
  #free: number;
  readonly #queue = new Set<() => void>();

  constructor(places: number) {
    this.#free = places;
  }

  /**
   * Calls `enter` when there is a place, at once if there is one now. Who has entered calls {@link Gate.leave} once.
   *
   * @returns What gives up waiting; of no effect after it has entered.
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
