import { z } from "zod";
import { checkResult, commandProblem } from "./command-problem.ts";
import { fileArgument } from "./stage-arguments.ts";
import { ToolError } from "../session/tool-error.ts";
import { defineTool, type Tool } from "./tool.ts";
import { writtenFile, writtenResult } from "./written-file.ts";

export const merge: Tool = defineTool({
  name: "usd_merge",
  title: "Merge two versions of a layer",
  description:
    "Merges two changed versions of a layer by their content. `file` is our version, `base` the common one, `theirs` the other. If both changed the same, nothing is written and the conflicts are named.",
  writes: true,
  input: z.strictObject({
    file: fileArgument.describe("Our version"),
    base: fileArgument.describe("The version that both started from"),
    theirs: fileArgument.describe("Their version"),
    output: z.string().min(1).max(4096).describe("The merged layer: .usd, .usda, .usdc"),
  }),
  output: writtenResult,
  async call(args, context) {
    const { roots } = context;
    const files = [
      roots.existing("base", args.base),
      roots.existing("file", args.file),
      roots.existing("theirs", args.theirs),
    ];
    const output = roots.output("output", args.output, [".usd", ".usda", ".usdc"]);
    const probe = await context.run("usda", ["merge", "--", ...files]);
    if (probe.code === 1) {
      throw new ToolError(commandProblem({ ...probe, stdout: "" }).message, {
        place: "file",
        remedy: "Make both versions agree there with usd_edit, then merge again",
      });
    }
    checkResult(probe);
    return writtenFile(context, output, {
      ...checkResult(await context.run("usda", ["merge", "-o", output, "--", ...files])),
      stdout: "",
    });
  },
});
