import type { OperationError, RenderOperation, Task } from "@usdkit/contract";
import { printable } from "../transport/printable.ts";
import type { OperationFailure, OperationState } from "./operation-kind.ts";

/**
 * Returns the state of a render operation: `done` with an error is a failure although the HTTP status is 200 (spec
 * 2.7). A result counts only when the operation is done.
 *
 * @param missing The field that a result without its content lacks.
 */
export function readRenderOperation<Result>(
  { done, result, error, raw }: RenderOperation<Result>,
  missing: string,
): OperationState<Result> {
  if (!done) return { kind: "running" };
  if (error != null) return { kind: "failed", failure: failureOf(error, rawError(raw)) };
  return result == null ? { kind: "empty", missing } : { kind: "succeeded", result };
}

/** Returns the failure of a render operation. */
export function failureOf({ message, code, status, details }: OperationError, raw?: unknown): OperationFailure {
  return { message: message ?? shown(raw), code, status, reason: details?.reason };
}

/** Returns the state of a world or a task by its status: an unknown one counts as running (client-behaviour 9). */
export function readStatus<Update extends Pick<Task, "status" | "error" | "raw">>(
  update: Update,
): OperationState<Update> {
  switch (update.status) {
    case "SUCCEEDED":
      return { kind: "succeeded", result: update };
    case "FAILED": {
      const message = update.error?.message ?? shown(rawError(update.raw));
      return { kind: "failed", failure: { message, code: update.error?.code } };
    }
    default:
      return { kind: "running" };
  }
}

/**
 * Reads the answer to a create, of which only the id is required (client-behaviour 15): the polls find out how it
 * ends.
 */
export function asRunning<Operation extends { readonly done: boolean }>(operation: Operation): Operation {
  return Object.assign(operation, { done: false });
}

function rawError(record: unknown): unknown {
  return typeof record === "object" && record !== null && "error" in record ? record.error : undefined;
}

/** Returns an error without a readable message, unchanged; undefined if it is empty. */
function shown(raw: unknown): string | undefined {
  if (typeof raw === "string") return raw === "" ? undefined : raw;
  if (typeof raw !== "object" || raw === null || Object.keys(raw).length === 0) return undefined;
  return printable(JSON.stringify(raw), 200);
}
