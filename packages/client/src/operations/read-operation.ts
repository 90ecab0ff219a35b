import type { OperationError, RenderOperation, Task } from "@usdkit/contract";
import type { ServiceConventions } from "../transport/service-conventions.ts";
import { statusEnd } from "./final-status.ts";
import { printable } from "../transport/printable.ts";
import type { OperationFailure, OperationState } from "./operation-kind.ts";

/**
 * Returns the state of a render operation: `done` with an error is a failure although the HTTP status is 200 (spec
 * 2.7). Before it is done, only a status of its own, of another service, ends it.
 *
 * @param missing The field that a result without its content lacks.
 */
export function readRenderOperation<Result>(
  { done, result, error, raw }: RenderOperation<Result>,
  missing: string,
  conventions: ServiceConventions,
): OperationState<Result> {
  const status = fieldOf(raw, "status");
  const end = statusEnd(status, conventions);
  if (!done && end === undefined) return { kind: "running" };
  if (error != null) return { kind: "failed", failure: failureOf(error, fieldOf(raw, "error")) };
  if (end === "failed") return { kind: "failed", failure: { status: String(status) } };
  return result == null ? { kind: "empty", missing } : { kind: "succeeded", result };
}

/** Returns the failure of a render operation. */
function failureOf({ message, code, status, details }: OperationError, raw?: unknown): OperationFailure {
  return { message: message ?? shown(raw), code, status, reason: details?.reason };
}

/**
 * Returns the state of a world or a task by its status, and by its result: an unknown status without a result counts as
 * running (client-behaviour 9, 23).
 *
 * @param result The URL or id that it is waited for; undefined if there is none yet.
 */
export function readStatus<Update extends Pick<Task, "status" | "error" | "raw">>(
  update: Update,
  result: string | null | undefined,
  conventions: ServiceConventions,
): OperationState<Update> {
  const { status, error, raw } = update;
  const end = statusEnd(status, conventions);
  if (end === "failed") {
    const message = error?.message ?? shown(fieldOf(raw, "error"));
    const named = status === "FAILED" ? {} : { status };
    return { kind: "failed", failure: { message, code: error?.code, ...named } };
  }
  const hasResult = result != null && result !== "";
  return end === "succeeded" || hasResult ? { kind: "succeeded", result: update } : { kind: "running" };
}

/**
 * Reads the answer to a create, of which only the id is required (client-behaviour 15): the polls find out how it
 * ends.
 */
export function asRunning<Operation extends { readonly done: boolean }>(operation: Operation): Operation {
  return Object.assign(operation, { done: false });
}

function fieldOf(record: unknown, name: string): unknown {
  return typeof record === "object" && record !== null ? Reflect.get(record, name) : undefined;
}

/** Returns an error without a readable message, unchanged; undefined if it is empty. */
function shown(raw: unknown): string | undefined {
  if (typeof raw === "string") return raw === "" ? undefined : raw;
  if (typeof raw !== "object" || raw === null || Object.keys(raw).length === 0) return undefined;
  return printable(JSON.stringify(raw), 200);
}
