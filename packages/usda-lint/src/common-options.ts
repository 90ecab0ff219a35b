import type { Options } from "@usdkit/command/cli/command";

/** Flags that every command has. */
export const COMMON_OPTIONS: Readonly<Record<string, Options>> = {
  color: { type: "boolean", describe: "Colours, also where there is no terminal; --no-color for none" },
};
