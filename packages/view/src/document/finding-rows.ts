/** Findings as rows of the page. */
import type { FindingCounts, FindingRow } from "../protocol/code-view.ts";
import { TextOffsets } from "./text-offsets.ts";

/** Maximum number of listed findings; all are counted. */
const MAX_FINDINGS = 2000;
/** In a text with more findings, only the first ones have fixes. */
const MAX_FIXES = 500;

/** The parts of a finding of `usda-lint` that the page shows; edits are byte offsets. */
export interface ShownFinding extends Omit<FindingRow, "hint" | "fixes"> {
  readonly hint?: string | undefined;
  readonly fixes: readonly {
    readonly title: string;
    readonly edits: readonly { readonly start: number; readonly end: number; readonly text: string }[];
  }[];
}

/** Returns the first findings as rows, and the numbers of all. */
export function findingRows(
  source: Uint8Array,
  findings: readonly ShownFinding[],
): { readonly findings: readonly FindingRow[]; readonly counts: FindingCounts } {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity } of findings) counts[severity]++;
  const offsets = new TextOffsets(source);
  const rows = findings.slice(0, MAX_FINDINGS).map((each, i) => findingRow(each, i < MAX_FIXES ? offsets : null));
  return { findings: rows, counts };
}

function findingRow(finding: ShownFinding, offsets: TextOffsets | null): FindingRow {
  const { rule, severity, message, hint, primPath, start, end, fixes } = finding;
  return {
    rule,
    severity,
    message,
    hint: hint ?? null,
    primPath,
    start,
    end,
    fixes:
      offsets === null
        ? []
        : fixes.map(({ title, edits }) => ({
            title,
            edits: edits
              .map((edit) => ({ from: offsets.at(edit.start), to: offsets.at(edit.end), text: edit.text }))
              .sort((a, b) => a.from - b.from),
          })),
  };
}
