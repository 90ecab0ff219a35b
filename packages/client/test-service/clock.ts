/** The service's time: that of the machine, or of whoever starts it, and it can be moved on. */

export class ServiceClock {
  readonly #base: () => number;
  #ahead = 0;

  /** @param base Milliseconds since the epoch; the clock of a client makes both agree. */
  constructor(base: () => number = Date.now) {
    this.#base = base;
  }

  now(): number {
    return this.#base() + this.#ahead;
  }

  /** The guard of jobs forgets after 60,000, a token of the upload host after 900,000. */
  advance(milliseconds: number): void {
    this.#ahead += milliseconds;
  }
}
