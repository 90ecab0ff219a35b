import type { Options } from "@usdkit/command/cli/command";

/** Options that every command has. */
export const COMMON_OPTIONS: Readonly<Record<string, Options>> = {
  color: { type: "boolean", describe: "Force colored output; --no-color disables it" },
};
