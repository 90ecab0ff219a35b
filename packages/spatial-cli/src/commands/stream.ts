import { FileError, StreamError } from "@usdkit/client";
import { counted } from "@usdkit/base";
import type { SceneStream } from "@usdkit/render";
import type { Command } from "@usdkit/command/cli/command";
import { UsageError } from "@usdkit/command/cli/errors";
import { makeFolder } from "../outputs/output-place.ts";
import { checkSceneFile, readSceneFile } from "../inputs/scene-file.ts";
import { SCENE_FIELDS, sceneFields } from "../inputs/scene-fields.ts";
import type { ExtraArguments } from "../inputs/request-flags.ts";
import { runStream, streamHooks, type StreamOutcome } from "../run/run-stream.ts";
import { TimeLimit } from "../context/time-limit.ts";
import { withClient } from "../run/with-client.ts";
import { CREATING, milliseconds, type CreateArguments } from "../settings/options.ts";

export interface StreamArguments extends CreateArguments, ExtraArguments {
  scene: string;
  output?: string;
  frames?: number;
  duration?: number;
  idleTimeout?: number;
  patch?: string[];
  validate?: boolean;
}

export const stream: Command<StreamArguments> = {
  command: "$0 <scene>",
  describe:
    "Open a realtime stream of a scene; it ends with --frames or --duration, whichever comes first, or with Ctrl-C",
  builder: {
    scene: {
      describe: "A .usda file, sent byte for byte, or a .usdc or .usdz file, sent as text; - for standard input",
    },
    output: { type: "string", alias: "o", describe: "Folder for the frames: frame-000001.jpg and so on" },
    frames: { type: "number", describe: "Number of frames after which to end" },
    duration: { type: "number", describe: "Seconds from the first possible frame after which to end" },
    "idle-timeout": {
      type: "number",
      describe: "Seconds without a frame, a message or an answer to a ping after which to connect again (60)",
    },
    patch: {
      type: "string",
      array: true,
      describe: "Camera patch to push when the stream is ready; repeatable, in order",
    },
    ...SCENE_FIELDS,
    validate: { type: "boolean", describe: "Check scene and patches first; --no-validate sends them as they are" },
    ...CREATING,
  },
  examples: [
    ["$0 chairs.usda -o frames --frames 60", "sixty frames"],
    ["$0 chairs.usda --patch left.usda --patch right.usda --duration 10 -o frames", "with a camera that moves"],
  ],
  handler: (args, command) =>
    withClient({ command, name: "spatial stream", args }, async (context) => {
      const { renderer, report, signal, state } = context;
      const { output, frames, validate = true } = args;
      const fields = sceneFields(args);
      const files = args.patch ?? [];
      if (frames !== undefined && !(Number.isInteger(frames) && frames > 0)) {
        throw new UsageError(`--frames takes a whole number above 0, not ${frames}`);
      }
      if ([args.scene, ...files].filter((file) => file === "-").length > 1) {
        throw new UsageError("Standard input can be one of the files, not several");
      }
      const limit = new TimeLimit(args.timeout);
      const scene = await readSceneFile(args.scene, context);
      const patches = [];
      for (const file of files) patches.push(await readSceneFile(file, context));
      if (validate) {
        const base = checkSceneFile(scene, { profile: "realtime" }, report);
        for (const patch of patches) checkSceneFile(patch, { profile: "patch", base: base ?? scene.bytes }, report);
      }
      if (output !== undefined) makeFolder(output);
      const late = limit.signal("the session is ended");
      const options = {
        ...streamHooks(context),
        ...fields,
        validate: false,
        signal: AbortSignal.any([signal, late]),
        timeout: limit.left(),
        endBy: limit.end,
        retryAmbiguous: args.retryAmbiguous,
        interval: milliseconds(args.interval),
        idleTimeout: milliseconds(args.idleTimeout),
      };
      const goal = { folder: output, frames, duration: milliseconds(args.duration), patches };
      let live: SceneStream;
      let outcome: StreamOutcome;
      try {
        live = await renderer.openStream(scene.bytes, options);
        outcome = await runStream(context, live, goal);
      } catch (error) {
        // Frames were received but could not be saved: like an image that was rendered but could not be fetched.
        if (error instanceof FileError) state.over("done");
        else if (!(error instanceof StreamError && error.failure === "notEnded")) state.over();
        throw error;
      }
      state.over();
      const { sessionId } = live.frames;
      const { received, dropped, bytes } = live.frames.counts;
      const folder = output === undefined ? {} : { folder: output };
      const summary = `${counted(outcome.frames, "frame")}${output === undefined ? "" : ` in ${output}`}, ${dropped} dropped`;
      await report.result({ sessionId, ...outcome, received, dropped, bytes, ...folder }, summary);
    }),
};
