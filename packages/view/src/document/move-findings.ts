/** Findings of an earlier text, at the places where they are after an edit. */
import type { FindingRow, TextPlace } from "../protocol/code-view.ts";

const LINE_FEED = 10;

/**
 * Returns the findings about lines that an edit did not touch, moved with their lines, without fixes.
 *
 * @param before The text of the findings, UTF-8.
 * @param after The text after the edit.
 */
export function moveFindings(
  findings: readonly FindingRow[],
  before: Uint8Array,
  after: Uint8Array,
): readonly FindingRow[] {
  if (findings.length === 0) return [];
  const limit = Math.min(before.length, after.length);
  let start = 0;
  let firstChanged = 1;
  for (; start < limit && before[start] === after[start]; start++) if (before[start] === LINE_FEED) firstChanged++;
  let end = 0;
  while (end < limit - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  const removed = linesOf(before, start, before.length - end);
  const shift = linesOf(after, start, after.length - end) - removed;
  const isWhole = [before, after].every((text) => isAtLine(text, start) && isAtLine(text, text.length - end));
  const lastChanged = firstChanged + removed - (isWhole ? 1 : 0);
  const move = ({ line, column }: TextPlace): TextPlace => ({ line: line + shift, column });
  return findings.flatMap((finding): FindingRow | readonly FindingRow[] => {
    if (finding.end.line < firstChanged) return { ...finding, fixes: [] };
    if (finding.start.line <= lastChanged) return [];
    return { ...finding, start: move(finding.start), end: move(finding.end), fixes: [] };
  });
}

function isAtLine(bytes: Uint8Array, offset: number): boolean {
  return offset === 0 || bytes[offset - 1] === LINE_FEED;
}

function linesOf(bytes: Uint8Array, start: number, end: number): number {
  let lines = 0;
  for (let i = start; i < end; i++) if (bytes[i] === LINE_FEED) lines++;
  return lines;
}
