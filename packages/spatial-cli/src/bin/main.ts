/** The entry point of the command. */
import type { Program } from "@usdkit/command/cli/command";
import type { CommandContext } from "@usdkit/command/context/command-context";
import { run } from "@usdkit/command/cli/run";
import { commands } from "../commands/index.ts";

const spatial: Program = {
  name: "spatial",
  describe: "Render scenes, make worlds and models, and upload files with the service",
  commands,
  version: async () => (await import("./about.ts")).version,
  options: {},
  failsAsJson: true,
  epilogue:
    "Exit code: 0 done; 1 failed or rejected; 2 usage, no key, or an invalid scene (nothing was sent); 3 credentials; " +
    "4 outcome unknown, too late, or done but not fetched; 130 interrupted.\n" +
    "SPATIAL_BASE_URL and SPATIAL_API_KEY are used without --base-url and --api-key; so are profiles.",
};

/** Runs a command in this process, or in another context; returns its exit code. */
export const main = (argv: readonly string[], context?: CommandContext): Promise<number> => run(spatial, argv, context);
