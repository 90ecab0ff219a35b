import type { Command } from "@usdkit/command/cli/command";
import { editOptions, type EditArguments } from "../edit/edit-options.ts";
import { runEdits } from "../edit/run-edits.ts";

export interface MvArguments extends EditArguments {
  path: string;
  to: string;
}

export const mv: Command<MvArguments> = {
  command: "mv <root> <path> <to>",
  describe: "Rename or move a prim or property of a stage, in all layers, with all paths that lead there",
  builder: {
    ...editOptions,
    path: { describe: "The path of a prim or property" },
    to: { describe: "The new path, or a new name" },
  },
  examples: [
    ["$0 mv shot.usda /World/Chair Seat", "rename"],
    ["$0 mv shot.usda /World/Chair /World/Room/Chair", "move below another prim"],
  ],
  async handler(args, context) {
    const { path, to } = args;
    await runEdits(context, "usda mv", args, () =>
      to.startsWith("/") ? [{ op: "move", path, to }] : [{ op: "rename", path, name: to }],
    );
  },
};
