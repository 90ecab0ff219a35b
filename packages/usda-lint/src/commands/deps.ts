import type { Command } from "@usdkit/command/cli/command";
import { IoError } from "@usdkit/command/cli/errors";
import { EXIT_FINDINGS } from "@usdkit/command/process/exit-codes";
import { reportProblem, type CommandContext } from "@usdkit/command/context/command-context";
import { findPackageDependencies, withPackageContents, type AllDependencies } from "@usdkit/usd";
import { isPackage } from "@usdkit/usdz";
import { escapeJson, escapeTerminal } from "@usdkit/command/terminal/escape-terminal";
import { namedLayer } from "../files/named-layer.ts";
import { readRootFiles } from "../files/root-files.ts";
import { SEARCH_PATH_HELP } from "../files/search-paths.ts";

export interface DepsArguments {
  root: string;
  json?: boolean;
  searchPath?: string[];
}

/** Finds the dependencies of a layer, of the first layer of a package, or of the one that is named in a package. */
async function findAll(
  context: CommandContext,
  root: string,
  searchPath: readonly string[] | undefined,
): Promise<AllDependencies> {
  const { input, inner } = await namedLayer(context, root);
  const location = String(input.location);
  const found = readRootFiles(context, location, searchPath);
  const bytes = found.read(found.root);
  if (bytes === undefined || (inner.length === 0 && !isPackage(bytes))) {
    return withPackageContents(found, (path) => found.read(path));
  }
  return findPackageDependencies(found.root, bytes, inner);
}

export const deps: Command<DepsArguments> = {
  command: "deps <root>",
  describe: "List the files that a layer depends on: layers, textures, and what is missing",
  builder: {
    root: { describe: "The root layer" },
    json: { type: "boolean", describe: 'Print {"layers":[…],"assets":[…],"missing":[…],"uris":[…]}' },
    "search-path": { type: "string", array: true, describe: SEARCH_PATH_HELP },
  },
  examples: [["$0 deps scene.usda", "exit code 0: all files exist; 1: some are missing; 2: a file cannot be read"]],
  handler: async ({ root, json, searchPath }, context) => {
    const { layers, assets, missing, uris, unreadable, expressions } = await findAll(context, root, searchPath);
    if (layers.length === 0) throw new IoError(`${root}: no such file`);
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
