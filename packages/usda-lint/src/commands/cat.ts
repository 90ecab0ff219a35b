import { printUsdaBytes } from "@usdkit/usda";
import type { Command } from "@usdkit/command/cli/command";
import { escapeLines } from "@usdkit/command/terminal/escape-terminal";
import { readLayer } from "./read-layer.ts";

export interface CatArguments {
  file: string;
  color?: boolean;
}

export const cat: Command<CatArguments> = {
  command: "cat <file>",
  describe: "Print a file in canonical form: its content, without comments and layout",
  builder: { file: { describe: "A file, or - for standard input" } },
  async handler({ file, color }, context) {
    const read = await readLayer(context, file, { command: "usda cat", color });
    if (read === undefined) return;
    const bytes = printUsdaBytes(read.layer);
    const { stdout } = context;
    // A terminal must not interpret what is in the text.
    await stdout.write(stdout.isTerminal ? escapeLines(new TextDecoder().decode(bytes)) : bytes);
  },
};
