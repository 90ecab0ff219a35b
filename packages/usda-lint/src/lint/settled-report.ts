/** Entries of a report that an earlier run has written, for files that were not written since. */
import type { LintCache } from "../check/lint-cache.ts";
import { SettledFiles, type CheckedFile } from "../check/settled-files.ts";
import type { Prepared, Preparer } from "../check/prepare.ts";
import type { OtherReport } from "../composed/compose-entries.ts";
import type { LayerReports } from "../composed/layer-reports.ts";
import type { CommandContext } from "@usdkit/command/context/command-context";
import { readWhole } from "@usdkit/command/files/read-whole";
import type { ConfigLookup } from "@usdkit/lint-config/config-lookup";
import type { Finding } from "@usdkit/validate";
import { contentAsOf } from "../files/content.ts";
import type { Entry, SettledFolder } from "../files/entries.ts";
import { rootLayerOf } from "../files/root-layer.ts";
import {
  composedIn,
  fileOf,
  nameIn,
  readRecord,
  unsettled,
  type KnownStage,
  type SettledFile,
} from "../files/settled-record.ts";
import { countsOf } from "../reporters/count-findings.ts";
import type { Outputs } from "../reporters/outputs.ts";
import type { FileReport, ReportEntries, Summary } from "../reporters/reporter.ts";
import type { LintRequest } from "./lint-request.ts";
import type { Outcome } from "./lint-files.ts";

/** What a report with settled files needs of a run. */
export interface SettledReportOptions {
  readonly context: CommandContext;
  readonly configs: ConfigLookup;
  readonly preparer: Preparer;
  readonly cache: LintCache | undefined;
  readonly outputs: Outputs;
}

/** A file whose entry is kept. */
export interface Settling {
  readonly checked: CheckedFile;
  /** What it depends on besides the file. */
  readonly composed: string;
  readonly known: KnownStage | undefined;
}

/** What is kept of a file if it is not the text of one format. */
interface KeptReport {
  readonly profile: FileReport["profile"];
  /** With those of the baseline. */
  readonly findings: readonly Finding[];
  readonly hash: string;
  readonly length: number;
  readonly shard?: FileReport["shard"];
}

/** Reports a file, with what its report has besides findings. */
export type ReportFile = (file: OtherReport, more: Pick<FileReport, "sets" | "shard">) => Promise<void>;

/** Writes the entries of files, and repeats them. */
export class SettledReport {
  readonly #files: SettledFiles;
  /** Those of the only format, if each is a text by itself. */
  readonly #texts: ReportEntries | undefined;
  readonly #isShard: boolean;
  readonly #options: SettledReportOptions;
  readonly #settingsOf: (prepared: Prepared) => string | undefined;

  private constructor(
    files: SettledFiles,
    request: LintRequest,
    options: SettledReportOptions,
    settingsOf: (prepared: Prepared) => string | undefined,
  ) {
    this.#files = files;
    this.#texts = textsOf(request, options.outputs);
    this.#isShard = request.shard !== undefined;
    this.#options = options;
    this.#settingsOf = settingsOf;
  }

  /** Returns undefined for a run that writes to files, and for one without a cache. */
  static open(request: LintRequest, options: SettledReportOptions): SettledReport | undefined {
    const { fix, diff, updateBaseline, composed, quiet } = request;
    const { cache, context, outputs } = options;
    if (cache === undefined || fix !== "none" || diff || updateBaseline) return undefined;
    const form = textsOf(request, outputs)?.form;
    const stages = composed && Object.entries(composed).sort(([a], [b]) => (a < b ? -1 : 1));
    const kept = cache.settled(JSON.stringify([form, form !== undefined && quiet, stages, context.cwd]));
    if (kept === undefined) return undefined;
    const files = new SettledFiles({ ...options, ...kept, cwd: context.cwd });
    return new SettledReport(files, request, options, kept.settingsOf);
  }

  /** As {@link SettledFiles.settle}. */
  settle(entries: AsyncIterable<Entry>): AsyncIterable<Entry> {
    return this.#files.settle(entries);
  }

