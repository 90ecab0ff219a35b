import { counted } from "@usdkit/base";
import type { Command } from "@usdkit/command/cli/command";
import { UsageError } from "@usdkit/command/cli/errors";
import { reportProblem, type CommandContext } from "@usdkit/command/context/command-context";
import { EXIT_FINDINGS } from "@usdkit/command/process/exit-codes";
import { keepOldSpaceSmall, keepYoungSpaceSmall } from "@usdkit/command/process/young-space";
import { checkCount } from "../run/arguments.ts";
import { countFindings, countsOf, onlyErrors } from "../reporters/count-findings.ts";
import { Outputs } from "../reporters/outputs.ts";
import type { Summary } from "../reporters/reporter.ts";
import { joinReports, readReports } from "../shards/merge-reports.ts";

export interface MergeReportsArguments {
  reports?: string[];
  format?: string[];
  quiet?: boolean;
  maxWarnings?: number;
  maxDiagnostics?: number;
  color?: boolean;
}

/** Formats that show the text of files, which is not in reports. */
const WITH_TEXT = ["pretty", "html"];
const FORMATS = ["json", "jsonl", "sarif", "concise", "github", "gitlab", "junit"];

export const mergeReports: Command<MergeReportsArguments> = {
  command: "merge-reports <reports..>",
  describe: "Join the reports of shards (--shard) to the report that one run would have written",
  builder: {
    reports: { describe: "JSON or SARIF reports of all shards, in any order" },
    format: {
      type: "string",
      array: true,
      describe: `Output format: ${FORMATS.join(", ")}; default: json; NAME=FILE writes to a file; repeatable`,
    },
    quiet: { type: "boolean", describe: "Report errors only" },
    "max-warnings": { type: "number", describe: "Exit with 1 if there are more warnings" },
    "max-diagnostics": { type: "number", describe: "Maximum number of findings in reports; all of them count" },
  },
  examples: [
    ["$0 merge-reports shard-*.json --format sarif=report.sarif", "one report for code scanning"],
    ["$0 merge-reports 1.json 2.json --format concise", "what both shards found"],
  ],
  handler,
};

async function handler(args: MergeReportsArguments, context: CommandContext): Promise<void> {
  const { reports = [], format = ["json"], maxWarnings, maxDiagnostics } = args;
  checkCount("--max-diagnostics", maxDiagnostics);
  const shown = format.find((each) => WITH_TEXT.includes(each.split("=")[0]));
  if (shown !== undefined) {
    throw new UsageError(
      `--format ${shown}: it shows the text of files, which reports do not contain: use ${FORMATS.join(", ")}`,
    );
  }
  // What is read of a report is garbage after its next line.
  keepYoungSpaceSmall();
  keepOldSpaceSmall(50);
  using joined = await readReports(reports, context);
  const quiet = args.quiet === true || (joined.shards ?? []).some((each) => each.quiet);
  const summary: Summary = { files: 0, errors: 0, warnings: 0, infos: 0, fixable: 0 };
  const outputs = await Outputs.open(context, { formats: format, color: args.color, reportsToStandardError: false });
  let [warnings, left] = [0, maxDiagnostics ?? Number.POSITIVE_INFINITY];
  try {
    for (const report of joinReports(joined, reports, summary)) {
      warnings += report.findings.filter(({ severity }) => severity === "warning").length;
      const findings = quiet ? onlyErrors(report.findings) : report.findings;
      countFindings(summary, findings);
      const limited = findings.slice(0, left);
      left -= limited.length;
      const counts = limited.length < findings.length ? countsOf(findings) : undefined;
      await outputs.file({ ...report, findings: limited, counts });
    }
  } catch (error) {
    await outputs.discard();
    throw error;
  }
  await outputs.end(summary);
  for (const { index, count, problems } of joined.shards ?? []) {
    for (const problem of problems) reportProblem(context, "usda-lint", `shard ${index}/${count}: ${problem}`);
  }
  if (summary.errors > 0) context.exitCode ??= EXIT_FINDINGS;
  if (maxWarnings !== undefined && warnings > maxWarnings) {
    context.exitCode ??= EXIT_FINDINGS;
    const exceed = warnings === 1 ? "exceeds" : "exceed";
    context.stderr.write(`usda-lint: ${counted(warnings, "warning")} ${exceed} --max-warnings ${maxWarnings}\n`);
  }
}
