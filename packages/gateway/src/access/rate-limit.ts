import type { Clock } from "../settings/clock.ts";

/** A rate limit. */
export interface Rate {
  /** Number of actions per period; 0 for unlimited. */
  readonly count: number;
  /** Length of the period in milliseconds. */
  readonly period: number;
}

/** Limits the rate per user. After a pause, a user may use the whole period's allowance in a burst. */
export class RateLimit {
  private readonly rate: Rate;
  private readonly clock: Clock;
  private readonly users = new Map<string, { left: number; time: number }>();

  constructor(rate: Rate, clock: Clock) {
    this.rate = rate;
    this.clock = clock;
  }

  /** Takes one token. Returns 0 on success, otherwise the seconds until the next token is available. */
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

  /** Returns the token that a user's last `take` took. */
  giveBack(user: string): void {
    const row = this.users.get(user);
    if (row !== undefined) row.left = Math.min(this.rate.count, row.left + 1);
  }
}
