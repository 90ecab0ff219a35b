import { uploadStatuses } from "@usdkit/contract";
import type { Command } from "@usdkit/command/cli/command";
import { EXIT_FAILED } from "../run/exit-codes.ts";
import { withClient } from "../run/with-client.ts";
import { CONNECTION, milliseconds, type ConnectionArguments } from "../settings/options.ts";

export interface UploadStatusArguments extends ConnectionArguments {
  upload: string;
}

/** Our names of the statuses: the specification shows only that 5 is success. */
const NAMES: ReadonlyMap<number, string> = new Map(
  Object.entries(uploadStatuses).map(([name, status]) => [status, name] as const),
);

export const uploadStatus: Command<UploadStatusArguments> = {
  command: "status <upload>",
  describe: "Print the status of an upload, and its URL",
  builder: { upload: { describe: "The id of the upload: the taskId of an error or a result" }, ...CONNECTION },
  handler: (args, command) =>
    withClient({ command, name: "spatial upload status", args }, async ({ client, report, signal }) => {
      const upload = await client.assets.status(args.upload, { signal, timeout: milliseconds(args.timeout) });
      const { status, url, message } = upload;
      const name = NAMES.get(status);
      const shown = name === undefined ? `${status}` : `${status} (${name})`;
      await report.result(upload, [shown, url, message].filter(Boolean).join("  "));
      const hasFailed = client.statusEnd(status) === "failed" || (status === uploadStatuses.failed && Boolean(message));
      if (hasFailed) command.exitCode = EXIT_FAILED;
    }),
};
