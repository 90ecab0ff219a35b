/** All time and all chance of the client: with another clock a day passes in a millisecond, and every run is the same. */

/** What the client reads the time from, waits by, and draws its jitter from. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** @throws The reason of `signal`, as soon as it is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** At least 0 and below 1. */
  random(): number;
}

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
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
    }),
};
