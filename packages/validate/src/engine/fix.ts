/** Fixes applied to a text, until none is left. */
import { applyEdits } from "@usdkit/usda";
import { checkScene, type CheckOptions, type Report } from "./check.ts";
import { EditSet } from "./edit-set.ts";
import type { Finding, Fix } from "../model/finding.ts";

/** A fix may make room for the next one, but two that undo each other must end. */
const MAX_PASSES = 10;

/** What is checked, and which fixes may be applied. */
export interface FixOptions extends CheckOptions {
  /** Also those that may change what the author meant. Default: safe ones alone. */
  readonly unsafe?: boolean | undefined;
}

/** What {@link fixScene} gives. */
export interface FixResult {
  /** The text with the fixes; the very bytes that were given where none applied. */
  readonly source: Uint8Array;
  /** Of `source`: what is left. */
  readonly report: Report;
  /** How many fixes were applied, over all passes. */
  readonly applied: number;
  /** How many rounds of check and change it took, at most 10. */
  readonly passes: number;
  /** False where the text has syntax errors; such a text is never changed. */
  readonly parsedWhole: boolean;
}

/**
 * Applies the fixes of all findings: together where they do not overlap, and again until the text is stable.
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
    const chosen = chooseFixes(report.findings, options.unsafe === true);
    if (chosen.count === 0) break;
    const next = applyEdits(bytes, chosen.edits);
    const after = checkScene(next, options);
    // A fix that breaks the text is a defect of its rule; the author's text is worth more.
    if (!after.parsedWhole) break;
    bytes = next;
    report = after;
    applied += chosen.count;
    passes++;
  }
  return { source: bytes, report, applied, passes, parsedWhole };
}

/** Of each finding its first fix that may be applied, where it overlaps none chosen before. */
function chooseFixes(findings: readonly Finding[], unsafe: boolean): { edits: Fix["edits"]; count: number } {
  const edits = new EditSet();
  let count = 0;
  for (const { fixes } of findings) {
    const fix = fixes.find(({ safe }) => safe || unsafe);
    if (fix !== undefined && edits.add(fix.edits)) count++;
  }
  return { edits: edits.inOrder, count };
}
