/** The two programs: their names, commands and options. */
import type { Program } from "@usdkit/command/cli/command";
import { COMMON_OPTIONS } from "../program/common-options.ts";
import { lintCommands, usdaCommands } from "./index.ts";

const version = async (): Promise<string> => (await import("../program/about.ts")).version;
const epilogue = "Exit code: 0 success; 1 findings or differences; 2 usage, input or output error.";

export const usdaLint: Program = {
  name: "usda-lint",
  describe: "Check OpenUSD scenes",
  commands: lintCommands,
  defaultCommand: "lint",
  version,
  options: COMMON_OPTIONS,
  epilogue,
};

export const usda: Program = {
  name: "usda",
  describe: "Compose, draw, convert, edit, compare and format OpenUSD files",
  commands: usdaCommands,
  version,
  options: COMMON_OPTIONS,
  epilogue,
};
