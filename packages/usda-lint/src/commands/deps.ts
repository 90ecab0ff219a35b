import type { Command } from "@usdkit/command/cli/command";
import { IoError } from "@usdkit/command/cli/errors";
import { EXIT_FINDINGS } from "@usdkit/command/process/exit-codes";
import { reportProblem, resolvePath, type CommandContext } from "@usdkit/command/context/command-context";
import { formatLayerName, withPackageContents, type AllDependencies } from "@usdkit/usd";
import { escapeJson, escapeTerminal } from "@usdkit/command/terminal/escape-terminal";
import { compositionOptions } from "../composition/composition-options.ts";
import { openStage, selectionsOf, type CompositionArguments } from "../composition/stage-options.ts";
import { namedLayer } from "../files/named-layer.ts";
import { readRootFiles } from "../files/root-files.ts";
import { SEARCH_PATH_HELP, searchPathsOf } from "../files/search-paths.ts";

export interface DepsArguments extends CompositionArguments {
  root: string;
  json?: boolean;
}

/**
 * Finds the dependencies of a layer, of the first layer of a package, or of the one that is named in a package.
 *
 * @throws IoError if there is no root layer, or no session layer
 */
async function findAll(context: CommandContext, args: DepsArguments): Promise<AllDependencies> {
  const { root, session, searchPath } = args;
  const { input, inner } = await namedLayer(context, root);
  const variants = await selectionsOf(args.variant);
  const found = readRootFiles(context, String(input.location), {
    searchPath,
    session: session === undefined ? undefined : resolvePath(context, session),
    variants,
    inner,
  });
  const all = withPackageContents(found, (path) => found.read(path));
  if (!all.layers.includes(formatLayerName({ file: found.root, inner }))) throw new IoError(`${root}: no such file`);
  if (found.session !== undefined && all.missing.includes(found.session)) throw new IoError(`${session}: no such file`);
  // Reports selections that select nothing.
  if (args.variant !== undefined && all.unreadable.length === 0) {
    await openStage(context, root, args, searchPathsOf(context, searchPath));
  }
  return all;
}

export const deps: Command<DepsArguments> = {
  command: "deps <root>",
  describe: "List the files that a layer depends on: layers, textures, and what is missing",
  builder: {
    root: { describe: "The root layer" },
    json: { type: "boolean", describe: 'Print {"layers":[…],"assets":[…],"missing":[…],"uris":[…]}' },
    ...compositionOptions,
    "search-path": { type: "string", array: true, describe: SEARCH_PATH_HELP },
  },
  examples: [
    ["$0 deps scene.usda", "exit code 0: all files exist; 1: some are missing; 2: a file cannot be read"],
    ["$0 deps shot.usda --variant '/World/Chair{look=red}'", "without the files of the other looks of this chair"],
  ],
  handler: async (args, context) => {
    const { json } = args;
    const { layers, assets, missing, uris, unreadable, expressions } = await findAll(context, args);
    for (const { layer, path } of expressions) {
      context.stderr.write(
        `usda deps: ${escapeTerminal(`${layer}: the expression ${path} has no value that is a path`)}\n`,
      );
    }
    for (const { path, message } of unreadable) reportProblem(context, "usda deps", `${path}: ${message}`);
    if (missing.length > 0) context.exitCode ??= EXIT_FINDINGS;
    if (json === true) {
      await context.stdout.write(`${escapeJson(JSON.stringify({ layers, assets, missing, uris }))}\n`);
      return;
    }
    const lines = [
      ...layers.map((path) => `layer    ${path}`),
      ...assets.map((path) => `asset    ${path}`),
      ...missing.map((path) => `missing  ${path}`),
      ...uris.map((path) => `uri      ${path}`),
    ];
    await context.stdout.write(lines.map((line) => `${escapeTerminal(line)}\n`).join(""));
  },
};
