import type { Clock } from "../clock/clock.ts";

/** How often each user may do something in a minute. A user who rested may do all of a minute's at once. */
export class RateLimit {
  private readonly perMinute: number;
  private readonly clock: Clock;
  private readonly users = new Map<string, { left: number; time: number }>();

  /** @param perMinute 0 for no limit. */
  constructor(perMinute: number, clock: Clock) {
    this.perMinute = perMinute;
    this.clock = clock;
  }

  /** Takes one. Gives 0 where it was there, else the seconds until the next one is. */
  take(user: string): number {
    const { perMinute } = this;
    if (perMinute === 0) return 0;
    const now = this.clock.now();
    const row = this.users.get(user) ?? { left: perMinute, time: now };
    row.left = Math.min(perMinute, row.left + ((now - row.time) / 60_000) * perMinute);
    row.time = now;
    this.users.set(user, row);
    if (row.left < 1) return Math.max(1, Math.ceil(((1 - row.left) / perMinute) * 60));
    row.left--;
    return 0;
  }
}
