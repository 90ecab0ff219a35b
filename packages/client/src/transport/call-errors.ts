/** The errors of a call as a whole, beside those of its attempts. */
import type { Repetition } from "@usdkit/contract";
import {
  AcceptedIdUnknownError,
  DeadlineError,
  OutcomeUnknownError,
  RateLimitError,
  type SpatialError,
} from "../errors/errors.ts";

interface Call {
  readonly id: string;
  readonly repetition: Repetition;
  readonly requestId?: string | undefined;
  readonly advice?: string | undefined;
}

/** @param cause Why it is not known: the last error, or the reason of a signal. */
export function outcomeUnknown({ id, requestId, advice }: Call, cause: unknown): OutcomeUnknownError {
  const why = cause instanceof Error ? firstSentence(cause.message) : "it was aborted";
  const next = advice ?? "Look whether it is there before you send it again: it could run twice.";
  const facts = cause as Partial<SpatialError> | undefined;
  return new OutcomeUnknownError(`${id}: the service may have accepted it or not${quoted(requestId)}. ${why} ${next}`, {
    endpoint: id,
    requestId,
    status: facts?.status,
    bizCode: facts?.bizCode,
    reason: facts?.reason,
    retryAfter: facts?.retryAfter,
    cause,
  });
}

export function acceptedIdUnknown({ id, requestId }: Call, cause: SpatialError): AcceptedIdUnknownError {
  return new AcceptedIdUnknownError(
    `${id}: the service accepted it${quoted(requestId)}, and its operation id was lost with the first answer. It runs; do not send it again.`,
    { endpoint: id, requestId, status: cause.status, bizCode: cause.bizCode, reason: cause.reason, cause },
  );
}

/** @param cause What the last attempt said, where there was one. */
export function deadlinePassed({ id, requestId, repetition }: Call, cause: SpatialError | undefined): DeadlineError {
  const nothing = repetition === "safe" ? "" : " Nothing was accepted.";
  return new DeadlineError(
    `${id}: the deadline passed.${nothing}${cause === undefined ? "" : ` Last: ${cause.message}`}`,
    {
      endpoint: id,
      requestId,
      status: cause?.status,
      cause,
    },
  );
}

/** Of an answer that asks for more patience than a call has: 503 does so as well as 429. */
export function tooLongToWait(error: SpatialError): RateLimitError {
  if (error instanceof RateLimitError) return error;
  const { endpoint, status, bizCode, reason, requestId, retryAfter } = error;
  return new RateLimitError(error.message, { endpoint, status, bizCode, reason, requestId, retryAfter, cause: error });
}

/** The same error, which says one thing more. */
export function withNote(error: SpatialError, note: string): SpatialError {
  error.message = `${error.message} ${note}`;
  return error;
}

function quoted(requestId: string | undefined): string {
  return requestId === undefined ? "" : ` (requestId ${requestId})`;
}

function firstSentence(message: string): string {
  return message.endsWith(".") ? message : `${message}.`;
}
