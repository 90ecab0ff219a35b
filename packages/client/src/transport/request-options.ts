import { InvalidRequestError } from "../errors/errors.ts";
import type { CallOptions, Transport } from "./transport.ts";

/** How one call of a capability differs from the client's settings. */
export interface RequestOptions {
  /** Ends the call. Where something may have been accepted by then, OutcomeUnknownError says so in place of the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds that the call may take, all its attempts and waits included. */
  readonly timeout?: number | undefined;
  /** Milliseconds that one attempt may take. */
  readonly attemptTimeout?: number | undefined;
  /** The W3C trace context header, passed through. */
  readonly traceparent?: string | undefined;
}

/** How a call differs that creates something for which the service has no guard against a second one. */
export interface CreateOptions extends RequestOptions {
  /**
   * Whether the call is sent again after an attempt that may have been accepted (500, 502, 504, a lost reply). The default
   * is false: a second session, world or task is paid for. True is for callers who prefer two to none.
   */
  readonly retryAmbiguous?: boolean | undefined;
}

/** The options of a call that creates something. @throws InvalidRequestError For times that are not positive. */
export function createOptions(transport: Transport, options: CreateOptions = {}, advice?: string): CallOptions {
  return { ...callOptions(transport, options, advice), retryAmbiguous: options.retryAmbiguous };
}

/** @throws InvalidRequestError For times that are not positive. */
export function callOptions(transport: Transport, options: RequestOptions = {}, advice?: string): CallOptions {
  const { signal, timeout, attemptTimeout, traceparent } = options;
  for (const [name, value] of Object.entries({ timeout, attemptTimeout })) {
    if (value === undefined || value >= 1) continue;
    throw new InvalidRequestError(`${name}: expected milliseconds, 1 or more; found ${value}.`);
  }
  const deadline = timeout === undefined ? undefined : transport.clock.now() + timeout;
  return { signal, deadline, attemptTimeout, traceparent, advice };
}
