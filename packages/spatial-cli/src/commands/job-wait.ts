import type { Command } from "@usdkit/command/cli/command";
import { readOperation } from "../inputs/operation.ts";
import { acceptedJob, checkImagePlace, waitForImage } from "../run/wait-for-image.ts";
import { TimeLimit } from "../context/time-limit.ts";
import { withClient } from "../run/with-client.ts";
import { WAITING, type WaitArguments } from "../settings/options.ts";

export interface JobWaitArguments extends WaitArguments {
  operation: string;
  output?: string;
}

export const jobWait: Command<JobWaitArguments> = {
  command: "wait <operation>",
  describe: "Wait until a job is done; with -o fetch its image",
  builder: {
    operation: { describe: "An operation id, or a JSON file with a stored handle" },
    output: { type: "string", alias: "o", describe: "File for the image; - for standard output" },
    ...WAITING,
  },
  examples: [["$0 wait job-17 -o chairs.png", "where an interrupted render left off"]],
  handler: (args, command) =>
    withClient({ command, name: "spatial job wait", args }, async (context) => {
      const { output } = args;
      const limit = new TimeLimit(args.timeout);
      checkImagePlace(output, args);
      const handle = readOperation(context.client, "job", args.operation);
      context.state.follow(acceptedJob(handle, output));
      await waitForImage(context, handle, args, limit);
    }),
};
