/** One run: checks, fixes if requested, reports, and the exit code. */
import type { LintCache } from "../check/lint-cache.ts";
import type { OtherReport } from "../composed/compose-entries.ts";
import type { FixedLayer } from "../composed/fix-layers.ts";
import type { LayerReports } from "../composed/layer-reports.ts";
import type { FindingPictures } from "../pictures/finding-pictures.ts";
import { EXIT_FINDINGS } from "@usdkit/command/process/exit-codes";
import type { CommandContext } from "@usdkit/command/context/command-context";
import { ConfigLookup } from "@usdkit/lint-config/config-lookup";
import { rootLayerOf } from "../files/root-layer.ts";
import type * as ShardModule from "../shards/describe-stage.ts";
import { EXIT_UNFINISHED, unfinishedText, type Deadline } from "@usdkit/batch/options/deadline";
import type { Finding } from "@usdkit/validate";
import { version } from "../program/about.ts";
import type { ShardEntry, ShardReport } from "../reporters/shard-entry.ts";
import { RunMessages } from "./run-messages.ts";
import type { FileReport, Summary } from "../reporters/reporter.ts";
import { counted } from "@usdkit/base";
import { checkSource } from "../check/check-source.ts";
import { countFindings, countsOf, onlyErrors } from "../reporters/count-findings.ts";
import { storedContentFinding } from "../check/lfs-finding.ts";
import { Statistics } from "../reporters/statistics.ts";
import { contentOf, problemOf } from "../files/content.ts";
import { each, type Entry } from "../files/entries.ts";
import { finishBaselines } from "./finish-baselines.ts";
import type { ComposeRunResult } from "./compose-run.ts";
import type { LintRequest } from "./lint-request.ts";
import { Threads } from "../jobs/threads.ts";
import { openKept } from "./open-kept.ts";
import { lintFiles, type Outcome } from "./lint-files.ts";
import { Outputs } from "../reporters/outputs.ts";
import { Preparer } from "../check/prepare.ts";
import { SettledReport, type ReportFile, type Settling } from "./settled-report.ts";

/**
 * Checks files, and sets the exit code of the context if it is not 0.
 *
 * @param onChecked Called with each file and the number of its findings, after its fixes were written.
 * @returns Absolute paths of the other files that were read: configurations and the files that they name.
 */
export async function lintOnce(
  context: CommandContext,
  request: LintRequest,
  entries: AsyncIterable<Entry>,
  onChecked?: (file: string, findings: number) => void,
): Promise<readonly string[]> {
  const run = new LintRun(context, request, onChecked);
  return run.run(entries);
}

/** A fix may enable others; two that undo each other must terminate. */
const MAX_FIX_PASSES = 5;

/** The files of a run, and what was found on their stages. */
type ComposedRun = Pick<ComposeRunResult, "found" | "files">;

type CheckedOutcome = Extract<Outcome, { kind: "checked" }>;

class LintRun {
  readonly #context: CommandContext;
  readonly #request: LintRequest;
  readonly #onChecked: ((file: string, findings: number) => void) | undefined;
  readonly #messages: RunMessages;
  /** They compose stages first, then they check files. */
  readonly #threads: Threads;
  readonly #configs: ConfigLookup;
  readonly #preparer: Preparer;
  readonly #summary: Summary = { files: 0, errors: 0, warnings: 0, infos: 0, fixable: 0 };
  readonly #fixed = { files: 0, fixes: 0 };
  /** Those that --quiet hides count as well. */
  #warnings = 0;
  #ignored = 0;
  readonly #statistics: Statistics | undefined;
  #composed: LayerReports | undefined;
  #pictures: FindingPictures | undefined;
  /** Files that stages have read or looked for. */
  #composedFiles: Iterable<string> = [];
  /** By absolute path: texts with fixes of composed findings. */
  readonly #fixedLayers: Map<string, FixedLayer> = new Map();
  /** Findings in reports, and those that `--max-diagnostics` left out. */
  #shown = 0;
  #hidden = 0;
  /** Number of files; undefined while they are not listed before the checks. */
  #total: number | undefined;
  /** Whether files are left, as the time was over. */
  #isUnfinished = false;
  #isStateLost = false;
  #shards: typeof ShardModule | undefined;
  #settled: SettledReport | undefined;

