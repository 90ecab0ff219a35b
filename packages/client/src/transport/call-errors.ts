/** Errors of a whole call, as opposed to those of its attempts. */
import type { Repetition } from "@usdkit/contract";
import {
  AcceptedIdUnknownError,
  DeadlineError,
  OutcomeUnknownError,
  RateLimitError,
  SpatialError,
} from "../errors/errors.ts";
import { printable } from "./printable.ts";

interface Call {
  readonly id: string;
  readonly repetition: Repetition;
  readonly requestId?: string | undefined;
  readonly advice?: string | undefined;
}

const GENERAL_ADVICE = "Sending it again may run it twice.";

/** @param cause Why the outcome is unknown: an attempt's error, or the reason of a signal. */
export function outcomeUnknown({ id, requestId, advice = GENERAL_ADVICE }: Call, cause: unknown): OutcomeUnknownError {
  const problem = problemOf(cause);
  return new OutcomeUnknownError(
    `${id}: it is not known whether the service accepted the request${quoted(requestId)}: ${problem}. ${advice}`,
    { ...factsOf(cause), endpoint: id, requestId, problem, cause },
  );
}

/** @param lost The attempt whose reply was lost. @param duplicate The later 409. */
export function acceptedIdUnknown(
  { id, requestId }: Call,
  lost: SpatialError | undefined,
  duplicate: SpatialError,
): AcceptedIdUnknownError {
  const problem = lost === undefined ? "" : ` (${problemOf(lost)})`;
  return new AcceptedIdUnknownError(
    `${id}: the service most likely accepted the request${quoted(requestId)}: the reply to an attempt was lost${problem}, and the next one was answered with 409. Its operation id is not known. Do not send it again: it may run twice.`,
    { ...factsOf(duplicate), endpoint: id, requestId, cause: lost ?? duplicate },
  );
}

/** @param cause The error of the last attempt, if any. @param note What the call waited for: a sentence after a space. */
export function deadlinePassed(
  { id, requestId, repetition }: Call,
  cause: SpatialError | undefined,
  note = "",
): DeadlineError {
  const nothing = repetition === "safe" ? "" : " Nothing was accepted.";
  const last = cause === undefined ? "" : ` Last: ${problemOf(cause)}.`;
  const facts = { endpoint: id, requestId, status: cause?.status, cause };
  return new DeadlineError(`${id}: the deadline passed.${nothing}${note}${last}`, facts);
}

/** Returns the error of an answer whose `Retry-After` exceeds the client's limit; 503 can have one as well as 429. */
export function tooLongToWait(error: SpatialError): RateLimitError {
  if (error instanceof RateLimitError) return error;
  return new RateLimitError(error.message, { ...factsOf(error), requestId: error.requestId, cause: error });
}

/** Appends a sentence to an error's message. */
export function withNote(error: SpatialError, note: string): SpatialError {
  error.message = `${error.message} ${note}`;
  return error;
}

function factsOf(cause: unknown): Pick<SpatialError, "endpoint" | "status" | "bizCode" | "reason" | "retryAfter"> {
  if (!(cause instanceof SpatialError)) return {};
  const { endpoint, status, bizCode, reason, retryAfter } = cause;
  return { endpoint, status, bizCode, reason, retryAfter };
}

/** Returns what happened, without the hint of a single attempt. */
function problemOf(cause: unknown): string {
  if (cause instanceof SpatialError && cause.problem !== undefined) return cause.problem;
  return cause instanceof Error ? cause.message.replace(/\.$/, "") : "it was aborted";
}

function quoted(requestId: string | undefined): string {
  if (requestId === undefined) return "";
  return ` (requestId ${/^[\x21-\x7e]+$/.test(requestId) ? requestId : printable(JSON.stringify(requestId))})`;
}
