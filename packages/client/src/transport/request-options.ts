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

/** @throws InvalidRequestError For times that are none. */
export function callOptions(transport: Transport, options: RequestOptions = {}, advice?: string): CallOptions {
  const { signal, timeout, attemptTimeout, traceparent } = options;
  for (const [name, value] of Object.entries({ timeout, attemptTimeout })) {
    if (value === undefined || value >= 1) continue;
    throw new InvalidRequestError(`${name}: expected milliseconds, 1 or more; found ${value}.`);
  }
  const deadline = timeout === undefined ? undefined : transport.clock.now() + timeout;
  return { signal, deadline, attemptTimeout, traceparent, advice };
}
