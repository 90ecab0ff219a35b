import { z } from "zod";
import { pageText } from "../pages/page-text.ts";
import { jsonBytes, pageArguments, pageResult } from "../pages/page.ts";
import { fileRevision } from "../session/kept-stages.ts";
import { checkResult } from "./command-problem.ts";
import { readReport } from "./lint-report.ts";
import { fileArgument, revisionArgument } from "./stage-arguments.ts";
import { ToolError } from "../session/tool-error.ts";
import { defineTool, type Tool } from "./tool.ts";

export const fix: Tool = defineTool({
  name: "usd_fix",
  title: "Apply fixes of the linter",
  description:
    "Applies the safe fixes of the findings of usd_check to a text layer; comments stay. Returns the diff, and what is left to be done by hand. Use dryRun first.",
  writes: true,
  input: z.strictObject({
    file: fileArgument,
    profile: z.string().max(100).optional(),
    rule: z.array(z.string().max(200)).max(500).optional().describe("Levels of rules: ID:LEVEL; off leaves a fix out"),
    fixUnsafe: z.boolean().optional().describe("All fixes, also those that may change what is seen"),
    dryRun: z.boolean().optional().describe("Return the diff and write nothing"),
    revision: revisionArgument.optional().describe("Refuse if the file has changed since"),
    ...pageArguments,
  }),
  output: z.object({
    revision: z.string(),
    written: z.boolean(),
    errors: z.int().describe("Errors that are left"),
    warnings: z.int().describe("Warnings that are left"),
    diff: z.string(),
    diffIsCut: z.boolean().optional(),
    ...pageResult,
  }),
  async call(args, context) {
    const file = context.roots.existing("file", args.file);
    const before = fileRevision(file);
    if (args.revision !== undefined && args.revision.toLowerCase() !== before) {
      throw new ToolError(`${context.roots.name(file)} has the revision ${before}: nothing was written`, {
        place: "revision",
        remedy: "Read the file again, then fix it with its new revision",
      });
    }
    const flags = (args.rule ?? []).map((each) => `--rule=${each}`);
    if (args.profile !== undefined) flags.push(`--profile=${args.profile}`);
    const apply = args.fixUnsafe === true ? "--fix-unsafe" : "--fix";
    const patch = checkResult(await context.run("usda-lint", [...flags, apply, "--diff", "--", file]), [0, 1]);
    const written = args.dryRun !== true && patch.stdout !== "";
    const how = written ? [apply] : [];
    const left = checkResult(await context.run("usda-lint", [...flags, ...how, "--format=json", "--", file]), [0, 1]);
    const { errors, warnings } = readReport(left.stdout).summary;
    const head = { revision: fileRevision(file), written, errors, warnings };
    const page = pageText(patch.stdout, { ...args, revision: before, headBytes: jsonBytes(head) });
    const more = page.next === undefined ? {} : written ? { diffIsCut: true } : { next: page.next };
    return { content: { ...head, diff: page.text, ...more } };
  },
});
