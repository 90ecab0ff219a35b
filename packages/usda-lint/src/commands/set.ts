import type { Command } from "@usdkit/command/cli/command";
import { UsageError } from "@usdkit/command/cli/errors";
import { editOptions, type EditArguments } from "../edit/edit-options.ts";
import { runEdits } from "../edit/run-edits.ts";
import { timeOf, timeOption } from "./value.ts";

export interface SetArguments extends EditArguments {
  path: string;
  value: string;
  time?: number;
  type?: string;
}

export const set: Command<SetArguments> = {
  command: "set <root> <path> <value>",
  describe: "Set the value of an attribute of a stage",
  builder: {
    ...editOptions,
    path: { describe: "The path of the attribute, /Prim.attr" },
    value: { describe: "As in a text, 1.5 or (0, 1, 2) or None; strings and paths may be without quotes" },
    time: timeOption,
    type: { type: "string", describe: "Type of an attribute that does not exist yet, such as double3" },
  },
  examples: [
    ["$0 set shot.usda /World/Ball.radius 1.5", "in the root layer"],
    [
      "$0 set shot.usda /World/Ball.xformOp:translate '(0, 1, 2)' --time 24 --target anim.usda",
      "a time sample in a sublayer",
    ],
  ],
  async handler(args, context) {
    const { path, type, value } = args;
    const time = timeOf(args.time);
    const { StageEditError, valueOfText } = await import("@usdkit/usd");
    await runEdits(context, "usda set", args, ({ stage }) => {
      try {
        return [{ op: "set", path, value: valueOfText(stage, path, value, type), type, time }];
      } catch (error) {
        if (error instanceof StageEditError) throw new UsageError(error.message);
        throw error;
      }
    });
  },
};
