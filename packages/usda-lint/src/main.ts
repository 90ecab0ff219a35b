/** Where both commands begin. */
import type { Program } from "./cli/command.ts";
import { run } from "./cli/run.ts";
import { lintCommands, usdaCommands } from "./commands/index.ts";

const usdaLint: Program = {
  name: "usda-lint",
  describe: "Check OpenUSD text scenes",
  commands: lintCommands,
  defaultCommand: "lint",
};

const usda: Program = {
  name: "usda",
  describe: "Print and tidy OpenUSD text scenes",
  commands: usdaCommands,
};

export const main = (name: "usda" | "usda-lint", argv: readonly string[]): Promise<void> =>
  run(name === "usda" ? usda : usdaLint, argv);
