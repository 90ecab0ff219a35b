import type { Command } from "@usdkit/command/cli/command";
import { readOperation } from "../inputs/operation.ts";
import { acceptedWorld, describeWorld } from "../run/run-world.ts";
import { TimeLimit } from "../context/time-limit.ts";
import { waitForTask } from "../run/wait-for-task.ts";
import { withClient } from "../run/with-client.ts";
import { WAITING, type WaitArguments } from "../settings/options.ts";

export interface WorldWaitArguments extends WaitArguments {
  world: string;
}

export const worldWait: Command<WorldWaitArguments> = {
  command: "wait <world>",
  describe: "Wait until a world is done",
  builder: { world: { describe: "A world id, or a JSON file with a stored handle" }, ...WAITING },
  handler: (args, command) =>
    withClient({ command, name: "spatial world wait", args }, async (context) => {
      const { client, report, state } = context;
      const handle = readOperation(client, "world", args.world);
      state.follow(acceptedWorld(handle));
      const world = await waitForTask(context, handle, args, new TimeLimit(args.timeout));
      await report.result(...describeWorld(world));
    }),
};
