import { InvalidRequestError } from "../errors/errors.ts";

/** How an operation is followed. */
export interface FollowOptions {
  /** Ends the following; what runs goes on. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds after which a DeadlineError is thrown. Left out: 120 s for streams, none for all else. */
  readonly timeout?: number | undefined;
  /** Least milliseconds from one poll to the next; 2 s where it is left out. */
  readonly interval?: number | undefined;
  /** Milliseconds that one attempt may take. */
  readonly attemptTimeout?: number | undefined;
  /** The W3C trace context header, passed through. */
  readonly traceparent?: string | undefined;
}

/** @throws InvalidRequestError For numbers that are none, or too small to mean anything. */
export function checkFollowOptions({ timeout, interval, attemptTimeout }: FollowOptions): void {
  for (const [name, value] of Object.entries({ timeout, interval, attemptTimeout })) {
    if (value === undefined || value >= 1) continue;
    throw new InvalidRequestError(`${name}: expected milliseconds, 1 or more; found ${value}.`);
  }
}
