import type { Gen3dHandle } from "@usdkit/client";
import type { Gen3dTask } from "@usdkit/contract";
import { checkFilePlace } from "../outputs/output-place.ts";
import type { Options } from "@usdkit/command/cli/command";
import { UsageError } from "@usdkit/command/cli/errors";
import { CREATING, type CreateArguments } from "../settings/options.ts";
import type { Context } from "../context/context.ts";
import { quoteWord } from "../context/quote-word.ts";
import type { AcceptedOperation } from "../context/run-state.ts";
import { saveResult } from "../outputs/save-result.ts";
import type { TimeLimit } from "../context/time-limit.ts";
import { acceptedTask, missingResult, waitForTask } from "./wait-for-task.ts";

/** Options of all commands that generate models. */
export interface Gen3dArguments extends CreateArguments {
  wait?: boolean;
  output?: string;
}

export const MAKING: Readonly<Record<string, Options>> = {
  wait: { type: "boolean", describe: "Wait until it is done, and print the URL of the model" },
  output: { type: "string", alias: "o", describe: "With --wait: save the model to this file" },
  ...CREATING,
};

/** @throws {UsageError} for conflicting flags. {IoError} if the model could not be saved. */
export function checkOutput({ wait, output }: Gen3dArguments): void {
  if (output === undefined) return;
  if (wait !== true) throw new UsageError("-o needs --wait: there is nothing to save before the end");
  checkFilePlace(output);
}

/** Reports a created task: its id, or with `wait` its end. */
export async function finishGen3d(
  context: Context,
  handle: Gen3dHandle,
  args: Gen3dArguments,
  limit: TimeLimit,
): Promise<void> {
  context.state.accept(acceptedGen3d(handle, args.output));
  if (args.wait === true) await waitForModel(context, handle, args, limit);
  else await context.report.result({ taskId: handle.id, handle: handle.toJSON() }, handle.id);
}

/** Returns a task's data, from which the user can resume it. */
export function acceptedGen3d(handle: Gen3dHandle, output: string | undefined): AcceptedOperation {
  const to = output === undefined ? "" : ` -o ${quoteWord(output)}`;
  return acceptedTask(handle, "task", `spatial gen3d get ${quoteWord(handle.id)} --wait${to}`);
}

/** Waits for a task and saves the model if requested. */
export async function waitForModel(
  context: Context,
  handle: Gen3dHandle,
  args: Gen3dArguments,
  limit: TimeLimit,
): Promise<void> {
  const { client, report, signal } = context;
  const task: Gen3dTask = await waitForTask(context, handle, args, limit);
  const url = task.result?.modelUrl;
  if (url === undefined || url === "") throw missingResult(task, "modelUrl", handle);
  if (args.output === undefined) {
    await report.result(task, url);
    return;
  }
  const saved = await saveResult(client, url, args.output, {
    signal,
    timeout: limit.left(),
    onProgress: ({ name, bytes, total }) => report.progress({ what: name, bytes, total }),
  });
  await report.result({ ...task, file: saved.path, bytes: saved.size }, saved.path);
}
