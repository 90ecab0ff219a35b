/** Entry point of the command. */
import type { Program } from "@usdkit/command/cli/command";
import { run } from "@usdkit/command/cli/run";

const DESCRIBE = "Run the world, render and 3D generation service on this machine";

const program: Program = {
  name: "spatial-gateway",
  describe: DESCRIBE,
  commands: {
    serve: {
      describe: DESCRIBE,
      load: async () => (await import("./serve-command.ts")).serveCommand,
    },
  },
  defaultCommand: "serve",
  version: async () => {
    const { default: manifest } = await import("@usdkit/gateway/package.json", { with: { type: "json" } });
    return manifest.version;
  },
  options: {},
  epilogue: "Exit code: 0 ended by a signal; 2 invalid options, or the database, files or port cannot be used.",
};

export const main = (argv: readonly string[]): Promise<number> => run(program, argv);
