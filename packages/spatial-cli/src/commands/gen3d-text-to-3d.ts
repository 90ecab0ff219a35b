import type { Command } from "@usdkit/command/cli/command";
import { createTextTo3d, type TextTo3dRequest } from "@usdkit/contract";
import { EXTRA, requestFlags, type ExtraArguments } from "../inputs/request-flags.ts";
import { oneOf } from "../inputs/one-of.ts";
import { withUploads } from "../inputs/uploaded.ts";
import { checkOutput, finishGen3d, MAKING, type Gen3dArguments } from "../run/run-gen3d.ts";
import { TimeLimit } from "../context/time-limit.ts";
import { withClient } from "../run/with-client.ts";

export interface TextTo3dArguments extends Gen3dArguments, ExtraArguments {
  words?: string;
  prompt?: string;
}

const REQUEST = { endpoint: createTextTo3d, type: "TextTo3dRequest", own: ["prompt"] } as const;

export const gen3dTextTo3d: Command<TextTo3dArguments> = {
  command: "text-to-3d [words]",
  describe: "Make a model from text",
  builder: {
    words: { describe: "Text prompt, in one argument" },
    prompt: { type: "string", describe: "The same, as a flag" },
    ...requestFlags({ ...REQUEST, schema: createTextTo3d.request.body }),
    ...EXTRA,
    ...MAKING,
  },
  examples: [['$0 text-to-3d "a wooden chair" --wait -o chair.glb', "from words to a file"]],
  handler: (args, command) =>
    withClient({ command, name: "spatial gen3d text-to-3d", args }, async (context) => {
      checkOutput(args);
      const limit = new TimeLimit(args.timeout);
      const prompt = oneOf("prompt", args.words, args.prompt);
      const body = await withUploads<TextTo3dRequest>(context, { ...REQUEST, args }, limit, () => ({
        prompt,
      }));
      const options = { signal: context.signal, timeout: limit.left(), retryAmbiguous: args.retryAmbiguous };
      await finishGen3d(context, await context.client.gen3d.textTo3d(body, options), args, limit);
    }),
};
