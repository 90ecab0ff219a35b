import type { OperationError, RenderOperation, Task } from "@usdkit/contract";
import type { OperationFailure, OperationState } from "./operation-kind.ts";

/** What a render operation says: `done` with an error is a failure, although the HTTP status is 200 (spec 2.7). */
export function readRenderOperation<Result>({ done, result, error }: RenderOperation<Result>): OperationState<Result> {
  if (!done) return { kind: "running" };
  if (error != null) return { kind: "failed", failure: failureOf(error) };
  return result == null ? { kind: "running" } : { kind: "succeeded", result };
}

/** The failure of a render operation. */
export function failureOf({ message, code, status, details }: OperationError): OperationFailure {
  return { message, code, status, reason: details?.reason };
}

/** What a world or a task says by its status: one that is not known is running (client-behaviour, line 9). */
export function readStatus<Update extends Pick<Task, "status" | "error">>(update: Update): OperationState<Update> {
  switch (update.status) {
    case "SUCCEEDED":
      return { kind: "succeeded", result: update };
    case "FAILED":
      return { kind: "failed", failure: { message: update.error?.message, code: update.error?.code } };
    default:
      return { kind: "running" };
  }
}
