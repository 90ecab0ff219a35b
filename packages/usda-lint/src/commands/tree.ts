import type { Command } from "@usdkit/command/cli/command";
import { escapeTerminal } from "@usdkit/command/terminal/escape-terminal";
import { styleFor } from "@usdkit/command/terminal/style";
import { writeLines } from "@usdkit/command/terminal/write-lines";
import { readLayer } from "./read-layer.ts";

export interface TreeArguments {
  file: string;
  properties?: boolean;
  depth?: number;
  color?: boolean;
}

export const tree: Command<TreeArguments> = {
  command: "tree <file>",
  describe: "Print the tree of prims: names, types, arcs, variants",
  builder: {
    file: { describe: "A file, or - for standard input" },
    properties: { type: "boolean", describe: "Include attributes and relationships" },
    depth: { type: "number", describe: "Maximum number of levels" },
  },
  async handler({ file, properties, depth, color }, context) {
    const read = await readLayer(context, file, { command: "usda tree", color });
    if (read === undefined) return;
    const { renderTree } = await import("../tree/render-tree.ts");
    const style = styleFor(context.stdout, color, context.env);
    const options = { properties: properties === true, depth: depth ?? Number.POSITIVE_INFINITY, style };
    await context.stdout.write(`${style.bold(escapeTerminal(read.input.name))}\n`);
    await writeLines(context.stdout, renderTree(read.layer, options));
  },
};
