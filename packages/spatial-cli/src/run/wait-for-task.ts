import { ResultMissingError, type OperationHandle } from "@usdkit/client";
import { taskStatuses } from "@usdkit/contract";
import { milliseconds, type WaitArguments } from "../settings/options.ts";
import type { Context } from "../context/context.ts";
import type { AcceptedOperation } from "../context/run-state.ts";
import type { TimeLimit } from "../context/time-limit.ts";

/** What worlds and tasks say of themselves. */
interface TaskUpdate {
  readonly status: string;
  readonly progress?: number | null | undefined;
}

/** The error of a task that succeeded without the field that the command was asked for. */
export function missingResult(
  record: object,
  field: string,
  handle: OperationHandle<unknown, unknown>,
): ResultMissingError {
  const raw: unknown = Reflect.get(record, "raw") ?? record;
  const message = `The task ${handle.id} succeeded and has no ${field}. The service answered: ${JSON.stringify(raw)}`;
  return new ResultMissingError(message, raw, { operationId: handle.id, handle: handle.toJSON() });
}

/** Follows a world or a task to its end, and reports progress. */
export async function waitForTask<Result, Update extends TaskUpdate>(
  { report, signal, state }: Context,
  handle: OperationHandle<Result, Update>,
  { interval }: WaitArguments,
  limit: TimeLimit,
): Promise<Result> {
  const options = { signal, timeout: limit.left(), interval: milliseconds(interval) };
  let shown: string | undefined;
  for await (const { status, progress: fraction } of handle.updates(options)) {
    // A status that is not known is printed once: it may be all that the user learns.
    if (status !== shown && !(taskStatuses as readonly string[]).includes(status)) report.note(`status ${status}`);
    shown = status;
    report.progress({ what: status, fraction: fraction ?? undefined });
  }
  const result = await handle.result(options);
  state.done();
  return result;
}

/** What is known of an operation, for the user to resume it. */
export function acceptedTask(
  handle: OperationHandle<unknown, unknown>,
  noun: string,
  resume: string,
): AcceptedOperation {
  return { noun, id: handle.id, resume, handle: handle.toJSON() };
}
