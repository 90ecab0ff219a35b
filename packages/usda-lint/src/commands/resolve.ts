import type { Command } from "@usdkit/command/cli/command";
import { resolvePath } from "@usdkit/command/context/command-context";
import { withSlashes } from "@usdkit/command/files/input";
import { path } from "@usdkit/command/process/builtins";
import { EXIT_FINDINGS } from "@usdkit/command/process/exit-codes";
import { escapeLines, escapeTerminal } from "@usdkit/command/terminal/escape-terminal";
import { SEARCH_PATH_HELP, searchPathsOf } from "../files/search-paths.ts";

export interface ResolveArguments {
  asset: string;
  anchor?: string;
  searchPath?: string[];
}

export const resolve: Command<ResolveArguments> = {
  command: "resolve <asset>",
  describe: "Print the file that an asset path leads to (usdresolve)",
  builder: {
    asset: { describe: "An asset path: ./chair.usd, looks/oak.usd, room.usdz[chair.usdc]" },
    anchor: { type: "string", describe: "The layer that has the path; default: a layer in the working folder" },
    "search-path": { type: "string", array: true, describe: SEARCH_PATH_HELP },
  },
  examples: [["$0 resolve ./chair.usd --anchor shots/shot.usda", "exit code 0: found; 1: there is no such file"]],
  async handler({ asset, anchor = "layer.usda", searchPath }, context) {
    const { fileResolver } = await import("@usdkit/usd/files");
    const { formatLayerName, parseLayerName } = await import("@usdkit/usd");
    const layer = withSlashes(resolvePath(context, anchor));
    const searchPaths = [path.posix.dirname(layer), ...searchPathsOf(context, searchPath).map(withSlashes)];
    const resolver = fileResolver({ searchPaths, allowed: context.allowedFolders });
    // A path in a package leads to the package, and then to a file in it.
    const { file, inner } = parseLayerName(asset);
    const found = resolver.identify(file, layer).find((each) => resolver.exists?.(each) === true);
    if (found !== undefined) await context.stdout.write(`${escapeTerminal(formatLayerName({ file: found, inner }))}\n`);
    else {
      context.exitCode = EXIT_FINDINGS;
      context.stderr.write(`usda resolve: ${escapeLines(asset)}: there is no such file\n`);
    }
  },
};
