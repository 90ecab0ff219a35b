/**
 * The only source of time and randomness in the client: with another clock a day passes in a millisecond and runs are
 * reproducible.
 */

/** Time, timers and randomness for jitter. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** @throws The reason of `signal`, as soon as it is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** A random number, at least 0 and below 1. */
  random(): number;
}

/** The maximum delay of `setTimeout`; it fires longer delays immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The system clock. */
export const systemClock: Clock = {
  // The later of two: a wall clock that is set back must not stretch the minute in which a request may be repeated, and
  // the steady clock stops while some machines sleep.
  now: () => Math.floor(Math.max(Date.now(), performance.timeOrigin + performance.now())),
  random: () => Math.random(),
  sleep: async (milliseconds, signal) => {
    let left = Math.max(0, milliseconds);
    for (; left > MAX_TIMER_MS; left -= MAX_TIMER_MS) await sleepOnce(MAX_TIMER_MS, signal);
    await sleepOnce(left, signal);
  },
};

function sleepOnce(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}
