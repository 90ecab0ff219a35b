import type { Command } from "@usdkit/command/cli/command";
import { readOperation } from "../inputs/operation.ts";
import { EXIT_FAILED } from "../run/exit-codes.ts";
import { acceptedGen3d, checkOutput, MAKING, waitForModel, type Gen3dArguments } from "../run/run-gen3d.ts";
import { TimeLimit } from "../context/time-limit.ts";
import { withClient } from "../run/with-client.ts";
import { milliseconds } from "../settings/options.ts";

export interface Gen3dGetArguments extends Gen3dArguments {
  task: string;
}

export const gen3dGet: Command<Gen3dGetArguments> = {
  command: "get <task>",
  describe: "Print the status of a model, and its URL",
  builder: { task: { describe: "A task id, or a JSON file with a stored handle" }, ...MAKING },
  handler: (args, command) =>
    withClient({ command, name: "spatial gen3d get", args }, async (context) => {
      const { client, report, signal, state } = context;
      checkOutput(args);
      const handle = readOperation(client, "gen3d", args.task);
      if (args.wait === true) {
        state.follow(acceptedGen3d(handle, args.output));
        await waitForModel(context, handle, args, new TimeLimit(args.timeout));
        return;
      }
      const task = await client.gen3d.get(handle.id, { signal, timeout: milliseconds(args.timeout) });
      const { status, result, error } = task;
      await report.result(task, [status, result?.modelUrl, error?.message].filter(Boolean).join(" "));
      if (client.statusEnd(status) === "failed") command.exitCode = EXIT_FAILED;
    }),
};
