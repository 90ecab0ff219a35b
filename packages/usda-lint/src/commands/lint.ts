import { checkScene, profiles, rules, type Profile } from "@usdkit/validate";
import type { Options } from "yargs";
import type { Command } from "../cli/command.ts";
import { complain, describeIoError } from "../cli/errors.ts";
import { EXIT_FINDINGS } from "../cli/exit-codes.ts";
import { findInputs } from "../files/find-inputs.ts";
import { readInput, type InputFile } from "../files/input.ts";
import { countFindings, onlyErrors } from "../lint/count-findings.ts";
import { readLevels } from "../lint/levels.ts";
import { Outputs } from "../lint/outputs.ts";
import type { FileReport, Summary } from "../reporters/reporter.ts";
import { writeError } from "../terminal/output.ts";

export interface LintArguments {
  paths?: string[];
  profile?: string;
  format?: string[];
  rule?: string[];
  quiet?: boolean;
  maxWarnings?: number;
  stdinFilename?: string;
  color?: boolean;
}

const builder: Readonly<Record<string, Options>> = {
  paths: { describe: "Files, folders, globs, or - for standard input; default: the working folder" },
  profile: { type: "string", choices: profiles, default: "auto", describe: "What the files are for" },
  format: {
    type: "string",
    array: true,
    describe:
      "pretty, concise, json, jsonl, sarif, github, gitlab, junit or html; NAME=FILE writes to a file; repeatable",
  },
  rule: { type: "string", array: true, describe: "ID:LEVEL with off, info, warning or error; repeatable" },
  quiet: { type: "boolean", describe: "Report errors only" },
  "max-warnings": { type: "number", describe: "Fail when there are more warnings" },
  "stdin-filename": { type: "string", describe: "What standard input is called in reports" },
};

export const lint: Command<LintArguments> = {
  command: "$0 [paths..]",
  describe: "Check OpenUSD text scenes",
  builder,
  examples: [
    ["$0 scenes", "every .usda file below scenes"],
    ["$0 --format json=report.json --format concise", "a report for machines beside one for people"],
    ["$0 --rule duplicate-field:error room.usda", "duplicates fail the check"],
  ],
  handler,
};

async function handler(args: LintArguments): Promise<void> {
  const levels = readLevels(args.rule ?? [], rules);
  const outputs = await Outputs.open(args.format ?? [], args.color);
  const summary: Summary = { files: 0, errors: 0, warnings: 0, infos: 0, fixable: 0 };
  // Those that --quiet hides count as well.
  let warnings = 0;

  const paths = args.paths === undefined || args.paths.length === 0 ? ["."] : args.paths;
  const onProblem = (name: string, problem: string): void => complain("usda-lint", `${name}: ${problem}`);
  for await (const input of findInputs(paths, { standardInputName: args.stdinFilename, onProblem })) {
    const source = await read(input);
    if (source === undefined) continue;
    const { profile, findings } = checkScene(source, { profile: (args.profile ?? "auto") as Profile, rules: levels });
    warnings += findings.filter(({ severity }) => severity === "warning").length;
    const report: FileReport = {
      path: input.name,
      profile,
      findings: args.quiet === true ? onlyErrors(findings) : findings,
      source,
    };
    countFindings(summary, report.findings);
    await outputs.file(report);
  }
  await outputs.end(summary);

  if (summary.errors > 0) process.exitCode ??= EXIT_FINDINGS;
  if (args.maxWarnings !== undefined && warnings > args.maxWarnings) {
    process.exitCode ??= EXIT_FINDINGS;
    writeError(`usda-lint: ${warnings} warnings are more than --max-warnings ${args.maxWarnings}\n`);
  }
  if (summary.files === 0 && process.exitCode === undefined) {
    writeError("usda-lint: no .usda files there\n");
  }
}

async function read(input: InputFile): Promise<Uint8Array | undefined> {
  try {
    return await readInput(input);
  } catch (error) {
    complain("usda-lint", `${input.name}: ${describeIoError(error)}`);
    return undefined;
  }
}
