import type { Command } from "@usdkit/command/cli/command";
import { escapeTerminal } from "@usdkit/command/terminal/escape-terminal";
import { styleFor } from "@usdkit/command/terminal/style";
import { writeLines } from "@usdkit/command/terminal/write-lines";
import { UsageError } from "@usdkit/command/cli/errors";
import { compositionOptions } from "../composition/composition-options.ts";
import { reportProblems } from "../composition/report-problems.ts";
import { openStage, type CompositionArguments } from "../composition/stage-options.ts";
import { readLayer } from "../run/read-layer.ts";
import { SEARCH_PATH_HELP, searchPathsOf } from "../files/search-paths.ts";

export interface TreeArguments extends CompositionArguments {
  files: string[];
  properties?: boolean;
  depth?: number;
  composed?: boolean;
  color?: boolean;
}

export const tree: Command<TreeArguments> = {
  command: "tree <files..>",
  describe: "Print the tree of prims: names, types, arcs, variants",
  builder: {
    files: { describe: "Files, or - for standard input" },
    properties: { type: "boolean", describe: "Include attributes and relationships" },
    depth: { type: "number", describe: "Maximum number of levels" },
    composed: { type: "boolean", describe: "The tree of the stage: composed from all layers" },
    ...compositionOptions,
    "search-path": { type: "string", array: true, describe: SEARCH_PATH_HELP },
  },
  async handler(args, context) {
    const { files, properties, depth, color } = args;
    const style = styleFor(context.stdout, color, context.env);
    const options = { properties: properties === true, depth: depth ?? Number.POSITIVE_INFINITY, style };
    if (args.composed === true) {
      const { renderComposedTree } = await import("../tree/render-composed-tree.ts");
      for (const file of files) {
        const opened = await openStage(context, file, args, searchPathsOf(context, args.searchPath));
        const { stage, name } = opened;
        await context.stdout.write(`${style.bold(escapeTerminal(file))}\n`);
        await writeLines(context.stdout, renderComposedTree(stage, name, options));
        await reportProblems(context, file, "usda tree", opened);
      }
      return;
    }
    if (args.variant !== undefined || args.session !== undefined || args.searchPath !== undefined) {
      throw new UsageError("--variant, --session and --search-path need --composed");
    }
    const { renderTree } = await import("../tree/render-tree.ts");
    for (const file of files) {
      const read = await readLayer(context, file, { command: "usda tree", color, checksArrays: false });
      if (read === undefined) continue;
      await context.stdout.write(`${style.bold(escapeTerminal(read.input.name))}\n`);
      await writeLines(context.stdout, renderTree(read.layer, options));
    }
  },
};
