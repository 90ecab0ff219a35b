import type { Command } from "@usdkit/command/cli/command";
import { UsageError } from "@usdkit/command/cli/errors";
import { editOptions, type EditArguments } from "../edit/edit-options.ts";
import { runEdits } from "../edit/run-edits.ts";

export interface RefArguments extends EditArguments {
  path: string;
  asset: string;
  prim?: string;
  payload?: boolean;
  append?: boolean;
  remove?: boolean;
}

export const ref: Command<RefArguments> = {
  command: "ref <root> <path> <asset> [prim]",
  describe: "Add a reference or payload to a prim of a stage, or remove it",
  builder: {
    ...editOptions,
    path: { describe: "The path of the prim" },
    asset: { describe: "Path of the layer, as the target has it; '' for a prim of the same layers" },
    prim: { describe: "The prim in it; by default its default prim" },
    payload: { type: "boolean", describe: "A payload, which can be left unloaded" },
    append: { type: "boolean", describe: "Weaker than those of weaker layers, instead of stronger" },
    remove: { type: "boolean", describe: "Remove it" },
  },
  examples: [
    ["$0 ref shot.usda /World/Chair ./chair.usda", "a reference to the default prim"],
    ["$0 ref shot.usda /World/Chair ./chair.usda /Chair --payload", "a payload"],
  ],
  async handler(args, context) {
    const { path, asset, prim, payload = false, append = false, remove = false } = args;
    if (asset === "" && prim === undefined) throw new UsageError("Expected the path of a layer or of a prim");
    await runEdits(context, "usda ref", args, () => [
      { op: payload ? "payload" : "reference", path, asset, prim, list: append ? "append" : "prepend", remove },
    ]);
  },
};
