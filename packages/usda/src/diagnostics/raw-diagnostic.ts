import type { DiagnosticCode, RelatedRange } from "./types.ts";

/** A finding of the parser, before it has a line and a column. */
export interface RawDiagnostic {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly start: number;
  readonly end: number;
  readonly primPath: string;
  readonly hint?: string | undefined;
  readonly related?: readonly RelatedRange[] | undefined;
}

export type ReportDetails = Pick<RawDiagnostic, "hint" | "related">;
