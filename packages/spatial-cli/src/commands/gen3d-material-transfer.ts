import type { Command } from "@usdkit/command/cli/command";
import { createMaterialTransfer, type MaterialTransferRequest } from "@usdkit/contract";
import { EXTRA, requestFlags, type ExtraArguments } from "../inputs/request-flags.ts";
import { oneOf } from "../inputs/one-of.ts";
import { withUploads } from "../inputs/uploaded.ts";
import { checkOutput, finishGen3d, MAKING, type Gen3dArguments } from "../run/run-gen3d.ts";
import { TimeLimit } from "../context/time-limit.ts";
import { withClient } from "../run/with-client.ts";

export interface MaterialTransferArguments extends Gen3dArguments, ExtraArguments {
  source?: string;
  model?: string;
}

const REQUEST = { endpoint: createMaterialTransfer, type: "MaterialTransferRequest", own: ["modelUrl"] } as const;

export const gen3dMaterialTransfer: Command<MaterialTransferArguments> = {
  command: "material-transfer [source]",
  describe: "Give a model another material",
  builder: {
    source: { describe: "The model: a URL, or a file, which is uploaded first" },
    model: { type: "string", describe: "The same, as a flag" },
    ...requestFlags({ ...REQUEST, schema: createMaterialTransfer.request.body }),
    ...EXTRA,
    ...MAKING,
  },
  examples: [['$0 material-transfer chair.glb --prompt "oak" --wait -o oak.glb', "by words"]],
  handler: (args, command) =>
    withClient({ command, name: "spatial gen3d material-transfer", args }, async (context) => {
      checkOutput(args);
      const limit = new TimeLimit(args.timeout);
      const model = oneOf("model", args.source, args.model);
      const body = await withUploads<MaterialTransferRequest>(context, { ...REQUEST, args }, limit, (urlOf) => ({
        modelUrl: urlOf(model),
      }));
      const options = { signal: context.signal, timeout: limit.left(), retryAmbiguous: args.retryAmbiguous };
      await finishGen3d(context, await context.client.gen3d.materialTransfer(body, options), args, limit);
    }),
};
