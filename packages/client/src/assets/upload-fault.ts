import {
  AuthenticationError,
  ConnectionError,
  DeadlineError,
  InvalidRequestError,
  NotFoundError,
  OutcomeUnknownError,
  ProtocolError,
  RateLimitError,
  ServerError,
} from "../errors/errors.ts";
import type { UploadFault, UploadStep } from "./upload-state.ts";

/** A longer wait is not made (client-behaviour, line 7): the call has already reported it in its error. */
const MAX_RETRY_AFTER = 60_000;

/** Classifies the error of a step. */
export function faultOf(step: UploadStep, error: unknown): UploadFault {
  if (step.do === "take-token") return { kind: "final", error };
  if (error instanceof AuthenticationError) return { kind: "token", error };
  // `c` is not 0: the codes are undocumented (spec 7.3), and the transport does not retry them.
  if (error instanceof InvalidRequestError && error.status === 200) return { kind: "refused", error };
  // The host lost the upload, a step timed out, or a proxy answered: starting over may help.
  const isSpent =
    error instanceof ConnectionError ||
    error instanceof ServerError ||
    error instanceof RateLimitError ||
    error instanceof OutcomeUnknownError ||
    error instanceof DeadlineError ||
    error instanceof NotFoundError ||
    error instanceof ProtocolError;
  if (!isSpent) return { kind: "final", error };
  const { retryAfter } = error;
  if (retryAfter !== undefined && retryAfter > MAX_RETRY_AFTER) return { kind: "final", error };
  return { kind: "spent", error, retryAfter };
}
