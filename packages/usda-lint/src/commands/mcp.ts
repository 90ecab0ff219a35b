import { Readable, Writable } from "node:stream";
import type * as Mcp from "@usdkit/mcp";
import type { Command } from "@usdkit/command/cli/command";
import { UsageError } from "@usdkit/command/cli/errors";
import { run } from "@usdkit/command/cli/run";
import { resolvePath, type CommandContext } from "@usdkit/command/context/command-context";
import { memoryContext } from "@usdkit/command/context/memory-context";
import { fs } from "@usdkit/command/process/builtins";
import { optimizeLater } from "@usdkit/command/process/optimize-later";
import { escapeLines } from "@usdkit/command/terminal/escape-terminal";
import { version } from "../program/about.ts";
import { loadPeer } from "../render/load-peer.ts";

export interface McpArguments {
  root?: string[];
  write?: boolean;
  assets?: string;
}

export const mcp: Command<McpArguments> = {
  command: "mcp",
  describe:
    "Serve scenes to agents: a Model Context Protocol server over standard input and output (needs @usdkit/mcp)",
  builder: {
    root: {
      type: "string",
      array: true,
      describe: "Folder whose files are served; repeatable; default: the working folder",
    },
    write: { type: "boolean", describe: "Also the tools that write: edit, fix, merge, convert, package" },
    assets: { type: "string", describe: "A folder or JSON map of meshes, for images of scenes of the service" },
  },
  examples: [
    ["$0 mcp", "read the files of the working folder"],
    ["$0 mcp --root /shows/kitchen --write", "read and edit those of a show"],
  ],
  async handler({ root = ["."], write = false, assets }, context) {
    const roots = root.map((folder) => resolvePath(context, folder));
    for (const folder of roots) {
      if (fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
        throw new UsageError(`--root ${folder}: there is no such folder`);
      }
    }
    optimizeLater();
    const { serve } = await loadPeer<typeof Mcp>("@usdkit/mcp");
    const place = assets === undefined ? undefined : resolvePath(context, assets);
    await serve({ roots, write, assets: place, version, run: (call) => runWithin(context, call) }, streamsOf(context));
  },
};

/** Runs a command in this process, with its output kept. */
async function runWithin(
  { env }: CommandContext,
  { program, args, input, cwd, allowedFolders }: Mcp.CommandCall,
): Promise<Mcp.CommandResult> {
  const { usda, usdaLint } = await import("./programs.ts");
  const context = memoryContext({ cwd, allowedFolders, env: { ...env, NO_COLOR: "1" }, input });
  const code = await run(program === "usda" ? usda : usdaLint, args, context);
  return { code, ...context.output() };
}

function streamsOf(context: CommandContext): Mcp.McpStreams {
  return {
    stdin: Readable.from(context.stdin, { objectMode: false }),
    stdout: new Writable({
      write(chunk: Uint8Array, _, done) {
        context.stdout.write(chunk).then(() => done(), done);
      },
    }),
    onError: (error) => context.stderr.write(`usda mcp: ${escapeLines(error.message)}\n`),
  };
}
