import type { UploadStorage } from "@usdkit/client";
import { initUpload, pickFields } from "@usdkit/contract";
import { readFlags, requestFlags, type FlaggedPart } from "../inputs/request-flags.ts";
import { UsageError } from "@usdkit/command/cli/errors";
import type { Command } from "@usdkit/command/cli/command";
import { uploadFiles } from "../inputs/upload-files.ts";
import { TimeLimit } from "../context/time-limit.ts";
import { withClient } from "../run/with-client.ts";
import { WAITING, type WaitArguments } from "../settings/options.ts";

export interface UploadArguments extends WaitArguments {
  files: string[];
  customFilename?: string;
}

/** Fields of multipart uploads only; the client computes the others. */
const STORAGE: FlaggedPart = {
  schema: initUpload.request.query,
  type: "UploadInitQuery",
  own: ["md5", "blocks", "size", "name"],
};

/** @throws {UsageError} if several files would be stored under one name. */
function storageOf(args: UploadArguments): UploadStorage {
  const { files, customFilename } = args;
  if (customFilename !== undefined && files.length > 1) {
    throw new UsageError(`--custom-filename names one file, and ${files.length} are given`);
  }
  return pickFields(initUpload.request.query, readFlags(STORAGE, args));
}

export const upload: Command<UploadArguments> = {
  command: "$0 <files..>",
  describe: "Upload files, and print the public URL of each on a line",
  builder: {
    files: { describe: "Files; parts that the service already has are not sent again" },
    ...requestFlags(STORAGE),
    ...WAITING,
  },
  examples: [["$0 room/*.jpg --json", "the URLs by the files' names"]],
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
      // Those that went well are unaffected.
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
