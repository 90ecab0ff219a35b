import type { Command } from "@usdkit/command/cli/command";
import { generateWorld, type GenerateWorldRequest } from "@usdkit/contract";
import { withUploads } from "../inputs/uploaded.ts";
import { finishWorld, worldOptions, X_SOURCE } from "../run/run-world.ts";
import { TimeLimit } from "../context/time-limit.ts";
import { withClient } from "../run/with-client.ts";
import { CREATING, type CreateArguments } from "../settings/options.ts";

export interface WorldGenerateArguments extends CreateArguments {
  prompt?: string;
  image?: string;
  cover?: string;
  xSource?: string;
  name?: string;
  wait?: boolean;
}

export const worldGenerate: Command<WorldGenerateArguments> = {
  command: "generate",
  describe: "Generate a world of splats from a prompt, an image, or both",
  builder: {
    prompt: { type: "string", describe: "Text prompt" },
    image: { type: "string", describe: "A URL, or a file, which is uploaded first" },
    name: { type: "string", describe: "Display name" },
    cover: { type: "string", describe: "Cover image: a URL, or a file, which is uploaded first" },
    "x-source": X_SOURCE,
    wait: { type: "boolean", describe: "Wait until it is done" },
    ...CREATING,
  },
  examples: [['$0 generate --prompt "a reading room at dusk" --wait', "indoors is what it does best"]],
  handler: (args, command) =>
    withClient({ command, name: "spatial world generate", args }, async (context) => {
      const limit = new TimeLimit(args.timeout);
      const { name, prompt, image, cover } = args;
      const body = await withUploads<GenerateWorldRequest>(context, generateWorld, limit, (urlOf) => ({
        ...(name !== undefined && { name }),
        ...(prompt !== undefined && { prompt }),
        ...(cover !== undefined && { cover: urlOf(cover) }),
        ...(image !== undefined && { resources: [{ url: urlOf(image), type: "image" }] }),
      }));
      const options = worldOptions(context, args, limit);
      await finishWorld(context, await context.client.worlds.generate(body, options), args, limit);
    }),
};
