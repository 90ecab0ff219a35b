/** The service's clock: the machine's or an injected one; it can be advanced. */
import { setTimeout as sleepReally } from "node:timers/promises";

/** Also the interface of a client's clock: sharing one keeps both in sync. */
export interface TimeSource {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

export class ServiceClock {
  readonly #source: TimeSource;
  #ahead = 0;

  constructor(source: Partial<TimeSource> = {}) {
    this.#source = { now: Date.now, sleep: (milliseconds) => sleepReally(milliseconds), ...source };
  }

  now(): number {
    return this.#source.now() + this.#ahead;
  }

  /** Waits by the underlying clock: {@link advance} does not shorten it. */
  async sleep(milliseconds: number): Promise<void> {
    await this.#source.sleep(milliseconds);
  }

  /** Advances the clock. The guard of jobs expires after 60,000, a token of the upload host after 900,000. */
  advance(milliseconds: number): void {
    this.#ahead += milliseconds;
  }
}
