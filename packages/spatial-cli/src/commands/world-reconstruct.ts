import type { Command } from "@usdkit/command/cli/command";
import { reconstructWorld, type CreateWorldRequest } from "@usdkit/contract";
import { resourceOf } from "../inputs/resource.ts";
import { withUploads } from "../inputs/uploaded.ts";
import { finishWorld, worldOptions, X_SOURCE } from "../run/run-world.ts";
import { TimeLimit } from "../context/time-limit.ts";
import { withClient } from "../run/with-client.ts";
import { CREATING, type CreateArguments } from "../settings/options.ts";

export interface WorldReconstructArguments extends CreateArguments {
  sources: string[];
  name?: string;
  type?: "image" | "video";
  quality?: string;
  scene?: string;
  xSource?: string;
  wait?: boolean;
}

export const worldReconstruct: Command<WorldReconstructArguments> = {
  command: "reconstruct <sources..>",
  describe: "Build a world of splats from at least 20 images, or from videos",
  builder: {
    sources: { describe: "URLs, or files, which are uploaded first" },
    name: { type: "string", describe: "What it is to be called; else the first file's name" },
    type: { type: "string", choices: ["image", "video"], describe: "Of all of them; else each by its extension" },
    quality: {
      type: "string",
      describe: "Quality in lower case: low, medium (default), high, or another one of the service",
    },
    scene: { type: "string", describe: "The kind of scene, in lower case" },
    "x-source": X_SOURCE,
    wait: { type: "boolean", describe: "Wait until it is done" },
    ...CREATING,
  },
  examples: [
    ["$0 reconstruct room/*.jpg --name room --wait", "from photographs"],
    ["$0 reconstruct walk.insv", "from a panoramic video"],
  ],
  handler: (args, command) =>
    withClient({ command, name: "spatial world reconstruct", args }, async (context) => {
      const limit = new TimeLimit(args.timeout);
      const { name, quality, scene, type } = args;
      const body = await withUploads<CreateWorldRequest>(context, reconstructWorld, limit, (urlOf) => ({
        resources: args.sources.map((source) => resourceOf(source, urlOf(source), type)),
        ...(name !== undefined && { name }),
        ...(quality !== undefined && { taskQuality: quality }),
        ...(scene !== undefined && { scene }),
      }));
      const options = worldOptions(context, args, limit);
      await finishWorld(context, await context.client.worlds.reconstruct(body, options), args, limit);
    }),
};
