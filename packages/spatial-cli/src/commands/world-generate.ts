import type { Command } from "@usdkit/command/cli/command";
import { generateWorld, type GenerateWorldRequest } from "@usdkit/contract";
import { EXTRA, requestFlags, type ExtraArguments } from "../inputs/request-flags.ts";
import { atMostOneOf } from "../inputs/one-of.ts";
import { withUploads } from "../inputs/uploaded.ts";
import { finishWorld, WORLD_HEADERS, worldOptions } from "../run/run-world.ts";
import { TimeLimit } from "../context/time-limit.ts";
import { withClient } from "../run/with-client.ts";
import { CREATING, type CreateArguments } from "../settings/options.ts";

export interface WorldGenerateArguments extends CreateArguments, ExtraArguments {
  words?: string;
  prompt?: string;
  image?: string;
  wait?: boolean;
}

/** The only resource is --image; the prompt is also positional. */
const REQUEST = { endpoint: generateWorld, type: "GenerateWorldRequest", own: ["resources", "prompt"] } as const;

export const worldGenerate: Command<WorldGenerateArguments> = {
  command: "generate [words]",
  describe: "Generate a world of splats from a prompt, an image, or both",
  builder: {
    words: { describe: "Text prompt, in one argument" },
    prompt: { type: "string", describe: "The same, as a flag" },
    image: { type: "string", describe: "Image: a URL, or a file, which is uploaded first" },
    ...requestFlags({ ...REQUEST, schema: generateWorld.request.body }),
    ...requestFlags(WORLD_HEADERS),
    wait: { type: "boolean", describe: "Wait until it is done" },
    ...EXTRA,
    ...CREATING,
  },
  examples: [['$0 generate "a reading room at dusk" --wait', "indoors is what it does best"]],
  handler: (args, command) =>
    withClient({ command, name: "spatial world generate", args }, async (context) => {
      const limit = new TimeLimit(args.timeout);
      const { image } = args;
      const prompt = atMostOneOf("prompt", args.words, args.prompt);
      const body = await withUploads<GenerateWorldRequest>(context, { ...REQUEST, args }, limit, (urlOf) => ({
        ...(prompt !== undefined && { prompt }),
        ...(image !== undefined && { resources: [{ url: urlOf(image), type: "image" }] }),
      }));
      const options = worldOptions(context, args, limit);
      await finishWorld(context, await context.client.worlds.generate(body, options), args, limit);
    }),
};
