import { printUsdaBytes } from "@usdkit/usda";
import type { Command } from "@usdkit/command/cli/command";
import { escapeLines } from "@usdkit/command/terminal/escape-terminal";
import { isTerminal, standardOutput } from "@usdkit/command/terminal/output";
import { readLayer } from "./read-layer.ts";

export interface CatArguments {
  file: string;
  color?: boolean;
}

export const cat: Command<CatArguments> = {
  command: "cat <file>",
  describe: "Print a file in the canonical form: what it holds, without comments and layout",
  builder: { file: { describe: "A file, or - for standard input" } },
  async handler({ file, color }) {
    const read = await readLayer("usda cat", file, color);
    if (read === undefined) return;
    const bytes = printUsdaBytes(read.layer);
    // As it is for a program; for eyes, without what a terminal would obey.
    await standardOutput.write(isTerminal(1) ? escapeLines(new TextDecoder().decode(bytes)) : bytes);
  },
};
