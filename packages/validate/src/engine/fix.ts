/** Applies fixes to a text until there are none left. */
import { applyEdits } from "@usdkit/usda";
import { checkScene, type Report } from "./check.ts";
import { EditSet } from "./edit-set.ts";
import type { Finding, Fix } from "../model/finding.ts";
import { withoutKnown, type KnownFinding } from "./known-findings.ts";
import type { CheckOptions } from "./prepare-check.ts";

/** What {@link chooseFixes} selects. */
export interface ChosenFixes {
  /** In the order of the text. */
  readonly edits: Fix["edits"];
  /** Number of fixes. */
  readonly count: number;
}

/** One pass may enable further fixes, but two fixes that undo each other must terminate. */
const MAX_PASSES = 10;

/** Options of {@link fixScene}. */
export interface FixOptions extends CheckOptions {
  /** Whether to apply unsafe fixes, which may change the composed scene. Default: only safe ones. */
  readonly unsafe?: boolean | undefined;
  /** Known findings of the text, as in a baseline: they are not fixed, and stay in the report. */
  readonly known?: readonly KnownFinding[] | undefined;
}

/** The result of {@link fixScene}. */
export interface FixResult {
  /** The text with the fixes; the input bytes themselves if none was applied. */
  readonly source: Uint8Array;
  /** The report about the fixed `source`. */
  readonly report: Report;
  /** Number of fixes applied, over all passes. */
  readonly applied: number;
  /** Number of passes (check, then change), at most 10. */
  readonly passes: number;
  /** False if the text has syntax errors; such a text is never changed. */
  readonly parsedWhole: boolean;
}

/**
 * Applies the fixes of all findings that are not known in passes, until the text is stable; fixes in one pass do not overlap.
 *
 * @param source Bytes or text of a `.usda` file.
 * @throws {RangeError} as `checkScene`.
 * @example
 * const { source, report } = fixScene(text, { profile: "offline" });
 */
export function fixScene(source: Uint8Array | string, options: FixOptions = {}): FixResult {
  let bytes = typeof source === "string" ? new TextEncoder().encode(source) : source;
  let report = checkScene(bytes, options);
  const { parsedWhole } = report;
  let applied = 0;
  let passes = 0;
  while (parsedWhole && passes < MAX_PASSES) {
    const chosen = chooseFixes(withoutKnown(report.findings, options.known), options.unsafe === true);
    if (chosen.count === 0) break;
    const next = applyEdits(bytes, chosen.edits);
    const after = checkScene(next, options);
    // A fix that breaks the text is a bug in its rule: keep the author's text.
    if (!after.parsedWhole) break;
    bytes = next;
    report = after;
    applied += chosen.count;
    passes++;
  }
  return { source: bytes, report, applied, passes, parsedWhole };
}

/**
 * Selects the first allowed fix of each finding, unless it overlaps one that was selected before.
 *
 * @param unsafe whether fixes that may change what is seen are allowed
 */
export function chooseFixes(findings: readonly Finding[], unsafe: boolean): ChosenFixes {
  const edits = new EditSet();
  let count = 0;
  for (const { fixes } of findings) {
    const fix = fixes.find(({ safe }) => safe || unsafe);
    if (fix !== undefined && edits.add(fix.edits)) count++;
  }
  return { edits: edits.inOrder, count };
}
