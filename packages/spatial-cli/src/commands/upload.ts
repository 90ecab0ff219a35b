import type { Command } from "@usdkit/command/cli/command";
import { uploadFiles } from "../inputs/upload-files.ts";
import { TimeLimit } from "../context/time-limit.ts";
import { withClient } from "../run/with-client.ts";
import { WAITING, type WaitArguments } from "../settings/options.ts";

export interface UploadArguments extends WaitArguments {
  files: string[];
}

export const upload: Command<UploadArguments> = {
  command: "upload <files..>",
  describe: "Upload files, and print the public URL of each, a line a file",
  builder: { files: { describe: "Files; what the service has already is not sent again" }, ...WAITING },
  examples: [["$0 upload room/*.jpg --json", "the URLs by the files' names"]],
  handler: (args, command) =>
    withClient({ command, name: "spatial upload", args }, async ({ client, report, signal }) => {
      const results = await uploadFiles({ client, report, signal }, args.files, new TimeLimit(args.timeout));
      const uploaded = results.flatMap((result, i) => {
        return result.status === "fulfilled" ? [{ file: args.files[i], ...result.value }] : [];
      });
      const errors = results.flatMap((result) => (result.status === "rejected" ? [result.reason as Error] : []));
      const [error] = errors;
      // Those that went well are no less there.
      if (error === undefined || uploaded.length > 0) {
        const failed = results.flatMap((result, i) => {
          if (result.status === "fulfilled") return [];
          return [
            {
              file: args.files[i],
              error: { name: (result.reason as Error).name, message: (result.reason as Error).message },
            },
          ];
        });
        await report.result({ files: uploaded, failed }, uploaded.map(({ url }) => url).join("\n"));
      }
      if (error !== undefined)
        throw errors.length === 1 ? error : new AggregateError(errors, `${errors.length} files failed:`);
    }),
};
