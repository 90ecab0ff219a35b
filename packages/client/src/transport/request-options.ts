import { InvalidRequestError } from "../errors/errors.ts";
import type { CallOptions, Transport } from "./transport.ts";

/** Options of one call, overriding the client's settings. */
export interface RequestOptions {
  /**
   * Aborts the call. If something may have been accepted by then, OutcomeUnknownError is thrown instead of the
   * signal's reason.
   */
  readonly signal?: AbortSignal | undefined;
  /** Timeout of the call in milliseconds, including all its attempts and waits. */
  readonly timeout?: number | undefined;
  /** Timeout of one attempt, in milliseconds. */
  readonly attemptTimeout?: number | undefined;
  /** The W3C trace context header, passed through unchanged. */
  readonly traceparent?: string | undefined;
}

/** Options of a call that creates something without a guard against duplicates. */
export interface CreateOptions extends RequestOptions {
  /**
   * Whether the call is sent again after an attempt that may have been accepted (500, 502, 504, a lost reply). The
   * default is false, because a duplicate session, world or task costs money. Set it to true if a duplicate is better
   * than none.
   */
  readonly retryAmbiguous?: boolean | undefined;
}

/** Returns the options of a call that creates something. @throws InvalidRequestError if a time is not positive. */
export function createOptions(transport: Transport, options: CreateOptions = {}, advice?: string): CallOptions {
  return { ...callOptions(transport, options, advice), retryAmbiguous: options.retryAmbiguous };
}

/** @throws InvalidRequestError if a time is not positive. */
export function callOptions(transport: Transport, options: RequestOptions = {}, advice?: string): CallOptions {
  const { signal, timeout, attemptTimeout, traceparent } = options;
  for (const [name, value] of Object.entries({ timeout, attemptTimeout })) {
    if (value === undefined || value >= 1) continue;
    throw new InvalidRequestError(`${name}: expected milliseconds, 1 or more; found ${value}.`);
  }
  const deadline = timeout === undefined ? undefined : transport.clock.now() + timeout;
  return { signal, deadline, attemptTimeout, traceparent, advice };
}
