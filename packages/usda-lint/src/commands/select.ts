import type { Command } from "@usdkit/command/cli/command";
import { editOptions, type EditArguments } from "../edit/edit-options.ts";
import { runEdits } from "../edit/run-edits.ts";

export interface SelectArguments extends EditArguments {
  path: string;
  set: string;
  selection?: string;
}

export const select: Command<SelectArguments> = {
  command: "select <root> <path> <set> [selection]",
  describe: "Select a variant of a prim of a stage; without a name, remove the selection",
  builder: {
    ...editOptions,
    path: { describe: "The path of the prim" },
    set: { describe: "The variant set" },
    selection: { describe: "The variant" },
  },
  examples: [["$0 select shot.usda /World/Chair look red", "in the root layer"]],
  async handler(args, context) {
    const { path, set, selection } = args;
    await runEdits(context, "usda select", args, () => [{ op: "select", path, set, variant: selection ?? null }]);
  },
};
