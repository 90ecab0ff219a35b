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

/** Receives what a client does. Exceptions of the hooks are dropped. */
export interface ClientLogger {
  /** After every attempt. */
  attempt?(record: AttemptRecord): void;
  /** For what is allowed and hardly intended: a key that is sent unencrypted, a file extension that is not known. */
  warn?(message: string): void;
}

/** Reports something that is allowed and hardly intended: to the logger, or to the console where it takes no warnings. */
export function logWarning(logger: ClientLogger | undefined, message: string): void {
  try {
    if (logger?.warn === undefined) console.warn(message);
    else logger.warn(message);
  } catch {
    // A logger that fails must not fail the call.
  }
}

/** Passes a record to the logger; an exception of the logger is dropped. */
export function logAttempt(logger: ClientLogger | undefined, record: AttemptRecord): void {
  try {
    logger?.attempt?.(record);
  } catch {
    // A logger that fails must not fail the call.
  }
}
