import type { Command } from "@usdkit/command/cli/command";
import { UsageError } from "@usdkit/command/cli/errors";
import type { CommandContext } from "@usdkit/command/context/command-context";
import { compositionOptions } from "../composition/composition-options.ts";
import { flattenRoot } from "../composition/flatten-root.ts";
import type { CompositionArguments } from "../composition/stage-options.ts";
import { readLayer } from "../run/read-layer.ts";
import { SEARCH_PATH_HELP, searchPathsOf } from "../files/search-paths.ts";
import { checkTerminal, layerFormat, writeLayer, type LayerFormat, type LayerOutput } from "../files/write-layer.ts";

export interface CatArguments extends CompositionArguments {
  files: string[];
  output?: string;
  format?: LayerFormat;
  usdcVersion?: string;
  flatten?: boolean;
  color?: boolean;
}

export const cat: Command<CatArguments> = {
  command: "cat <files..>",
  describe: "Print files of any encoding as canonical text, or convert one: content without comments and layout",
  builder: {
    files: { describe: "Files, layers in packages as in a.usdz[b.usdc], or - for standard input" },
    output: { type: "string", alias: "o", describe: "Write to a file; the format is that of its extension" },
    format: { type: "string", choices: ["usda", "usdc", "usdz"], describe: "Format, whatever the name of the output" },
    "usdc-version": {
      type: "string",
      describe: "Version of a crate, 0.4 to 0.16; default: the lowest for the content, at least 0.8",
    },
    flatten: { type: "boolean", describe: "The stage of the file as one layer, as usda flatten" },
    ...compositionOptions,
    "search-path": { type: "string", array: true, describe: SEARCH_PATH_HELP },
  },
  examples: [
    ["$0 cat scene.usdc", "a crate as text"],
    ["$0 cat scene.usda -o scene.usdc", "text as a crate"],
  ],
  handler,
};

async function handler(args: CatArguments, context: CommandContext): Promise<void> {
  const { files, output, color, usdcVersion, flatten = false } = args;
  const format = args.format ?? layerFormat(output);
  if (usdcVersion !== undefined && format === "usda") throw new UsageError("--usdc-version is for crates");
  if (files.length > 1 && (output !== undefined || format !== "usda")) {
    throw new UsageError(`Expected one file to convert, found ${files.length}`);
  }
  if (!flatten && (args.variant !== undefined || args.session !== undefined || args.searchPath !== undefined)) {
    throw new UsageError("--variant, --session and --search-path need --flatten");
  }
  const to: LayerOutput = { output, format, usdcVersion, order: flatten ? "reference" : "authored" };
  checkTerminal(context, to);
  const searchPaths = searchPathsOf(context, args.searchPath);
  for (const file of files) {
    const layer = flatten
      ? await flattenRoot(context, file, { ...args, command: "usda cat", searchPaths })
      : (await readLayer(context, file, { command: "usda cat", color }))?.layer;
    if (layer !== undefined) await writeLayer(context, layer, to);
  }
}
