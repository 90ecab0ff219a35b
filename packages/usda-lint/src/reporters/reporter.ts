/** What a reporter is given, and what it gives. */
import type { Finding, ResolvedProfile, SetVerdict } from "@usdkit/validate";
import type { Style } from "@usdkit/command/terminal/style";

export interface FileReport {
  readonly path: string;
  readonly profile: ResolvedProfile;
  /** In the order of the text. */
  readonly findings: readonly Finding[];
  readonly source: Uint8Array;
  /** Whether the stage of the file meets the requirement sets; absent if it was not composed. */
  readonly sets?: readonly SetVerdict[] | undefined;
  /** The set that the configuration names. */
  readonly requiredSet?: string | undefined;
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

/** Turns reports into text, piece by piece: what it returns is written immediately. */
export interface Reporter {
  /** True for reports that a run without files may leave out. */
  readonly isForPeople?: boolean;
  begin?(): string;
  file(report: FileReport): string;
  end(summary: Summary): string;
}

export interface ReporterOptions {
  readonly style: Style;
  /** Columns of the terminal. */
  readonly columns: number;
}

export type CreateReporter = (options: ReporterOptions) => Reporter;
