import { z } from "zod";
import { checkResult } from "./command-problem.ts";
import { fileArgument, stageArguments, stageFlags } from "./stage-arguments.ts";
import { defineTool, type Tool } from "./tool.ts";
import { ToolError } from "../session/tool-error.ts";
import { otherFile, writtenFile, writtenResult } from "./written-file.ts";

export const pack: Tool = defineTool({
  name: "usd_package",
  title: "Pack a stage into a .usdz",
  description:
    "Packs a root layer with everything that it depends on into one .usdz. With `arkit` the stage becomes one crate, as Quick Look takes it.",
  writes: true,
  input: z.strictObject({
    file: fileArgument,
    output: z.string().min(1).max(4096).describe("The package, a .usdz"),
    arkit: z.boolean().optional(),
    includeOutside: z.boolean().optional().describe("Also files outside of the layer's folder, with adapted paths"),
    ...stageArguments,
  }),
  output: writtenResult,
  async call(args, context) {
    const file = context.roots.existing("file", args.file);
    const output = otherFile(file, context.roots.output("output", args.output, [".usdz"]));
    if (args.arkit !== true && (args.variant ?? args.session) !== undefined) {
      throw new ToolError("`variant` and `session` decide about a package of one flattened crate alone", {
        place: args.variant === undefined ? "session" : "variant",
        remedy: 'Add "arkit": true, or leave the argument out',
      });
    }
    const flags = stageFlags(args, context);
    if (args.arkit === true) flags.push("--arkit");
    if (args.includeOutside === true) flags.push("--include-outside");
    const result = await context.run("usda", ["package", ...flags, "-o", output, "--", file]);
    return writtenFile(context, output, checkResult(result));
  },
});
