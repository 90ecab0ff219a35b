import type { Command } from "@usdkit/command/cli/command";
import { readOperation } from "../inputs/operation.ts";
import { quoteWord } from "../context/quote-word.ts";
import { EXIT_FAILED } from "../run/exit-codes.ts";
import { TimeLimit } from "../context/time-limit.ts";
import { acceptedTask, missingResult, waitForTask } from "../run/wait-for-task.ts";
import { withClient } from "../run/with-client.ts";
import { milliseconds, WAITING, type WaitArguments } from "../settings/options.ts";

export interface MeshGetArguments extends WaitArguments {
  task: string;
  wait?: boolean;
}

export const meshGet: Command<MeshGetArguments> = {
  command: "get <task>",
  describe: "Print the status of an ingest",
  builder: {
    task: { describe: "A task id, or a JSON file with a stored handle" },
    wait: { type: "boolean", describe: "Wait until it is done" },
    ...WAITING,
  },
  handler: (args, command) =>
    withClient({ command, name: "spatial mesh get", args }, async (context) => {
      const { client, report, signal, state } = context;
      const handle = readOperation(client, "mesh", args.task);
      if (args.wait === true) {
        state.follow(acceptedTask(handle, "task", `spatial mesh get ${quoteWord(handle.id)} --wait`));
        const task = await waitForTask(context, handle, args, new TimeLimit(args.timeout));
        if (!task.meshId) throw missingResult(task, "meshId", handle);
        await report.result(task, task.meshId);
        return;
      }
      const task = await client.meshes.get(handle.id, { signal, timeout: milliseconds(args.timeout) });
      const { status, meshId, error } = task;
      await report.result(task, [status, meshId, error?.message].filter(Boolean).join(" "));
      if (client.statusEnd(status) === "failed") command.exitCode = EXIT_FAILED;
    }),
};
