/** The sessions that a client opened and that have not ended. */
export class OpenStreams {
  readonly #streams = new Map<object, () => Promise<void>>();
  readonly #sessions = new Map<string, () => Promise<void>>();

  get size(): number {
    return this.#streams.size + this.#sessions.size;
  }

  /** Registers a stream until `finished`; `close` must end it. */
  addStream(close: () => Promise<void>, finished: Promise<unknown>): void {
    const entry = {};
    this.#streams.set(entry, close);
    const forget = (): boolean => this.#streams.delete(entry);
    finished.then(forget, forget);
  }

  /** Registers a session that has no stream. */
  addSession(sessionId: string, end: () => Promise<void>): void {
    this.#sessions.set(sessionId, end);
  }

  /** Removes a session that the client or the service ended. */
  forgetSession(sessionId: string): void {
    this.#sessions.delete(sessionId);
  }

  /**
   * Closes all streams concurrently, then ends the remaining sessions.
   *
   * @throws The error of closing one of them; AggregateError of several. All are tried.
   */
  async closeAll(): Promise<void> {
    const close = (all: Iterable<() => Promise<void>>): Promise<PromiseSettledResult<void>[]> =>
      Promise.allSettled(Array.from(all, (each) => each()));
    const results = [...(await close(this.#streams.values())), ...(await close(this.#sessions.values()))];
    const errors = results.flatMap((result) => (result.status === "rejected" ? [result.reason as Error] : []));
    if (errors.length > 1) throw new AggregateError(errors, `${errors.length} sessions could not be ended`);
    const [error] = errors;
    if (error !== undefined) throw error;
  }
}
