import type { Command } from "@usdkit/command/cli/command";
import { IoError } from "@usdkit/command/cli/errors";
import { reportProblem, resolvePath } from "@usdkit/command/context/command-context";
import { escapeJson, escapeTerminal } from "@usdkit/command/terminal/escape-terminal";
import { readRootFiles, SEARCH_PATH_HELP, searchPathsOf } from "./root-files.ts";

export interface DepsArguments {
  root: string;
  json?: boolean;
  searchPath?: string[];
}

export const deps: Command<DepsArguments> = {
  command: "deps <root>",
  describe: "List the files that a layer depends on: layers, textures, and what is missing",
  builder: {
    root: { describe: "The root layer" },
    json: { type: "boolean", describe: 'Print {"layers":[…],"assets":[…],"missing":[…]}' },
    "search-path": { type: "string", array: true, describe: SEARCH_PATH_HELP },
  },
  handler: async ({ root, json, searchPath }, context) => {
    const location = resolvePath(context, root);
    const { layers, assets, missing, unreadable, expressions } = readRootFiles(
      location,
      searchPathsOf(context, searchPath),
    );
    if (layers.length === 0) throw new IoError(`${root}: no such file`);
    for (const { layer, path } of expressions) {
      context.stderr.write(`usda deps: ${escapeTerminal(`${layer}: the expression ${path} is not evaluated`)}\n`);
    }
    for (const { path, message } of unreadable) reportProblem(context, "usda deps", `${path}: ${message}`);
    if (json === true) {
      await context.stdout.write(`${escapeJson(JSON.stringify({ layers, assets, missing }))}\n`);
      return;
    }
    const lines = [
      ...layers.map((path) => `layer    ${path}`),
      ...assets.map((path) => `asset    ${path}`),
      ...missing.map((path) => `missing  ${path}`),
    ];
    await context.stdout.write(lines.map((line) => `${escapeTerminal(line)}\n`).join(""));
  },
};
