/** One attempt, as passed to a logger. Contains no key, no token and no query. */
export interface AttemptRecord {
  /** The endpoint's id (`jobs.submit`), or `files.get`. */
  readonly endpoint: string;
  readonly method: string;
  readonly origin: string;
  readonly path: string;
  /** Counts from 1. */
  readonly attempt: number;
  /** Milliseconds waited before it. */
  readonly wait: number;
  /** Duration in milliseconds. */
  readonly duration: number;
  /** Status of the answer, if there was one. */
  readonly status?: number | undefined;
  /** What is known so far: whether the service did what was asked. */
  readonly outcome: "accepted" | "refused" | "not accepted" | "unknown" | "aborted";
  /** The error. */
  readonly error?: string | undefined;
}

/** Receives the activity of a client. Exceptions of the hooks are ignored. */
export interface ClientLogger {
  /** Called after every attempt. */
  attempt?(record: AttemptRecord): void;
  /** Called for input that is allowed but probably unintended: a key sent unencrypted, an unknown file extension. */
  warn?(message: string): void;
}

/** Reports a warning to the logger, or to the console if the logger has no `warning` hook. */
export function logWarning(logger: ClientLogger | undefined, message: string): void {
  try {
    if (logger?.warn === undefined) console.warn(message);
    else logger.warn(message);
  } catch {
    // An exception of the logger must not fail the call.
  }
}

/** Passes a record to the logger; ignores its exceptions. */
export function logAttempt(logger: ClientLogger | undefined, record: AttemptRecord): void {
  try {
    logger?.attempt?.(record);
  } catch {
    // An exception of the logger must not fail the call.
  }
}
