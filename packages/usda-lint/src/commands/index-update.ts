import type { Command } from "@usdkit/command/cli/command";
import { UsageError } from "@usdkit/command/cli/errors";
import { resolvePath } from "@usdkit/command/context/command-context";
import { fs } from "@usdkit/command/process/builtins";
import { SEARCH_PATH_HELP } from "../files/search-paths.ts";
import type { IndexArguments } from "../library/index-arguments.ts";
import { pictureOptions } from "../pictures/picture-arguments.ts";

const { size, background } = pictureOptions;

export const indexUpdate: Command<IndexArguments> = {
  command: "$0 <folder>",
  describe:
    "Index a library in a database (SQLite): files, dependencies, prims, types, materials, bounds, findings; a later run reads what changed",
  builder: {
    folder: { describe: "The folder of the library" },
    output: {
      type: "string",
      alias: "o",
      describe: "The database: a new one, or that of an earlier run, which is brought up to date",
    },
    bounds: {
      type: "boolean",
      describe: "Compose layers for the bounds of their default prims (default); --no-bounds composes nothing",
    },
    thumbnails: { type: "boolean", describe: "Also draw a picture of each model and scene (needs @usdkit/raster)" },
    size: size ?? {},
    background: background ?? {},
    profile: {
      type: "string",
      choices: ["auto", "offline", "realtime", "patch", "usda", "usd"],
      describe: "Which rules apply to files; default: by their content",
    },
    config: { type: "string", describe: "Use this configuration of usda-lint for all files" },
    "no-config": { type: "boolean", describe: "Use no configuration" },
    "search-path": { type: "string", array: true, describe: SEARCH_PATH_HELP },
    jobs: { type: "number", describe: "Number of threads; default: one for each processor, at most 4" },
    json: { type: "boolean", describe: "Print what was done as JSON" },
  },
  examples: [
    ["$0 assets -o library.sqlite", "index the folder, or bring its index up to date"],
    [`$0 query 'SELECT path FROM files WHERE kind = "image"' library.sqlite`, "ask it"],
    ["$0 uses assets/wood.png library.sqlite", "what uses a texture, and what it uses"],
    ["$0 missing library.sqlite", "asset paths that lead to no file; also: unused, duplicates"],
  ],
  async handler(args, context) {
    const { folder, output, jobs } = args;
    if (output === undefined) throw new UsageError("Missing database: -o library.sqlite");
    if (jobs !== undefined && !(Number.isInteger(jobs) && jobs >= 1)) {
      throw new UsageError(`--jobs expects a whole number from 1, found ${jobs}`);
    }
    if (args.config !== undefined && args.noConfig === true) {
      throw new UsageError("--config with --no-config: use one of them");
    }
    if (fs.statSync(resolvePath(context, folder), { throwIfNoEntry: false })?.isDirectory() !== true) {
      throw new UsageError(`${folder}: expected a folder`);
    }
    const { runIndex } = await import("../library/run-index.ts");
    await runIndex(args, output, context);
  },
};
