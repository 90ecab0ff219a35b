import type { Command } from "@usdkit/command/cli/command";
import { escapeTerminal } from "@usdkit/command/terminal/escape-terminal";
import { isTerminal, standardOutput } from "@usdkit/command/terminal/output";
import { createStyle, wantsColor } from "@usdkit/command/terminal/style";
import { readLayer } from "./read-layer.ts";

export interface TreeArguments {
  file: string;
  properties?: boolean;
  depth?: number;
  color?: boolean;
}

/** Lines that are written at once. */
const BATCH = 500;

export const tree: Command<TreeArguments> = {
  command: "tree <file>",
  describe: "Print the tree of prims: names, types, arcs, variants",
  builder: {
    file: { describe: "A file, or - for standard input" },
    properties: { type: "boolean", describe: "Attributes and relationships as well" },
    depth: { type: "number", describe: "No deeper than this many levels" },
  },
  async handler({ file, properties, depth, color }) {
    const read = await readLayer("usda tree", file, color);
    if (read === undefined) return;
    const { renderTree } = await import("../tree/render-tree.ts");
    const style = createStyle(wantsColor(color, () => isTerminal(1), process.env));
    const options = { properties: properties === true, depth: depth ?? Number.POSITIVE_INFINITY, style };
    let batch = [style.bold(escapeTerminal(read.input.name))];
    for (const line of renderTree(read.layer, options)) {
      batch.push(line);
      if (batch.length < BATCH) continue;
      await standardOutput.write(`${batch.join("\n")}\n`);
      batch = [];
    }
    if (batch.length > 0) await standardOutput.write(`${batch.join("\n")}\n`);
  },
};
