import { createHash } from "node:crypto";
import { z } from "zod";
import { jsonBytes, pageArguments, pageResult, takePage } from "../pages/page.ts";
import { shownJson } from "../pages/shown-value.ts";
import { checkResult } from "./command-problem.ts";
import { fileArgument, stageArguments, stageFlags } from "./stage-arguments.ts";
import { ToolError } from "../session/tool-error.ts";
import { defineTool, type Tool } from "./tool.ts";

const report = z.looseObject({ equal: z.boolean(), differences: z.array(z.looseObject({ kind: z.string() })) });

export const diff: Tool = defineTool({
  name: "usd_diff",
  title: "Compare two USD files",
  description:
    "The differences of two layers, or with `composed` of two stages: prims, properties, values and metadata with their paths, before and after; not layout and comments.",
  writes: false,
  input: z.strictObject({
    file: fileArgument.describe("The file before"),
    other: fileArgument.describe("The file after"),
    composed: z.boolean().optional().describe("Compare what both compose to"),
    tolerance: z.number().min(0).optional().describe("Allowed absolute difference of floating-point numbers"),
    ignore: z
      .array(z.string().max(4096))
      .max(100)
      .optional()
      .describe("Paths to ignore: /World/Debug/**, **.customData"),
    ...stageArguments,
    ...pageArguments,
  }),
  output: z.object({
    equal: z.boolean(),
    total: z.int().describe("Number of differences on all pages"),
    differences: z.array(z.looseObject({ kind: z.string() })),
    ...pageResult,
  }),
  async call(args, context) {
    const files = [context.roots.existing("file", args.file), context.roots.existing("other", args.other)];
    if (args.composed !== true && (args.variant ?? args.session) !== undefined) {
      throw new ToolError("`variant` and `session` decide about composed stages alone", {
        place: args.variant === undefined ? "session" : "variant",
        remedy: 'Add "composed": true, or leave the argument out',
      });
    }
    const flags = [...stageFlags(args, context), ...(args.ignore ?? []).map((each) => `--ignore=${each}`)];
    if (args.composed === true) flags.push("--composed");
    if (args.tolerance !== undefined) flags.push(`--tolerance=${args.tolerance}`);
    const result = checkResult(await context.run("usda", ["diff", ...flags, "--format=json", "--", ...files]), [0, 1]);
    const { equal, differences } = report.parse(JSON.parse(result.stdout));
    const rows = differences.map((each) =>
      Object.fromEntries(Object.entries(each).map(([key, value]) => [key, shownJson(JSON.stringify(value))])),
    );
    const head = { equal, total: rows.length };
    // Of the result: layers that the stages compose decide too.
    const revision = createHash("sha256").update(result.stdout).digest("hex");
    const { rows: taken, next } = takePage(rows, { ...args, revision, headBytes: jsonBytes(head) });
    return { content: { ...head, differences: taken, ...(next !== undefined && { next }) } };
  },
});
