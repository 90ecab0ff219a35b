/** The end of a stream, and its error. */
import { StreamError } from "../errors/stream-error.ts";
import type { StreamEnding } from "./stream-steps.ts";

/** The end of a stream. With `endError` it is not known whether the session ended. */
export interface StreamEnd {
  readonly ending: StreamEnding;
  readonly endError: unknown;
}

/**
 * Returns the error that iterators throw after the end; undefined if the stream was closed on request and without
 * errors.
 */
export function errorOf({ ending, endError }: StreamEnd, sessionId: string | undefined): unknown {
  const error = ending.cause === "asked" ? undefined : ending.error;
  return endError === undefined ? error : notEnded(endError, sessionId, error);
}

/** A session that may still run is more important than the original error. */
export function notEnded(endError: unknown, operationId: string | undefined, before: unknown): StreamError {
  const reason = endError instanceof Error ? endError.message : String(endError);
  const first = before instanceof Error ? ` The stream had closed because: ${before.message}` : "";
  const problem = `The session ${operationId} could not be ended and may still be running (${reason}).`;
  const advice = `End it with streams.close(${JSON.stringify(operationId)}).`;
  return new StreamError("notEnded", `${problem} ${advice}${first}`, {
    operationId,
    problem: `${problem}${first}`,
    cause: before ?? endError,
  });
}
