import type { Command } from "@usdkit/command/cli/command";
import { reconstructWorld, taskQualities, type CreateWorldRequest, type TaskQuality } from "@usdkit/contract";
import { resourceOf } from "../inputs/resource.ts";
import { withUploads } from "../inputs/uploaded.ts";
import { finishWorld } from "../run/run-world.ts";
import { TimeLimit } from "../context/time-limit.ts";
import { withClient } from "../run/with-client.ts";
import { WAITING, type WaitArguments } from "../settings/options.ts";

export interface WorldReconstructArguments extends WaitArguments {
  sources: string[];
  name?: string;
  type?: "image" | "video";
  quality?: TaskQuality;
  scene?: string;
  wait?: boolean;
}

export const worldReconstruct: Command<WorldReconstructArguments> = {
  command: "reconstruct <sources..>",
  describe: "Build a world of splats from at least 20 images, or from videos",
  builder: {
    sources: { describe: "URLs, or files, which are uploaded first" },
    name: { type: "string", describe: "What it is to be called; else the first file's name" },
    type: { type: "string", choices: ["image", "video"], describe: "Of all of them; else each by its extension" },
    quality: { type: "string", choices: [...taskQualities], describe: "medium by default" },
    scene: { type: "string", describe: "The kind of scene, in lower case" },
    wait: { type: "boolean", describe: "Wait for its end" },
    ...WAITING,
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
      const { client, signal } = context;
      await finishWorld(context, await client.worlds.reconstruct(body, { signal, timeout: limit.left() }), args, limit);
    }),
};
