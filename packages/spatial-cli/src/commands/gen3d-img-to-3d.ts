import type { Command } from "@usdkit/command/cli/command";
import { createImageTo3d, type ImageTo3dRequest } from "@usdkit/contract";
import { EXTRA, requestFlags, type ExtraArguments } from "../inputs/request-flags.ts";
import { oneOf } from "../inputs/one-of.ts";
import { withUploads } from "../inputs/uploaded.ts";
import { checkOutput, finishGen3d, MAKING, type Gen3dArguments } from "../run/run-gen3d.ts";
import { TimeLimit } from "../context/time-limit.ts";
import { withClient } from "../run/with-client.ts";

export interface ImageTo3dArguments extends Gen3dArguments, ExtraArguments {
  source?: string;
  image?: string;
}

const REQUEST = { endpoint: createImageTo3d, type: "ImageTo3dRequest", own: ["imageUrl"] } as const;

export const gen3dImageTo3d: Command<ImageTo3dArguments> = {
  command: "img-to-3d [source]",
  describe: "Make a model from an image",
  builder: {
    source: { describe: "The image: a URL, or a file, which is uploaded first" },
    image: { type: "string", describe: "The same, as a flag" },
    ...requestFlags({ ...REQUEST, schema: createImageTo3d.request.body }),
    ...EXTRA,
    ...MAKING,
  },
  examples: [["$0 img-to-3d chair.png --wait -o chair.glb", "from a file to a file"]],
  handler: (args, command) =>
    withClient({ command, name: "spatial gen3d img-to-3d", args }, async (context) => {
      checkOutput(args);
      const image = oneOf("image", args.source, args.image);
      const limit = new TimeLimit(args.timeout);
      const body = await withUploads<ImageTo3dRequest>(context, { ...REQUEST, args }, limit, (urlOf) => ({
        imageUrl: urlOf(image),
      }));
      const options = { signal: context.signal, timeout: limit.left(), retryAmbiguous: args.retryAmbiguous };
      await finishGen3d(context, await context.client.gen3d.imageTo3d(body, options), args, limit);
    }),
};
