import path from "node:path";
import { z } from "zod";
import { fileRevision, isCurrent, stampOf } from "../session/kept-stages.ts";
import { jsonBytes, pageArguments, pageResult, takePage } from "../pages/page.ts";
import { checkResult } from "./command-problem.ts";
import { readReport } from "./lint-report.ts";
import { fileArgument, stageArguments, stageFlags } from "./stage-arguments.ts";
import { defineTool, type Tool } from "./tool.ts";

export const check: Tool = defineTool({
  name: "usd_check",
  title: "Check a USD file",
  description:
    "Findings of the linter for a file and the layers that it composes: rule, severity, message, layer, line, prim, and whether a fix exists. First the number of findings of each rule, then the findings, in pages. The page of a rule is the resource usdkit://rules/RULE.",
  writes: false,
  input: z.strictObject({
    file: fileArgument,
    profile: z
      .string()
      .max(100)
      .optional()
      .describe("Use of the file: usd, usdz, arkit, service, …; default: by its content"),
    rule: z
      .array(z.string().max(200))
      .max(500)
      .optional()
      .describe("Levels of rules: ID:LEVEL with off, info, warning or error"),
    quiet: z.boolean().optional().describe("Errors alone"),
    ...stageArguments,
    ...pageArguments,
  }),
  output: z.object({
    revision: z.string(),
    errors: z.int(),
    warnings: z.int(),
    infos: z.int(),
    fixable: z.int(),
    rules: z.array(z.object({ rule: z.string(), severity: z.string(), count: z.int() })),
    findings: z.array(
      z.looseObject({
        file: z.string(),
        line: z.number().optional(),
        column: z.number().optional(),
        rule: z.string(),
        severity: z.string(),
        message: z.string(),
        prim: z.string().optional(),
        property: z.string().optional(),
        hint: z.string().optional(),
        fixable: z.boolean().optional(),
      }),
    ),
    ...pageResult,
  }),
  async call(args, context) {
    const file = context.roots.existing("file", args.file);
    const flags = [...stageFlags(args, context), ...(args.rule ?? []).map((each) => `--rule=${each}`)];
    if (args.profile !== undefined) flags.push(`--profile=${args.profile}`);
    if (args.quiet === true) flags.push("--quiet");
    const revision = fileRevision(file);
    const key = JSON.stringify([file, flags]);
    // Pages are of one run: what they are taken from may take seconds to find.
    let report = args.next === undefined ? undefined : context.reports.get(key, revision);
    if (report === undefined || !isCurrent(report)) {
      const result = checkResult(await context.run("usda-lint", [...flags, "--format=json", "--", file]), [0, 1]);
      const found = readReport(result.stdout);
      const files = found.files.map((name) => path.resolve(context.roots.first, name));
      report = { ...found, stamps: new Map(files.map((each) => [each, stampOf(each)])) };
      context.reports.set(key, { revision, report, size: result.stdout.length });
    }
    const { summary, findings, rules } = report;
    const head = { revision, ...summary, rules };
    const request = { ...args, revision: report.digest, headBytes: jsonBytes(head) };
    const { rows, next } = takePage(findings, request);
    return { content: { ...head, findings: rows, ...(next !== undefined && { next }) } };
  },
});