  constructor(
    context: CommandContext,
    request: LintRequest,
    onChecked: ((file: string, findings: number) => void) | undefined,
  ) {
    const { cwd } = context;
    this.#context = context;
    this.#request = request;
    this.#onChecked = onChecked;
    this.#messages = new RunMessages(context);
    this.#statistics = request.statistics ? new Statistics() : undefined;
    this.#threads = new Threads(request.jobs);
    this.#configs = new ConfigLookup(request.config, request.flags, cwd, { roots: request.roots });
    const onProblem = (problem: string): void => this.#messages.fail(problem);
    this.#preparer = new Preparer({ cwd, writesBaseline: request.updateBaseline, onProblem });
  }

  async run(entries: AsyncIterable<Entry>): Promise<readonly string[]> {
    const outputs = await Outputs.open(this.#context, this.#request);
    await using _pictures = await this.#openPictures();
    const kept = await openKept(this.#request, this.#context, (text) => this.#messages.note(text));
    const cache = kept?.cache;
    const { deadline } = this.#request;
    const isUnfinished = (): boolean => this.#isUnfinished;
    const options = {
      cwd: this.#context.cwd,
      configs: this.#configs,
      preparer: this.#preparer,
      cache,
      // What was composed in time is checked.
      get deadline(): Deadline | undefined {
        return isUnfinished() ? undefined : deadline;
      },
      onUnfinished: () => {
        this.#isUnfinished = true;
      },
      threads: this.#threads,
      fix: this.#request.fix,
      fixesKnown: this.#request.updateBaseline,
    };
    try {
      const context = this.#context;
      if (this.#onChecked === undefined) {
        this.#settled = SettledReport.open(this.#request, { ...options, context, outputs });
      }
      const listed = this.#settled?.settle(entries) ?? entries;
      const { found, files } = await this.#fixComposed(await this.#compose(listed, cache), cache);
      await this.#checkAll(lintFiles(this.#settled?.compare(files, found) ?? files, options), outputs);
      await this.#deliverOthers(found, outputs);
      found?.close();
    } catch (error) {
      await outputs.discard();
      throw error;
    } finally {
      await this.#threads.close();
    }
    this.#messages.clear();
    await this.#settled?.close();
    const problem = await cache?.close();
    if (problem !== undefined) this.#messages.note(problem);
    this.#isStateLost = kept?.state?.problem !== undefined;
    if (kept?.state?.problem !== undefined) this.#messages.fail(kept.state.problem);
    kept?.state?.close();
    const isSilent = this.#request.silentIfEmpty && this.#summary.files === 0;
    await outputs.end(this.#summary, isSilent, this.#shardReport());
    this.#finish();
    return [...this.#configs.files, ...this.#preparer.files, ...this.#composedFiles];
  }

  /** Pictures of prims are drawn for reports that show them. */
  async #openPictures(): Promise<FindingPictures | undefined> {
    const { composed, formats } = this.#request;
    if (composed === undefined || !formats.some((each) => each.split("=", 1)[0] === "html")) return undefined;
    const { FindingPictures: Pictures } = await import("../pictures/finding-pictures.ts");
    this.#pictures = new Pictures(this.#context, composed, (note) => this.#messages.note(note));
    return this.#pictures;
  }

  /** Fixes what was found on stages, and composes them again, until nothing is left to fix. */
  async #fixComposed(composed: ComposedRun, cache: LintCache | undefined): Promise<ComposedRun> {
    const { fix, updateBaseline } = this.#request;
    let run = composed;
    for (let pass = 0; fix !== "none" && run.found !== undefined && pass < MAX_FIX_PASSES; pass++) {
      const { fixLayers } = await import("../composed/fix-layers.ts");
      const options = {
        cwd: this.#context.cwd,
        configs: this.#configs,
        preparer: this.#preparer,
        fix,
        fixesKnown: updateBaseline,
      };
      const entries: Entry[] = [];
      for await (const entry of run.files) entries.push(entry);
      const next = await fixLayers(entries, run.found, options, this.#fixedLayers);
      if (next === undefined) return { ...run, files: each(entries) };
      run = await this.#compose(each(next), cache);
    }
    return run;
  }

  /** Composes the files of the run that are root layers. Returns all files again. */
  async #compose(entries: AsyncIterable<Entry>, cache: LintCache | undefined): Promise<ComposedRun> {
    const { composed, deadline } = this.#request;
    if (composed === undefined) return { found: undefined, files: entries };
    const { composeRun } = await import("./compose-run.ts");
    const { found, files, total, touched, isUnfinished } = await composeRun(entries, {
      context: this.#context,
      composed,
      deadline,
      configs: this.#configs,
      preparer: this.#preparer,
      cache,
      threads: this.#threads,
      progress: this.#messages,
      listsFiles: this.#onChecked !== undefined,
      onProblem: (problem) => this.#messages.fail(problem),
      onNote: (note) => this.#messages.note(note),
    });
    this.#total = total;
    this.#composed = found;
    this.#composedFiles = touched;
    this.#isUnfinished = isUnfinished;
    return { found, files };
  }

  /** Delivers the findings of layers that are not among the files of the run. */
  async #deliverOthers(found: LayerReports | undefined, outputs: Outputs): Promise<void> {
    if (found === undefined) return;
    const { reportOthers } = await import("../composed/compose-entries.ts");
    const { cwd } = this.#context;
    for await (const other of reportOthers(found, { cwd, configs: this.#configs, preparer: this.#preparer })) {
      if ("problem" in other) this.#messages.fail(other.problem);
      else
        await this.#report(
          other,
          outputs,
          this.#request.shard && { shard: { position: null, length: other.content.length } },
        );
    }
  }

  async #checkAll(outcomes: AsyncIterable<Outcome>, outputs: Outputs): Promise<void> {
    for await (const outcome of outcomes) {
      if (outcome.kind === "problem") {
        this.#messages.fail(outcome.name === undefined ? outcome.problem : `${outcome.name}: ${outcome.problem}`);
      } else if (outcome.kind === "ignored") {
        this.#ignored++;
        if (outcome.input.isNamed === true) this.#messages.note(`${outcome.input.name}: ignored by ${outcome.config}`);
      } else if (outcome.kind === "settled") {
        const report: ReportFile = async (file, more) => {
          const problem = outputs.showsText && file.findings.length > 0 ? problemOf(file.content) : undefined;
          if (problem === undefined) await this.#report(file, outputs, more);
          else this.#messages.fail(`${file.name}: ${problem}`);
        };
        this.#warnings += (await this.#settled?.repeat(outcome, this.#summary, report)) ?? 0;
      } else await this.#deliverChecked(outcome, outputs);
      this.#messages.tick(this.#summary.files, this.#total);
    }
  }

  /** A file that is needed once more, and was removed or changed meanwhile, is a problem of its own. */
  async #deliverChecked(outcome: CheckedOutcome, outputs: Outputs): Promise<void> {
    const { input, file, content, checked } = outcome;
    const layer = rootLayerOf(input, file);
    const isShown = outputs.showsText && checked.findings.length > 0;
    const problem = isShown || this.#composed?.hasLayer(layer) === true ? problemOf(content) : undefined;
    if (problem === undefined) await this.#deliver(outcome, outputs);
    else this.#messages.fail(`${input.name}: ${problem}`);
  }

