/** The service's time, for guards, tokens, idle sessions and timestamps. Process supervision uses the machine's clock. */
export interface Clock {
  /** Returns Unix milliseconds. */
  now(): number;
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => Date.now() };

/** A clock that moves only by `advance`, for tests. */
export class ManualClock implements Clock {
  private time: number;
  private readonly listeners = new Set<() => void>();

  /** @param start Unix milliseconds; default: the machine's time. */
  constructor(start: number = Date.now()) {
    this.time = start;
  }

  now(): number {
    return this.time;
  }

  /** @throws {RangeError} unless the number of milliseconds is finite and not negative. */
  advance(milliseconds: number): void {
    if (!Number.isFinite(milliseconds) || milliseconds < 0) {
      throw new RangeError(`a clock advances by 0 or more milliseconds, not by ${milliseconds}`);
    }
    this.time += milliseconds;
    for (const listener of this.listeners) listener();
  }

  /** Calls `listener` after each advance. Returns a function that unsubscribes. */
  onAdvance(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }
}
