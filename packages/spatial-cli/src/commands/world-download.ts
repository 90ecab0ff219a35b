import type { Command } from "@usdkit/command/cli/command";
import { DeadlineError } from "@usdkit/client";
import { UsageError } from "@usdkit/command/cli/errors";
import { readOperation } from "../inputs/operation.ts";
import { makeFolder } from "../outputs/output-place.ts";
import { quoteWord } from "../context/quote-word.ts";
import { acceptedWorld } from "../run/run-world.ts";
import { TimeLimit } from "../context/time-limit.ts";
import { acceptedTask } from "../run/wait-for-task.ts";
import { withClient } from "../run/with-client.ts";
import { WAITING, type WaitArguments } from "../settings/options.ts";

export interface WorldDownloadArguments extends WaitArguments {
  world: string;
  output?: string;
  format?: ("ply" | "spz")[];
}

export const worldDownload: Command<WorldDownloadArguments> = {
  command: "download <world>",
  describe: "Save the files of a world; resumes an interrupted download",
  builder: {
    world: { describe: "A world id, or a JSON file with a stored handle" },
    output: { type: "string", alias: "o", describe: "Folder for the files; created if it does not exist" },
    format: { type: "string", array: true, choices: ["ply", "spz"], describe: "Only files of this format; repeatable" },
    ...WAITING,
  },
  handler: (args, command) =>
    withClient({ command, name: "spatial world download", args }, async ({ client, report, signal, state }) => {
      const { output } = args;
      if (output === undefined) throw new UsageError('Missing option "-o DIR": the folder for the files');
      const limit = new TimeLimit(args.timeout);
      const handle = readOperation(client, "world", args.world);
      makeFolder(output);
      const world = await client.worlds.get(handle.id, { signal, timeout: limit.left() });
      const end = client.statusEnd(world.status);
      if (end === undefined && world.assets?.splats?.urls == null) {
        state.follow(acceptedWorld(handle));
        throw new DeadlineError(`The world ${handle.id} is ${world.status}, and has no files yet.`);
      }
      const resume = `spatial world download ${quoteWord(handle.id)} -o ${quoteWord(output)}`;
      state.follow(acceptedTask(handle, "world", resume));
      if (end === "succeeded") state.done();
      const files = await client.worlds.download(world, {
        directory: output,
        formats: args.format,
        signal,
        timeout: limit.left(),
        onProgress: ({ name, bytes, total }) => report.progress({ what: name, bytes, total }),
      });
      await report.result({ worldId: handle.id, files }, files.map(({ path }) => path).join("\n"));
    }),
};
