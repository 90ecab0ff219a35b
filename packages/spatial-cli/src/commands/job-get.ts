import type { Command } from "@usdkit/command/cli/command";
import { DeadlineError } from "@usdkit/client";
import { readOperation } from "../inputs/operation.ts";
import { acceptedJob, checkImagePlace, waitForImage } from "../run/wait-for-image.ts";
import { TimeLimit } from "../context/time-limit.ts";
import { EXIT_FAILED } from "../run/exit-codes.ts";
import { withClient } from "../run/with-client.ts";
import { CONNECTION, type ConnectionArguments } from "../settings/options.ts";

export interface JobGetArguments extends ConnectionArguments {
  operation: string;
  output?: string;
}

export const jobGet: Command<JobGetArguments> = {
  command: "get <operation>",
  describe: "Print the status of a job; with -o fetch its image, if it is done",
  builder: {
    operation: { describe: "An operation id, or a JSON file with a stored handle" },
    output: { type: "string", alias: "o", describe: "File for the image; - for standard output" },
    ...CONNECTION,
  },
  handler: (args, command) =>
    withClient({ command, name: "spatial job get", args }, async (context) => {
      const { client, report, signal, state } = context;
      const { output } = args;
      checkImagePlace(output, args);
      const limit = new TimeLimit(args.timeout);
      const handle = readOperation(client, "job", args.operation);
      const operation = await client.jobs.get(handle.id, { signal, timeout: limit.left() });
      const { done, result, error } = operation;
      if (output !== undefined && error == null) {
        state.follow(acceptedJob(handle, output));
        if (!done) throw new DeadlineError(`The job ${handle.id} is not done yet.`);
        await waitForImage(context, handle, args, limit);
        return;
      }
      const summary = !done
        ? "running"
        : error == null
          ? `done ${result?.resultUrl ?? ""}`
          : `failed: ${error.message ?? ""}`;
      await report.result(operation, summary.trim());
      if (error != null) command.exitCode = EXIT_FAILED;
    }),
};
