import type { Command } from "@usdkit/command/cli/command";
import { generateWorld, type GenerateWorldRequest } from "@usdkit/contract";
import { withUploads } from "../inputs/uploaded.ts";
import { finishWorld } from "../run/run-world.ts";
import { TimeLimit } from "../context/time-limit.ts";
import { withClient } from "../run/with-client.ts";
import { WAITING, type WaitArguments } from "../settings/options.ts";

export interface WorldGenerateArguments extends WaitArguments {
  prompt?: string;
  image?: string;
  name?: string;
  wait?: boolean;
}

export const worldGenerate: Command<WorldGenerateArguments> = {
  command: "generate",
  describe: "Make up a world of splats from a prompt, an image, or both",
  builder: {
    prompt: { type: "string", describe: "What it is to look like" },
    image: { type: "string", describe: "A URL, or a file, which is uploaded first" },
    name: { type: "string", describe: "What it is to be called" },
    wait: { type: "boolean", describe: "Wait for its end" },
    ...WAITING,
  },
  examples: [['$0 generate --prompt "a reading room at dusk" --wait', "indoors is what it does best"]],
  handler: (args, command) =>
    withClient({ command, name: "spatial world generate", args }, async (context) => {
      const limit = new TimeLimit(args.timeout);
      const { name, prompt, image } = args;
      const body = await withUploads<GenerateWorldRequest>(context, generateWorld, limit, (urlOf) => ({
        ...(name !== undefined && { name }),
        ...(prompt !== undefined && { prompt }),
        ...(image !== undefined && { resources: [{ url: urlOf(image), type: "image" }] }),
      }));
      const { client, signal } = context;
      await finishWorld(context, await client.worlds.generate(body, { signal, timeout: limit.left() }), args, limit);
    }),
};
