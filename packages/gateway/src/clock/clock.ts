/** The service's time: of guards, tokens, idle sessions and time stamps. What watches processes uses the machine's own. */
export interface Clock {
  /** Unix milliseconds. */
  now(): number;
}

/** The machine's time. */
export const systemClock: Clock = { now: () => Date.now() };

/** A clock that only moves by `advance`, so that a minute passes in a test within a millisecond. */
export class ManualClock implements Clock {
  private time: number;
  private readonly listeners = new Set<() => void>();

  /** @param start Unix milliseconds; default the machine's time. */
  constructor(start: number = Date.now()) {
    this.time = start;
  }

  now(): number {
    return this.time;
  }

  /** @throws {RangeError} for anything but a finite number of milliseconds that is not negative. */
  advance(milliseconds: number): void {
    if (!Number.isFinite(milliseconds) || milliseconds < 0) {
      throw new RangeError(`a clock goes on by 0 or more milliseconds, not by ${milliseconds}`);
    }
    this.time += milliseconds;
    for (const listener of this.listeners) listener();
  }

  /** Calls `listener` after each advance, until the returned function is called. */
  onAdvance(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }
}
