/** The entry point of both commands. */
import type { Program } from "@usdkit/command/cli/command";
import { run } from "@usdkit/command/cli/run";
import type { CommandContext } from "@usdkit/command/context/command-context";
import { COMMON_OPTIONS } from "../program/common-options.ts";
import { lintCommands, usdaCommands } from "../commands/index.ts";

const version = async (): Promise<string> => (await import("../program/about.ts")).version;
const epilogue = "Exit code: 0 success; 1 findings or differences; 2 usage, input or output error.";

const usdaLint: Program = {
  name: "usda-lint",
  describe: "Check OpenUSD scenes",
  commands: lintCommands,
  defaultCommand: "lint",
  version,
  options: COMMON_OPTIONS,
  epilogue,
};

const usda: Program = {
  name: "usda",
  describe: "Print, compare, convert, format and render OpenUSD scenes",
  commands: usdaCommands,
  version,
  options: COMMON_OPTIONS,
  epilogue,
};

/** Runs a command in this process, or in another context; returns its exit code. */
export const main = (name: "usda" | "usda-lint", argv: readonly string[], context?: CommandContext): Promise<number> =>
  run(name === "usda" ? usda : usdaLint, argv, context);
