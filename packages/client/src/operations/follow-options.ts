import { InvalidRequestError, type SpatialError } from "../errors/errors.ts";

/** Polls without a usable answer; they continue. */
export interface PollOutage {
  /** Milliseconds since the first of them began. */
  readonly milliseconds: number;
  /** The error of the last attempt; undefined if none has ended. */
  readonly error: SpatialError | undefined;
}

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
  /** Called once when polls have failed, or not been answered, for 10 s; again after the next answered poll. */
  readonly onOutage?: ((outage: PollOutage) => void) | undefined;
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
