import type { Command } from "@usdkit/command/cli/command";
import { escapeTerminal } from "@usdkit/command/terminal/escape-terminal";
import { styleFor } from "@usdkit/command/terminal/style";
import { writeLines } from "@usdkit/command/terminal/write-lines";
import { readLayer } from "./read-layer.ts";

export interface TreeArguments {
  files: string[];
  properties?: boolean;
  depth?: number;
  color?: boolean;
}

export const tree: Command<TreeArguments> = {
  command: "tree <files..>",
  describe: "Print the tree of prims: names, types, arcs, variants",
  builder: {
    files: { describe: "Files, or - for standard input" },
    properties: { type: "boolean", describe: "Include attributes and relationships" },
    depth: { type: "number", describe: "Maximum number of levels" },
  },
  async handler({ files, properties, depth, color }, context) {
    const { renderTree } = await import("../tree/render-tree.ts");
    const style = styleFor(context.stdout, color, context.env);
    const options = { properties: properties === true, depth: depth ?? Number.POSITIVE_INFINITY, style };
    for (const file of files) {
      const read = await readLayer(context, file, { command: "usda tree", color });
      if (read === undefined) continue;
      await context.stdout.write(`${style.bold(escapeTerminal(read.input.name))}\n`);
      await writeLines(context.stdout, renderTree(read.layer, options));
    }
  },
};