  async #deliver(outcome: CheckedOutcome, outputs: Outputs): Promise<void> {
    const { input, file, prepared } = outcome;
    const { content, checked } = await this.#applyFix(outcome);
    const own = outcome.isLfsContent ? [storedContentFinding(), ...checked.findings] : checked.findings;
    const layer = rootLayerOf(input, file);
    const settling = await this.#settled?.begin(outcome, this.#composed);
    const findings = this.#composed?.merge(layer, content, own, prepared.options) ?? own;
    for (const each of checked.problems ?? []) this.#messages.fail(`${input.name}: ${each}`);
    this.#onChecked?.(file, findings.length);
    const sets = this.#composed?.verdicts(layer);
    const report = { name: input.name, file, prepared, profile: checked.profile, findings, content };
    const shard = this.#request.shard && (await this.#shardEntry(outcome, own));
    await this.#report(report, outputs, { sets, shard, settling });
  }

  /** What the report of a shard has of a file besides its findings. */
  async #shardEntry(
    { input, file, content, prepared, position }: CheckedOutcome,
    own: readonly Finding[],
  ): Promise<ShardEntry> {
    // An import of a module that is loaded takes longer than the rest of this.
    const { shardEntry } = (this.#shards ??= await import("../shards/describe-stage.ts"));
    const composed = this.#composed?.stage(rootLayerOf(input, file));
    const options = { cwd: this.#context.cwd, configs: this.#configs, preparer: this.#preparer };
    return shardEntry({ file, content, baseline: prepared.baseline, position, own, composed }, options);
  }

  #shardReport(): ShardReport | undefined {
    const { shard, shardOptions: options, quiet } = this.#request;
    const left = this.#isUnfinished
      ? ["--max-time is over, and files are left: finish this shard, and join again"]
      : [];
    return shard && { ...shard, version, options, quiet, problems: [...this.#messages.problems, ...left] };
  }

  /** Reports the findings of a layer that are not in its baseline. */
  async #report(
    { name, file, prepared, profile, findings: found, content }: OtherReport,
    outputs: Outputs,
    { settling, ...more }: Pick<FileReport, "sets" | "shard"> & { readonly settling?: Settling | undefined } = {},
  ): Promise<void> {
    const left = prepared.baseline?.filter(file, found) ?? found;
    const shown = this.#request.updateBaseline && prepared.baseline !== undefined ? [] : left;
    const { warnings } = countsOf(shown);
    this.#warnings += warnings;
    const report: FileReport = {
      path: name,
      profile,
      findings: this.#request.quiet ? onlyErrors(shown) : shown,
      source: outputs.showsText && shown.length > 0 ? content.read() : NO_SOURCE,
      length: content.length,
      ...more,
      requiredSet: prepared.settings.requirementSet,
    };
    countFindings(this.#summary, report.findings);
    this.#statistics?.add(report.findings);
    if (prepared.baseline !== undefined) {
      this.#summary.baselined = (this.#summary.baselined ?? 0) + found.length - shown.length;
    }
    if (report.findings.length > 0) this.#messages.clear();
    if (settling !== undefined) {
      const isWritten = await this.#settled?.write(settling, report, { found, allWarnings: warnings });
      if (isWritten === true) return;
    }
    const pictures = await this.#pictures?.of(report);
    await outputs.file(this.#limit({ ...report, ...(pictures !== undefined && { pictures }) }));
  }

  /** The report without the findings above `--max-diagnostics`, which count all the same. */
  #limit(report: FileReport): FileReport {
    const { maxDiagnostics = Number.POSITIVE_INFINITY } = this.#request;
    const findings = report.findings.slice(0, Math.max(0, maxDiagnostics - this.#shown));
    this.#shown += findings.length;
    this.#hidden += report.findings.length - findings.length;
    if (findings.length === report.findings.length) return report;
    return { ...report, findings, counts: countsOf(report.findings) };
  }

  /** Writes the text after fixes. Returns what is in the file then, and its findings. */
  async #applyFix(outcome: CheckedOutcome): Promise<Pick<CheckedOutcome, "content" | "checked">> {
    const { input, file, content, checked, prepared } = outcome;
    if (this.#request.fix === "none") return { content, checked };
    const source = content.read();
    const composed = this.#fixedLayers.get(file);
    const before = composed?.before ?? source;
    const fixed = checked.fixed ?? composed?.after;
    const { deliverFix } = await import("./deliver-fix.ts");
    if (fixed !== undefined) this.#messages.clear();
    const problem = await deliverFix(this.#context, { input, source: before, fixed }, this.#request);
    if (problem !== undefined) {
      this.#messages.fail(`${input.name}: ${problem}`);
      return { content: contentOf(before), checked: await checkSource(before, prepared.options(), "none") };
    }
    if (fixed === undefined) return { content, checked };
    this.#fixed.files++;
    this.#fixed.fixes += checked.applied + (composed?.applied ?? 0);
    return { content: contentOf(fixed), checked };
  }

  #finish(): void {
    const { diff, maxWarnings, silentIfEmpty } = this.#request;
    const { files, fixes } = this.#fixed;
    if (files > 0 && !diff) this.#messages.note(`${counted(fixes, "fix", "fixes")} in ${counted(files, "file")}`);
    if (this.#hidden > 0) {
      this.#messages.note(
        `${counted(this.#hidden, "more finding")}; --max-diagnostics is ${this.#request.maxDiagnostics}`,
      );
    }
    for (const line of this.#statistics?.lines() ?? []) this.#context.stderr.write(`${line}\n`);
    const { updateBaseline } = this.#request;
    finishBaselines(this.#preparer, {
      cwd: this.#context.cwd,
      updateBaseline,
      note: (text) => this.#messages.note(text),
      fail: (text) => this.#messages.fail(text),
    });
    if (this.#isUnfinished) {
      // A run that could not write its state would be repeated for ever.
      if (!this.#isStateLost) this.#context.exitCode = EXIT_UNFINISHED;
      this.#messages.note(unfinishedText(counted(this.#summary.files, "file"), this.#request.state !== undefined));
    }
    if (this.#summary.errors > 0) this.#context.exitCode ??= EXIT_FINDINGS;
    if (maxWarnings !== undefined && this.#warnings > maxWarnings) {
      this.#context.exitCode ??= EXIT_FINDINGS;
      const exceed = this.#warnings === 1 ? "exceeds" : "exceed";
      this.#messages.note(`${counted(this.#warnings, "warning")} ${exceed} --max-warnings ${maxWarnings}`);
    }
    if (!silentIfEmpty && this.#summary.files === 0 && this.#ignored === 0 && this.#context.exitCode === undefined) {
      this.#messages.note("No USD files to check");
    }
  }
}

const NO_SOURCE = new Uint8Array(0);
