/** Where both commands begin. */
import type { Program } from "@usdkit/command/cli/command";
import { run } from "@usdkit/command/cli/run";
import { COMMON_OPTIONS } from "./common-options.ts";
import { lintCommands, usdaCommands } from "./commands/index.ts";

const version = async (): Promise<string> => (await import("./about.ts")).version;
const epilogue = "Exit code: 0 all is well; 1 findings or differences; 2 usage, input or output.";

const usdaLint: Program = {
  name: "usda-lint",
  describe: "Check OpenUSD text scenes",
  commands: lintCommands,
  defaultCommand: "lint",
  version,
  options: COMMON_OPTIONS,
  epilogue,
};

const usda: Program = {
  name: "usda",
  describe: "Print and tidy OpenUSD text scenes",
  commands: usdaCommands,
  version,
  options: COMMON_OPTIONS,
  epilogue,
};

export const main = (name: "usda" | "usda-lint", argv: readonly string[]): Promise<void> =>
  run(name === "usda" ? usda : usdaLint, argv);
