import type { Clock } from "../platform/clock.ts";

/** Limits of a piece of work. */
export interface Limits {
  readonly clock: Clock;
  /** Timeout in milliseconds. */
  readonly timeout: number;
  readonly signals: readonly (AbortSignal | undefined)[];
}

/** The outcome of limited work. */
export type Ended<Value> =
  | { readonly kind: "done"; readonly value: Value }
  | { readonly kind: "timeout" }
  | { readonly kind: "aborted"; readonly reason: unknown };

/** The reason for stopping an unneeded timer; shared, as a new exception each time costs a stack trace. */
const DONE = new Error("done");

/**
 * Runs `work` until it ends, its timeout passes or a signal is aborted, whichever comes first, even if `work` ignores
 * its signal. Leaves no timer and no listener behind.
 *
 * @throws The error of `work`.
 */
export function within<Value>(
  { clock, timeout, signals }: Limits,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Ended<Value>> {
  return new Promise((resolve, reject) => {
    const timer = new AbortController();
    const cancel = new AbortController();
    let open = true;
    const close = (): boolean => {
      if (!open) return false;
      open = false;
      timer.abort(DONE);
      for (const signal of signals) signal?.removeEventListener("abort", onAbort);
      return true;
    };
    const onAbort = (event: { readonly target: unknown }): void => {
      const reason: unknown = (event.target as AbortSignal).reason;
      if (!close()) return;
      cancel.abort(reason);
      resolve({ kind: "aborted", reason });
    };
    for (const signal of signals) {
      if (signal?.aborted === true) {
        onAbort({ target: signal });
        return;
      }
      signal?.addEventListener("abort", onAbort, { once: true });
    }
    if (Number.isFinite(timeout)) {
      clock.sleep(timeout, timer.signal).then(
        () => {
          if (!close()) return;
          cancel.abort(new DOMException("The time is over", "TimeoutError"));
          resolve({ kind: "timeout" });
        },
        () => {},
      );
    }
    work(cancel.signal).then(
      (value) => {
        if (close()) resolve({ kind: "done", value });
      },
      (error: unknown) => {
        if (close()) reject(error);
      },
    );
  });
}

/** Waits; returns false if a signal was aborted before the time was over. */
export async function pause(limits: Limits): Promise<boolean> {
  const { kind } = await within(limits, () => new Promise<never>(() => {}));
  return kind === "timeout";
}
