import type { UploadStorage } from "@usdkit/client";
import { UsageError } from "@usdkit/command/cli/errors";
import type { Command } from "@usdkit/command/cli/command";
import { uploadFiles } from "../inputs/upload-files.ts";
import { TimeLimit } from "../context/time-limit.ts";
import { withClient } from "../run/with-client.ts";
import { WAITING, type WaitArguments } from "../settings/options.ts";

export interface UploadArguments extends WaitArguments {
  files: string[];
  metadata?: string;
  customPrefix?: string;
  customFilename?: string;
}

/** @throws {UsageError} for one stored name for several files. */
function storageOf({ files, metadata, customPrefix, customFilename }: UploadArguments): UploadStorage {
  if (customFilename !== undefined && files.length > 1) {
    throw new UsageError(`--custom-filename names one file, and ${files.length} are given`);
  }
  return { metadata, customPrefix, customFilename };
}

export const upload: Command<UploadArguments> = {
  command: "upload <files..>",
  describe: "Upload files, and print the public URL of each, a line a file",
  builder: {
    files: { describe: "Files; parts that the service has already are not sent again" },
    metadata: { type: "string", describe: "Metadata of files that are uploaded in parts" },
    "custom-prefix": { type: "string", describe: "Storage prefix of files that are uploaded in parts" },
    "custom-filename": { type: "string", describe: "Stored name of a file that is uploaded in parts" },
    ...WAITING,
  },
  examples: [["$0 upload room/*.jpg --json", "the URLs by the files' names"]],
  handler: (args, command) =>
    withClient({ command, name: "spatial upload", args }, async ({ client, report, signal }) => {
      const results = await uploadFiles(
        { client, report, signal },
        args.files,
        new TimeLimit(args.timeout),
        storageOf(args),
      );
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