  /** Yields the entries of a run; settled files about which stages have found something else as files to check. */
  async *compare(entries: AsyncIterable<Entry>, found: LayerReports | undefined): AsyncGenerator<Entry> {
    for await (const entry of entries) {
      if (entry.kind !== "settled") {
        yield entry;
        continue;
      }
      const { folder } = entry;
      if (found === undefined && entry.records.every((record) => composedIn(record) === "")) {
        yield entry;
        continue;
      }
      let records: string[] = [];
      for (const record of entry.records) {
        const name = nameIn(record);
        const layer = rootLayerOf({ name, location: "" }, fileOf(folder, name));
        if ((await this.#composedOf(found, layer)) === composedIn(record)) {
          found?.skip(layer);
          records.push(record);
          continue;
        }
        if (records.length > 0) yield { kind: "settled", folder, records };
        records = [];
        yield* unsettled({ kind: "settled", folder, records: [record] }, this.#options.context);
      }
      if (records.length > 0) yield { kind: "settled", folder, records };
    }
  }

  /** Begins to keep a file, before the findings of stages are taken; undefined for one that each run checks. */
  async begin(
    outcome: Extract<Outcome, { kind: "checked" }>,
    found: LayerReports | undefined,
  ): Promise<Settling | undefined> {
    const { hash, checked, input, file, prepared } = outcome;
    if (hash === undefined || checked.problems !== undefined) return undefined;
    if (this.#isShard && prepared.baseline !== undefined) return undefined;
    const layer = rootLayerOf(input, file);
    const known = found?.knownStage(layer);
    const composed = await this.#composedOf(found, layer);
    return known === null || composed === undefined ? undefined : { checked: { ...outcome, hash }, composed, known };
  }

  /**
   * Keeps the entry of a file, and writes it if it is a text by itself.
   *
   * @param found with the findings of the baseline, and those that `--quiet` leaves out
   * @param allWarnings those that `--quiet` leaves out as well
   * @returns whether it was written
   */
  async write(
    { checked, composed, known }: Settling,
    report: FileReport,
    { found, allWarnings }: { readonly found: readonly Finding[]; readonly allWarnings: number },
  ): Promise<boolean> {
    const counts = countsOf(report.findings);
    const fixable = report.findings.filter(({ fixes }) => fixes.length > 0).length;
    const parts = { known, composed, counts: { ...counts, fixable, allWarnings }, sets: report.sets };
    const texts = checked.prepared.baseline === undefined ? this.#texts : undefined;
    if (texts === undefined) {
      const { profile, length = 0, shard } = report;
      const kept: KeptReport = { profile, findings: found, hash: checked.hash, length, shard };
      await this.#files.note(checked, { ...parts, isReport: true, entry: JSON.stringify(kept) });
      return false;
    }
    const entry = texts.of(report);
    await this.#options.outputs.repeated(texts.repeat(entry, { path: report.path, counts, sets: report.sets }));
    await this.#files.note(checked, { ...parts, isReport: false, entry });
    return true;
  }

  /**
   * Repeats the entries of settled files.
   *
   * @param summary that entries which are texts are added to; the others are reported as those of files that were checked
   * @returns the number of warnings of texts
   */
  async repeat(settled: SettledFolder, summary: Summary, report: ReportFile): Promise<number> {
    let warnings = 0;
    // Written together: most files follow each other without one that is reported on its own.
    let texts = "";
    const write = async (): Promise<void> => {
      const text = texts;
      texts = "";
      if (text !== "") await this.#options.outputs.repeated(text);
    };
    for (const record of settled.records) {
      const file = readRecord(record);
      if (file.isReport) {
        await write();
        await this.#report(fileOf(settled.folder, file.name), file, report);
        continue;
      }
      const { name, counts, sets, entry } = file;
      summary.files++;
      summary.errors += counts.errors;
      summary.warnings += counts.warnings;
      summary.infos += counts.infos;
      summary.fixable += counts.fixable;
      warnings += counts.allWarnings;
      texts += this.#texts?.repeat(entry, { path: name, counts, sets }) ?? "";
    }
    await write();
    await this.#files.keep(settled);
    return warnings;
  }

  /** Keeps what is new. */
  async close(): Promise<void> {
    await this.#files.close();
  }

  async #report(file: string, { name, sets, entry }: SettledFile, report: ReportFile): Promise<void> {
    const { profile, findings, hash, length, shard } = JSON.parse(entry) as KeptReport;
    const { settings } = await this.#options.configs.find(file);
    const prepared = this.#options.preparer.prepare(settings);
    const content = contentAsOf(hash, length, () => readWhole(file));
    await report({ name, file, prepared, profile, findings, content }, { sets, shard });
  }

  /** Returns what the entry of a layer depends on besides its file; undefined if that cannot be told. */
  async #composedOf(found: LayerReports | undefined, layer: string): Promise<string | undefined> {
    if (found === undefined) return "";
    const signature = found.signatureOf(layer);
    if (!this.#isShard) return signature;
    // The report of a shard has what was found on the stage of the file, as the configurations of its layers say.
    const settings: string[] = [];
    for (const file of found.filesOf(layer)) {
      const { settings: own, ignored } = await this.#options.configs.find(file);
      const prepared = ignored ? undefined : this.#options.preparer.prepare(own);
      const key = prepared === undefined ? "ignored" : this.#settingsOf(prepared);
      if (key === undefined || prepared?.baseline !== undefined) return undefined;
      settings.push(key);
    }
    return settings.length === 0 ? signature : `${signature} ${settings.join(" ")}`;
  }
}

/** Returns the entries of the only format of a run, if nothing else is made of findings. */
function textsOf({ maxDiagnostics, statistics }: LintRequest, outputs: Outputs): ReportEntries | undefined {
  return maxDiagnostics === undefined && !statistics ? outputs.entries : undefined;
}
