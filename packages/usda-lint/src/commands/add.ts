import type { Command } from "@usdkit/command/cli/command";
import { editOptions, type EditArguments } from "../edit/edit-options.ts";
import { runEdits } from "../edit/run-edits.ts";

export interface AddArguments extends EditArguments {
  path: string;
  type?: string;
  specifier?: "def" | "over" | "class";
}

export const add: Command<AddArguments> = {
  command: "add <root> <path> [type]",
  describe: "Add a prim to a stage",
  builder: {
    ...editOptions,
    path: { describe: "The path of the prim" },
    type: { describe: "Its type, such as Xform" },
    specifier: { choices: ["def", "over", "class"], describe: "How it is declared; default: def" },
  },
  examples: [["$0 add shot.usda /World/Ball Sphere", "a sphere in the root layer"]],
  async handler(args, context) {
    const { path, type, specifier } = args;
    await runEdits(context, "usda add", args, () => [{ op: "add", path, type, specifier }]);
  },
};
