/** Findings as the page and its server exchange them. */

/** The findings of rules that are code. */
export interface CodeView {
  readonly findings: readonly FindingRow[];
  /** Includes findings beyond the limit. */
  readonly counts: FindingCounts;
  /** Number of findings that are not reported because they are in the baseline. */
  readonly inBaseline: number;
  /** Why findings of rules that are code are missing; null if none are. */
  readonly problem: string | null;
}

/** Numbers of findings by severity. */
export interface FindingCounts {
  readonly error: number;
  readonly warning: number;
  readonly info: number;
}

/** A position in the text: lines and columns from 1, columns in UTF-16 units. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** A finding. */
export interface FindingRow {
  readonly rule: string;
  readonly severity: "error" | "warning" | "info";
  readonly message: string;
  readonly hint: string | null;
  readonly primPath: string;
  readonly start: TextPlace;
  readonly end: TextPlace;
  readonly fixes: readonly FixRow[];
  /** True for a finding of a rule that is code, which the language server of the page does not know. */
  readonly isOfCode?: boolean | undefined;
}

/** A fix: edits of the text, offsets in UTF-16 units, in order. */
export interface FixRow {
  readonly title: string;
  readonly edits: readonly { readonly from: number; readonly to: number; readonly text: string }[];
}
