import type { Clock } from "../clock/clock.ts";

/** How often something may be done. */
export interface Rate {
  /** Times in a period; 0 for any number. */
  readonly count: number;
  /** Milliseconds. */
  readonly period: number;
}

/** How often each user may do something. After a pause a user may do all of a period's in a burst. */
export class RateLimit {
  private readonly rate: Rate;
  private readonly clock: Clock;
  private readonly users = new Map<string, { left: number; time: number }>();

  constructor(rate: Rate, clock: Clock) {
    this.rate = rate;
    this.clock = clock;
  }

  /** Takes one. Gives 0 where it was there, else the seconds until the next one is. */
  take(user: string): number {
    const { count, period } = this.rate;
    if (count === 0) return 0;
    const now = this.clock.now();
    const row = this.users.get(user) ?? { left: count, time: now };
    row.left = Math.min(count, row.left + ((now - row.time) / period) * count);
    row.time = now;
    this.users.set(user, row);
    if (row.left < 1) return Math.max(1, Math.ceil((((1 - row.left) / count) * period) / 1000));
    row.left--;
    return 0;
  }

  /** Gives back what the last `take` of a user took. */
  giveBack(user: string): void {
    const row = this.users.get(user);
    if (row !== undefined) row.left = Math.min(this.rate.count, row.left + 1);
  }
}
