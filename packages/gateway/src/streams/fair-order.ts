/** A session of a user that runs, or waits for its start. */
export interface Claim {
  readonly user: string;
  readonly state: string;
}

/**
 * Returns the waiting sessions (QUEUED) in the order in which they start: next is always the oldest one of the user with
 * the fewest sessions, counting those that run (STARTING, ACTIVE) and those that start before it. Of users with equally
 * many, it is the one whose last start is the longest ago.
 *
 * @param sessions All sessions, oldest first.
 * @param lastStarts A number per user, which is higher for a later start; users without one have not started any.
 */
export function fairOrder<Session extends Claim>(
  sessions: readonly Session[],
  lastStarts: ReadonlyMap<string, number>,
): readonly Session[] {
  const running = new Map<string, number>();
  for (const { user, state } of sessions) if (isRunning(state)) running.set(user, (running.get(user) ?? 0) + 1);
  const counts = new Map(running);
  const waiting: {
    readonly session: Session;
    readonly before: number;
    readonly running: number;
    readonly last: number;
  }[] = [];
  for (const session of sessions) {
    if (session.state !== "QUEUED") continue;
    const { user } = session;
    const before = counts.get(user) ?? 0;
    counts.set(user, before + 1);
    waiting.push({ session, before, running: running.get(user) ?? 0, last: lastStarts.get(user) ?? 0 });
  }
  // Of users with equally many, those with more running ones did not start any in this order. Sorting is stable.
  return waiting
    .toSorted((a, b) => a.before - b.before || b.running - a.running || a.last - b.last)
    .map(({ session }) => session);
}

/** Returns whether a session occupies a process. */
export function isRunning(state: string): boolean {
  return state === "STARTING" || state === "ACTIVE";
}
