/** What a reporter is given, and what it gives. */
import type { Finding, ResolvedProfile, SetVerdict } from "@usdkit/validate";
import type { Style } from "@usdkit/command/terminal/style";
import type { ShardEntry, ShardReport } from "./shard-entry.ts";

/** Numbers of findings. */
export interface FindingCounts {
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
}

export interface FileReport {
  readonly path: string;
  readonly profile: ResolvedProfile;
  /** In the order of the text. */
  readonly findings: readonly Finding[];
  /** Numbers of findings, if `findings` does not have all of them. */
  readonly counts?: FindingCounts | undefined;
  /** Empty if the text is not known, or nothing shows it. */
  readonly source: Uint8Array;
  /** Bytes of the file; default: those of `source`. */
  readonly length?: number | undefined;
  /** Whether the stage of the file meets the requirement sets; absent if it was not composed. */
  readonly sets?: readonly SetVerdict[] | undefined;
  /** The set that the configuration names. */
  readonly requiredSet?: string | undefined;
  /** Pictures of prims with findings, PNG, by {@link pictureKey}; only for formats that show them. */
  readonly pictures?: ReadonlyMap<string, Uint8Array> | undefined;
  /** In the report of a shard. */
  readonly shard?: ShardEntry | undefined;
}

export interface Summary {
  files: number;
  errors: number;
  warnings: number;
  infos: number;
  /** Findings with at least one fix. */
  fixable: number;
  /** Findings that a baseline left out; absent if there is none. */
  baselined?: number;
}

/** The entries of a report, which a later run may repeat. */
export interface ReportEntries {
  /** Formats with the same entries have the same name. */
  readonly form: string;
  /** Returns the entry of a file. */
  of(report: FileReport): string;
  /** Returns the text of a report for an entry. */
  repeat(entry: string, file: Pick<FileReport, "path" | "sets"> & { readonly counts: FindingCounts }): string;
}

/** Turns reports into text, piece by piece: what it returns is written immediately. */
export interface Reporter {
  /** True for reports that a run without files may leave out. */
  readonly isForPeople?: boolean;
  /** True if it shows lines of files with findings: others are not given their bytes. */
  readonly showsText?: boolean;
  begin?(): string;
  file(report: FileReport): string;
  /** For reports with an entry for each file that depends on that file alone. */
  readonly entries?: ReportEntries;
  /** @param shard for the report of a shard */
  end(summary: Summary, shard?: ShardReport): string;
}

export interface ReporterOptions {
  readonly style: Style;
  /** Columns of the terminal. */
  readonly columns: number;
}

export type CreateReporter = (options: ReporterOptions) => Reporter;
