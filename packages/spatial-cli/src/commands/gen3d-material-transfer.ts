import type { Command } from "@usdkit/command/cli/command";
import { createMaterialTransfer, type MaterialTransferRequest } from "@usdkit/contract";
import { oneOf } from "../inputs/one-of.ts";
import { withUploads } from "../inputs/uploaded.ts";
import { checkOutput, finishGen3d, MAKING, type Gen3dArguments } from "../run/run-gen3d.ts";
import { TimeLimit } from "../context/time-limit.ts";
import { withClient } from "../run/with-client.ts";

export interface MaterialTransferArguments extends Gen3dArguments {
  source?: string;
  model?: string;
  material?: string;
  image?: string;
  prompt?: string;
}

export const gen3dMaterialTransfer: Command<MaterialTransferArguments> = {
  command: "material-transfer [source]",
  describe: "Give a model another material",
  builder: {
    source: { describe: "The model: a URL, or a file, which is uploaded first" },
    model: { type: "string", describe: "The same as a flag" },
    material: { type: "string", describe: "A material to take: a URL or a file" },
    image: { type: "string", describe: "An image to go by: a URL or a file" },
    prompt: { type: "string", describe: "Words to go by" },
    ...MAKING,
  },
  examples: [['$0 material-transfer chair.glb --prompt "oak" --wait -o oak.glb', "by words"]],
  handler: (args, command) =>
    withClient({ command, name: "spatial gen3d material-transfer", args }, async (context) => {
      checkOutput(args);
      const limit = new TimeLimit(args.timeout);
      const model = oneOf("model", args.source, args.model);
      const { material, image, prompt } = args;
      const body = await withUploads<MaterialTransferRequest>(context, createMaterialTransfer, limit, (urlOf) => ({
        modelUrl: urlOf(model),
        ...(material !== undefined && { materialUrl: urlOf(material) }),
        ...(image !== undefined && { imageUrl: urlOf(image) }),
        ...(prompt !== undefined && { prompt }),
      }));
      const options = { signal: context.signal, timeout: limit.left(), retryAmbiguous: args.retryAmbiguous };
      await finishGen3d(context, await context.client.gen3d.materialTransfer(body, options), args, limit);
    }),
};
