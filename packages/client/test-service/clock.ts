/** The service's time: that of the machine, or of its caller, and it can be advanced. */
import { setTimeout as sleepReally } from "node:timers/promises";

/** What a client's clock is as well: with the same one both agree. */
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

  /** Waits by the source alone: {@link advance} does not shorten it. */
  async sleep(milliseconds: number): Promise<void> {
    await this.#source.sleep(milliseconds);
  }

  /** The guard of jobs forgets after 60,000, a token of the upload host after 900,000. */
  advance(milliseconds: number): void {
    this.#ahead += milliseconds;
  }
}
