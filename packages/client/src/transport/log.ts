/** One attempt, as a logger sees it. Holds no key, no token and no query. */
export interface AttemptRecord {
  /** The endpoint's id (`jobs.submit`), or `files.get`. */
  readonly endpoint: string;
  readonly method: string;
  readonly origin: string;
  readonly path: string;
  /** Counts from 1. */
  readonly attempt: number;
  /** Milliseconds that were waited before it. */
  readonly wait: number;
  /** Milliseconds that it took. */
  readonly duration: number;
  /** Of the answer, where there was one. */
  readonly status?: number | undefined;
  /** What is known by now: whether the service did what was asked. */
  readonly outcome: "accepted" | "refused" | "not accepted" | "unknown" | "aborted";
  /** What went wrong. */
  readonly error?: string | undefined;
}

/** Where a client tells what it does. What a hook throws is dropped. */
export interface ClientLogger {
  /** After every attempt. */
  attempt?(record: AttemptRecord): void;
  /** Once for what is allowed and yet hardly meant: a key that goes out unencrypted. */
  warn?(message: string): void;
}

/** Tells the logger; it can look on and not interfere. */
export function logAttempt(logger: ClientLogger | undefined, record: AttemptRecord): void {
  try {
    logger?.attempt?.(record);
  } catch {
    // A logger that fails is no reason for a job that fails.
  }
}
