import type { Command } from "@usdkit/command/cli/command";
import { pickFields, pushStream } from "@usdkit/contract";
import { encodeBase64 } from "@usdkit/scene";
import {
  EXTRA,
  mergeFields,
  readExtra,
  readFlags,
  requestFlags,
  type ExtraArguments,
  type FlaggedPart,
} from "../inputs/request-flags.ts";
import { checkSceneFile, readSceneFile } from "../inputs/scene-file.ts";
import { withClient } from "../run/with-client.ts";
import { CONNECTION, milliseconds, type ConnectionArguments } from "../settings/options.ts";

export interface StreamPushArguments extends ConnectionArguments, ExtraArguments {
  session: string;
  patch: string;
  base?: string;
  validate?: boolean;
}

const REQUEST: FlaggedPart = { schema: pushStream.request.body, type: "PushStreamRequest", own: ["usdContent"] };

export const streamPush: Command<StreamPushArguments> = {
  command: "push <session> <patch>",
  describe: "Change the camera of an open session",
  builder: {
    session: { describe: "The session's id, as `spatial stream` prints it" },
    patch: { describe: "A .usda file of overs; - for standard input" },
    base: { type: "string", describe: "Scene of the session, to check the paths of the patch" },
    validate: { type: "boolean", describe: "Check the patch first; --no-validate sends it as it is" },
    ...requestFlags(REQUEST),
    ...EXTRA,
    ...CONNECTION,
  },
  handler: (args, command) =>
    withClient({ command, name: "spatial stream push", args }, async (context) => {
      const { client, report, signal } = context;
      const patch = await readSceneFile(args.patch, context);
      if (args.validate ?? true) {
        const base = args.base === undefined ? {} : { base: (await readSceneFile(args.base, context)).bytes };
        checkSceneFile(patch, { profile: "patch", ...base }, report);
      }
      const { known, extra } = readExtra(REQUEST, args);
      const fields = { ...mergeFields({ usdContent: patch, ...readFlags(REQUEST, args) }, known), extra };
      const { result } = await client.streams.push(args.session, encodeBase64(patch.bytes), {
        ...pickFields(pushStream.request.body, fields),
        signal,
        timeout: milliseconds(args.timeout),
      });
      const status = result?.status ?? undefined;
      await report.result({ sessionId: args.session, status }, `pushed to ${args.session}`);
    }),
};
