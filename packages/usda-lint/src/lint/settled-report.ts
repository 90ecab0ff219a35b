/** Entries of a report that an earlier run has written, for files that were not written since. */
import type { LintCache } from "../check/lint-cache.ts";
import { SettledFiles } from "../check/settled-files.ts";
import type { Preparer } from "../check/prepare.ts";
import type { ConfigLookup } from "@usdkit/lint-config/config-lookup";
import type { Entry, SettledFolder } from "../files/entries.ts";
import { readRecord } from "../files/settled-record.ts";
import { countsOf } from "../reporters/count-findings.ts";
import type { Outputs } from "../reporters/outputs.ts";
import type { FileReport, ReportEntries, Summary } from "../reporters/reporter.ts";
import type { LintRequest } from "./lint-request.ts";
import type { Outcome } from "./lint-files.ts";

/** What a report with settled files needs of a run. */
export interface SettledReportOptions {
  readonly cwd: string;
  readonly configs: ConfigLookup;
  readonly preparer: Preparer;
  readonly cache: LintCache | undefined;
  readonly outputs: Outputs;
}

/** Writes the entries of files, and repeats them. */
export class SettledReport {
  readonly #files: SettledFiles;
  readonly #entries: ReportEntries;
  readonly #outputs: Outputs;

  private constructor(files: SettledFiles, entries: ReportEntries, outputs: Outputs) {
    this.#files = files;
    this.#entries = entries;
    this.#outputs = outputs;
  }

  /** Returns undefined for a run whose entries depend on more than one file each, and for one without a cache. */
  static open(request: LintRequest, { cache, outputs, ...options }: SettledReportOptions): SettledReport | undefined {
    const { entries } = outputs;
    if (cache === undefined || entries === undefined || !isRepeatable(request)) return undefined;
    const { quiet, composed } = request;
    const kept = cache.settled(JSON.stringify([entries.form, quiet, composed?.files ?? "none", options.cwd]));
    return kept && new SettledReport(new SettledFiles({ ...options, ...kept }), entries, outputs);
  }

  /** As {@link SettledFiles.settle}. */
  settle(entries: AsyncIterable<Entry>): AsyncIterable<Entry> {
    return this.#files.settle(entries);
  }

  /**
   * Writes the entry of a file, and keeps it.
   *
   * @param allWarnings those that `--quiet` leaves out as well
   */
  async file(report: FileReport, outcome: Extract<Outcome, { kind: "checked" }>, allWarnings: number): Promise<void> {
    const entry = this.#entries.of(report);
    const counts = countsOf(report.findings);
    await this.#outputs.repeated(this.#entries.repeat(entry, { path: report.path, counts }));
    const { hash, checked } = outcome;
    if (hash === undefined || checked.problems !== undefined) return;
    const fixable = report.findings.filter(({ fixes }) => fixes.length > 0).length;
    await this.#files.note({ ...outcome, hash }, { counts: { ...counts, fixable, allWarnings }, entry });
  }

  /** Repeats the entries of settled files, and adds them to a summary. Returns the number of their warnings. */
  async repeat(settled: SettledFolder, summary: Summary): Promise<number> {
    let warnings = 0;
    for (const record of settled.records) {
      const { name, counts, entry } = readRecord(record);
      summary.files++;
      summary.errors += counts.errors;
      summary.warnings += counts.warnings;
      summary.infos += counts.infos;
      summary.fixable += counts.fixable;
      warnings += counts.allWarnings;
      await this.#outputs.repeated(this.#entries.repeat(entry, { path: name, counts }));
    }
    await this.#files.keep(settled);
    return warnings;
  }

  /** Keeps what is new. */
  async close(): Promise<void> {
    await this.#files.close();
  }
}

/** Whether the report of a run has an entry for each file by itself, and nothing else is made of its findings. */
function isRepeatable(request: LintRequest): boolean {
  const { fix, updateBaseline, maxDiagnostics, statistics, state, composed } = request;
  const isPlain = fix === "none" && !updateBaseline && maxDiagnostics === undefined && !statistics;
  // A state has what was done by this run, and a run that composes every file reports about stages.
  return isPlain && state === undefined && composed?.files !== "all";
}
