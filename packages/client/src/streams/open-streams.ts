/** The sessions that a client opened and that nobody ended yet. */
export class OpenStreams {
  readonly #closers = new Map<object, () => Promise<void>>();

  get size(): number {
    return this.#closers.size;
  }

  /** Remembers what is open until `finished`; `close` must end it. */
  add(close: () => Promise<void>, finished: Promise<unknown>): void {
    const entry = {};
    this.#closers.set(entry, close);
    const forget = (): boolean => this.#closers.delete(entry);
    finished.then(forget, forget);
  }

  /**
   * Closes all of them at once.
   *
   * @throws What closing one of them throws; AggregateError of several. All were tried.
   */
  async closeAll(): Promise<void> {
    const results = await Promise.allSettled(Array.from(this.#closers.values(), (close) => close()));
    const errors = results.flatMap((result) => (result.status === "rejected" ? [result.reason as Error] : []));
    if (errors.length > 1) throw new AggregateError(errors, `${errors.length} sessions could not be ended`);
    const [error] = errors;
    if (error !== undefined) throw error;
  }
}
