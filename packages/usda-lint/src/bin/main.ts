/** The entry point of both commands. */
import { run } from "@usdkit/command/cli/run";
import type { CommandContext } from "@usdkit/command/context/command-context";
import { usda, usdaLint } from "../commands/programs.ts";

/** Runs a command in this process, or in another context; returns its exit code. */
export const main = (name: "usda" | "usda-lint", argv: readonly string[], context?: CommandContext): Promise<number> =>
  run(name === "usda" ? usda : usdaLint, argv, context);
