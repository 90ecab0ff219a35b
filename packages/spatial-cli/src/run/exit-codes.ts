import {
  AcceptedIdUnknownError,
  AuthenticationError,
  DeadlineError,
  DuplicateRequestError,
  InvalidRequestError,
  NotFoundError,
  OperationFailedError,
  OutcomeUnknownError,
  PermissionError,
  ResultMissingError,
} from "@usdkit/client";
import { IoError, UsageError } from "@usdkit/command/cli/errors";
import { SceneInvalidError } from "@usdkit/render";
import type { RunStage } from "../context/run-state.ts";

// What the exit codes of `spatial` mean; 0 is success.

/** The service reported a failure or rejected permanently, or all retries failed and nothing was accepted. */
export const EXIT_FAILED = 1;
/** Usage error, no key, or an invalid scene: nothing was sent. */
export const EXIT_USAGE = 2;
export const EXIT_REFUSED = 3;
/** Outcome unknown, deadline exceeded, or done but not fetched: the call can be resumed. */
const EXIT_UNKNOWN = 4;

/** Returns the exit code of an error. */
export function exitCodeOf(error: unknown, stage: RunStage): number {
  if (error instanceof AggregateError) {
    // The most severe of them.
    const codes = error.errors.map((each: unknown) => exitCodeOf(each, stage));
    return [EXIT_REFUSED, EXIT_UNKNOWN, EXIT_FAILED].find((code) => codes.includes(code)) ?? EXIT_USAGE;
  }
  if (error instanceof UsageError || error instanceof IoError || error instanceof SceneInvalidError) return EXIT_USAGE;
  // Before credentials: downloads use no key, so a 403 means that the URL has expired.
  if (stage === "done") return EXIT_UNKNOWN;
  if (error instanceof AuthenticationError || error instanceof PermissionError) return EXIT_REFUSED;
  if (error instanceof InvalidRequestError) return error.status === undefined ? EXIT_USAGE : EXIT_FAILED;
  if (
    error instanceof OutcomeUnknownError ||
    error instanceof AcceptedIdUnknownError ||
    error instanceof DeadlineError ||
    error instanceof ResultMissingError
  ) {
    return EXIT_UNKNOWN;
  }
  const isVerdict =
    error instanceof OperationFailedError || error instanceof NotFoundError || error instanceof DuplicateRequestError;
  return stage === "accepted" && !isVerdict ? EXIT_UNKNOWN : EXIT_FAILED;
}
