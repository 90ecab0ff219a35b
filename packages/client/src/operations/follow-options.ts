import { InvalidRequestError } from "../errors/errors.ts";

/** Options of following an operation. */
export interface FollowOptions {
  /** Stops following; the operation continues. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds after which a DeadlineError is thrown. Default: 120 s for streams, none otherwise. */
  readonly timeout?: number | undefined;
  /** Minimum interval between polls, in milliseconds; default 2 s. */
  readonly interval?: number | undefined;
  /** Timeout of one attempt, in milliseconds. */
  readonly attemptTimeout?: number | undefined;
  /** The W3C trace context header, passed through unchanged. */
  readonly traceparent?: string | undefined;
}

/** @throws InvalidRequestError If a number is invalid or too small. */
export function checkFollowOptions({ timeout, interval, attemptTimeout }: FollowOptions): void {
  for (const [name, value] of Object.entries({ timeout, interval, attemptTimeout })) {
    if (value === undefined || value >= 1) continue;
    throw new InvalidRequestError(`${name}: expected milliseconds, 1 or more; found ${value}.`);
  }
}
