import type { Command } from "@usdkit/command/cli/command";
import type { StageEdit } from "@usdkit/usd";
import { editOptions, type EditArguments } from "../edit/edit-options.ts";
import { runEdits } from "../edit/run-edits.ts";

export interface RmArguments extends EditArguments {
  paths: string[];
}

export const rm: Command<RmArguments> = {
  command: "rm <root> <paths..>",
  describe: "Remove prims and properties from a stage, or with --target what one layer has of them",
  builder: {
    ...editOptions,
    paths: { describe: "Paths of prims and properties" },
  },
  examples: [
    ["$0 rm shot.usda /World/Chair", "from the stage: in all of its layers, with what leads there"],
    ["$0 rm shot.usda /World/Chair.size --target look.usda", "the opinions of one layer"],
  ],
  async handler(args, context) {
    const everywhere = args.target === undefined;
    const edits = args.paths.map((path): StageEdit => ({ op: "remove", path, everywhere }));
    await runEdits(context, "usda rm", args, () => edits);
  },
};
