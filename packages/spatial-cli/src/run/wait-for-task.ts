import { ResultMissingError, type OperationHandle } from "@usdkit/client";
import { taskStatuses } from "@usdkit/contract";
import { milliseconds, type WaitArguments } from "../settings/options.ts";
import { noteOutage } from "../report/note-outage.ts";
import type { Context } from "../context/context.ts";
import type { AcceptedOperation } from "../context/run-state.ts";
import type { TimeLimit } from "../context/time-limit.ts";

/** Common fields of worlds and tasks. */
interface TaskUpdate {
  readonly status: string;
  readonly progress?: number | null | undefined;
}

/** The error of a task that succeeded without the requested field. */
export function missingResult(
  record: object,
  field: string,
  handle: OperationHandle<unknown, unknown>,
): ResultMissingError {
  const raw: unknown = Reflect.get(record, "raw") ?? record;
  const message = `The task ${handle.id} succeeded and has no ${field}. The service answered: ${JSON.stringify(raw)}`;
  return new ResultMissingError(message, raw, { operationId: handle.id, handle: handle.toJSON() });
}

/** Waits for a world or a task and reports progress. */
export async function waitForTask<Result, Update extends TaskUpdate>(
  { client, report, signal, state }: Context,
  handle: OperationHandle<Result, Update>,
  { interval }: WaitArguments,
  limit: TimeLimit,
): Promise<Result> {
  const options = { signal, timeout: limit.left(), interval: milliseconds(interval), onOutage: noteOutage(report) };
  let shown: string | undefined;
  for await (const { status, progress: fraction } of handle.updates(options)) {
    // An unknown status is printed once: the user may get no other information.
    const isKnown = (taskStatuses as readonly string[]).includes(status) || client.statusEnd(status) !== undefined;
    if (status !== shown && !isKnown) report.note(`status ${status}`);
    shown = status;
    report.progress({ what: status, fraction: fraction ?? undefined });
  }
  const result = await handle.result(options);
  state.done();
  return result;
}

/** Returns an operation's data, from which the user can resume it. */
export function acceptedTask(
  handle: OperationHandle<unknown, unknown>,
  noun: string,
  resume: string,
): AcceptedOperation {
  return { noun, id: handle.id, resume, handle: handle.toJSON() };
}
