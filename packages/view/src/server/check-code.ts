import type { ShownFinding } from "../document/finding-rows.ts";

/** The findings of rules that are code. */
export interface CodeFindings {
  /** In the order of the text. */
  readonly findings: readonly ShownFinding[];
  /** Number of findings that are not reported because they are in the baseline. */
  readonly inBaseline: number;
  /** Why findings are missing, for the user: rules that throw or take too long; null if none are. */
  readonly problem: string | null;
}

/** Runs the rules of a file's configuration that are code on a text of the file, UTF-8. */
export type CheckCode = (location: string, text: Uint8Array) => Promise<CodeFindings>;
