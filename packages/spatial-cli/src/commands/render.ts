import { UsageError } from "@usdkit/command/cli/errors";
import type { Command } from "@usdkit/command/cli/command";
import { checkSceneFile, readSceneFile } from "../inputs/scene-file.ts";
import { SCENE_FIELDS, sceneFields } from "../inputs/scene-fields.ts";
import type { ExtraArguments } from "../inputs/request-flags.ts";
import { acceptedJob, checkImagePlace, waitForImage } from "../run/wait-for-image.ts";
import { TimeLimit } from "../context/time-limit.ts";
import { withClient } from "../run/with-client.ts";
import { WAITING, type WaitArguments } from "../settings/options.ts";

export interface RenderArguments extends WaitArguments, ExtraArguments {
  scene: string;
  output?: string;
  validate?: boolean;
}

export const render: Command<RenderArguments> = {
  command: "render <scene>",
  describe: "Render a scene to an image: check it, submit it, wait for it, fetch it",
  builder: {
    scene: {
      describe: "A .usda file, sent byte for byte, or a .usdc or .usdz file, sent as text; - for standard input",
    },
    output: { type: "string", alias: "o", describe: "File for the image (PNG); - for standard output" },
    ...SCENE_FIELDS,
    validate: {
      type: "boolean",
      describe: "Check the scene first, as usda-lint does; --no-validate sends it as it is",
    },
    ...WAITING,
  },
  examples: [
    ["$0 render chairs.usda -o chairs.png", "one image"],
    ["$0 render chairs.usda -o chairs.png --timeout 600 --json", "for a script"],
  ],
  handler: (args, command) =>
    withClient({ command, name: "spatial render", args }, async (context) => {
      const { renderer, report, signal, state } = context;
      const { output, validate = true } = args;
      const fields = sceneFields(args);
      if (output === undefined) throw new UsageError('Missing option "-o IMAGE": the file for the image');
      const limit = new TimeLimit(args.timeout);
      checkImagePlace(output, args);
      const scene = await readSceneFile(args.scene, context);
      if (validate) checkSceneFile(scene, { profile: "offline" }, report);
      // Sends the bytes that were validated.
      const job = await renderer.submit(scene.bytes, {
        ...fields,
        validate: false,
        signal,
        timeout: limit.left(),
        onWait: ({ milliseconds: wait, reason }) => report.note(`waiting ${Math.ceil(wait / 1000)} s: ${reason}`),
      });
      state.accept(acceptedJob(job.handle, output));
      await waitForImage(context, job.handle, args, limit);
    }),
};
