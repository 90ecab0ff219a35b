import type { Command } from "@usdkit/command/cli/command";
import { readOperation } from "../inputs/operation.ts";
import { EXIT_FAILED } from "../run/exit-codes.ts";
import { describeWorld } from "../run/run-world.ts";
import { withClient } from "../run/with-client.ts";
import { CONNECTION, milliseconds, type ConnectionArguments } from "../settings/options.ts";

export interface WorldGetArguments extends ConnectionArguments {
  world: string;
}

export const worldGet: Command<WorldGetArguments> = {
  command: "get <world>",
  describe: "Print the status of a world, and the URLs of its files",
  builder: { world: { describe: "A world id, or a JSON file with a stored handle" }, ...CONNECTION },
  handler: (args, command) =>
    withClient({ command, name: "spatial world get", args }, async ({ client, report, signal }) => {
      const { id } = readOperation(client, "world", args.world);
      const world = await client.worlds.get(id, { signal, timeout: milliseconds(args.timeout) });
      await report.result(...describeWorld(world));
      if (client.statusEnd(world.status) === "failed") command.exitCode = EXIT_FAILED;
    }),
};
