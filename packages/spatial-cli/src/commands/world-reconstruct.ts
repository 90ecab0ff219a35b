import type { Command } from "@usdkit/command/cli/command";
import { reconstructWorld, type CreateWorldRequest } from "@usdkit/contract";
import { EXTRA, requestFlags, type ExtraArguments } from "../inputs/request-flags.ts";
import { resourceOf } from "../inputs/resource.ts";
import { withUploads } from "../inputs/uploaded.ts";
import { finishWorld, WORLD_HEADERS, worldOptions } from "../run/run-world.ts";
import { TimeLimit } from "../context/time-limit.ts";
import { withClient } from "../run/with-client.ts";
import { CREATING, type CreateArguments } from "../settings/options.ts";

export interface WorldReconstructArguments extends CreateArguments, ExtraArguments {
  sources: string[];
  type?: "image" | "video";
  wait?: boolean;
}

/** Resources are positional arguments. */
const REQUEST = { endpoint: reconstructWorld, type: "CreateWorldRequest", own: ["resources"] } as const;

export const worldReconstruct: Command<WorldReconstructArguments> = {
  command: "reconstruct <sources..>",
  describe: "Reconstruct a world of splats from at least 20 images, or from videos",
  builder: {
    sources: { describe: "URLs, or files, which are uploaded first" },
    ...requestFlags({ ...REQUEST, schema: reconstructWorld.request.body }),
    type: { type: "string", choices: ["image", "video"], describe: "Type of all sources; default: by extension" },
    ...requestFlags(WORLD_HEADERS),
    wait: { type: "boolean", describe: "Wait until it is done" },
    ...EXTRA,
    ...CREATING,
  },
  examples: [
    ["$0 reconstruct room/*.jpg --name room --wait", "from photographs"],
    ["$0 reconstruct walk.insv", "from a panoramic video"],
  ],
  handler: (args, command) =>
    withClient({ command, name: "spatial world reconstruct", args }, async (context) => {
      const limit = new TimeLimit(args.timeout);
      const body = await withUploads<CreateWorldRequest>(context, { ...REQUEST, args }, limit, (urlOf) => ({
        resources: args.sources.map((source) => resourceOf(source, urlOf(source), args.type)),
      }));
      const options = worldOptions(context, args, limit);
      await finishWorld(context, await context.client.worlds.reconstruct(body, options), args, limit);
    }),
};
