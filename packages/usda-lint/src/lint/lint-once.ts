/** One run: checks, fixes where that was asked for, reports, and the exit code. */
import type { LintCache } from "../cache/lint-cache.ts";
import { complain, describeIoError } from "@usdkit/command/cli/errors";
import { EXIT_FINDINGS } from "@usdkit/command/cli/exit-codes";
import { ConfigLookup, type ConfigChoice } from "../config/config-lookup.ts";
import type { FlagSettings } from "../config/settings.ts";
import { nameOf } from "@usdkit/command/files/input";
import type { Progress } from "../progress/progress.ts";
import type { FileReport, Summary } from "../reporters/reporter.ts";
import { escapeLines } from "@usdkit/command/terminal/escape-terminal";
import { isTerminal, writeError } from "@usdkit/command/terminal/output";
import { checkSource } from "./check-source.ts";
import type { FixLevel } from "./checked.ts";
import { countFindings, onlyErrors } from "./count-findings.ts";
import type { Entry } from "./entries.ts";
import { lintFiles, type Outcome } from "./lint-files.ts";
import { Outputs } from "./outputs.ts";
import { Preparer } from "./prepare.ts";

export interface LintRequest {
  readonly formats: readonly string[];
  readonly color: boolean | undefined;
  readonly quiet: boolean;
  readonly maxWarnings: number | undefined;
  readonly config: ConfigChoice;
  readonly flags: FlagSettings;
  readonly fix: FixLevel;
  /** Print what fixes would change, and write nothing. */
  readonly diff: boolean;
  readonly updateBaseline: boolean;
  /** The folder of the cache; undefined: none. */
  readonly cache: string | undefined;
  readonly jobs: number | undefined;
  /** Standard output is for a text or a patch: reports go to standard error. */
  readonly reportsToStandardError: boolean;
}

const COMMAND = "usda-lint";

type CheckedOutcome = Extract<Outcome, { kind: "checked" }>;

/**
 * Checks, and sets `process.exitCode` where it is not 0.
 *
 * @param onChecked Called with each file, after fixes of it were written.
 * @returns Absolute paths of what else was read: configurations and what they name.
 */
export async function lintOnce(
  request: LintRequest,
  entries: AsyncIterable<Entry>,
  onChecked?: (file: string) => void,
): Promise<readonly string[]> {
  const outputs = await Outputs.open(request.formats, request.color, request.reportsToStandardError ? 2 : 1);
  const progress = await startProgress();
  const say = (text: string): void => {
    progress?.clear();
    writeError(`${COMMAND}: ${escapeLines(text)}\n`);
  };
  const fail = (text: string): void => {
    progress?.clear();
    complain(COMMAND, text);
  };

  const configs = new ConfigLookup(request.config, request.flags);
  const preparer = new Preparer({ writesBaseline: request.updateBaseline, onProblem: fail });
  const cache = request.cache === undefined ? undefined : await openCache(request.cache);
  const summary: Summary = { files: 0, errors: 0, warnings: 0, infos: 0, fixable: 0 };
  // Those that --quiet hides count as well.
  let warnings = 0;
  let ignored = 0;
  const fixed = { files: 0, fixes: 0 };

  const deliver = async (outcome: CheckedOutcome): Promise<void> => {
    const { input, file, prepared } = outcome;
    let { source, checked } = outcome;
    if (request.fix !== "none") {
      const { deliverFix } = await import("../fix/deliver-fix.ts");
      if (checked.fixed !== undefined) progress?.clear();
      const problem = await deliverFix(input, source, checked.fixed, request);
      if (problem !== undefined) {
        fail(`${input.name}: ${problem}`);
        checked = await checkSource(source, prepared.options(), "none");
      } else if (checked.fixed !== undefined) {
        fixed.files++;
        fixed.fixes += checked.applied;
        source = checked.fixed;
      }
    }
    onChecked?.(file);
    const left = prepared.baseline?.filter(file, checked.findings) ?? checked.findings;
    const shown = request.updateBaseline && prepared.baseline !== undefined ? [] : left;
    warnings += shown.filter(({ severity }) => severity === "warning").length;
    const report: FileReport = {
      path: input.name,
      profile: checked.profile,
      findings: request.quiet ? onlyErrors(shown) : shown,
      source,
    };
    countFindings(summary, report.findings);
    if (prepared.baseline !== undefined) {
      summary.baselined = (summary.baselined ?? 0) + checked.findings.length - shown.length;
    }
    if (report.findings.length > 0) progress?.clear();
    await outputs.file(report);
  };

  for await (const outcome of lintFiles(entries, { ...request, configs, preparer, cache })) {
    if (outcome.kind === "problem") {
      fail(outcome.name === undefined ? outcome.problem : `${outcome.name}: ${outcome.problem}`);
    } else if (outcome.kind === "ignored") {
      ignored++;
      if (outcome.input.isNamed === true) say(`${outcome.input.name}: ignored, as ${outcome.config} says`);
    } else await deliver(outcome);
    progress?.tick(summary.files);
  }
  progress?.clear();
  const problem = cache?.close();
  if (problem !== undefined) say(problem);
  await outputs.end(summary);

  if (fixed.files > 0 && !request.diff) say(`${count(fixed.fixes, "fix", "fixes")} in ${count(fixed.files, "file")}`);
  finishBaselines(preparer, request, say, fail);
  if (summary.errors > 0) process.exitCode ??= EXIT_FINDINGS;
  if (request.maxWarnings !== undefined && warnings > request.maxWarnings) {
    process.exitCode ??= EXIT_FINDINGS;
    say(`${warnings} warnings are more than --max-warnings ${request.maxWarnings}`);
  }
  if (summary.files === 0 && ignored === 0 && process.exitCode === undefined) say("no .usda files there");
  return [...configs.files, ...preparer.files];
}

async function openCache(location: string): Promise<LintCache> {
  const { LintCache: Cache } = await import("../cache/lint-cache.ts");
  return Cache.open(location);
}

function finishBaselines(
  preparer: Preparer,
  { updateBaseline }: LintRequest,
  say: (text: string) => void,
  fail: (text: string) => void,
): void {
  for (const baseline of preparer.baselines) {
    const { obsolete } = baseline;
    const name = nameOf(baseline.file);
    if (!updateBaseline) {
      const those = obsolete === 1 ? "1 finding in it is" : `${obsolete} findings in it are`;
      if (obsolete > 0) say(`${name}: ${those} not there any more; --update-baseline takes them out`);
      continue;
    }
    try {
      const kept = baseline.update();
      const pruned = obsolete > 0 ? `, ${obsolete} obsolete taken out` : "";
      say(`${name}: ${count(kept, "finding")} in the baseline${pruned}`);
    } catch (error) {
      fail(`${name}: ${describeIoError(error)}`);
    }
  }
  if (updateBaseline && !preparer.namesBaseline) {
    fail("--update-baseline: which baseline? --baseline FILE, or `baseline` in the configuration");
  }
}

function count(number: number, one: string, many: string = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** Undefined where nobody would see it; its code is not even loaded then. */
async function startProgress(): Promise<Progress | undefined> {
  if (!isTerminal(2) || (process.env["CI"] ?? "") !== "") return undefined;
  const { Progress: Line } = await import("../progress/progress.ts");
  return new Line();
}
