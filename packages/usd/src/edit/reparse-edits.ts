/** Parses an edited text again: only around the edits. */
import { applyEdits, reparseUsda, type ParseResult, type ReparseResult, type TextEdit } from "@usdkit/usda";

/** Edits that are closer are parsed together: a copy of the text takes as long as parsing a part of it. */
const MIN_GAP_BYTES = 4096;
const MIN_GAP_PART = 1 / 8;

/**
 * Returns the parse result of a text with edits. Of edits that are far apart, as those of a prim that moves to another parent, the
 * text between them is not parsed again.
 *
 * @param previous of the text before the edits, without errors
 * @param edits at least one, in the order of the text, without overlaps
 */
export function reparseEdits(previous: ParseResult, edits: readonly TextEdit[]): ReparseResult {
  const groups = groupsOf(edits, sourceOf(previous).length);
  let result = reparseGroup(previous, groups.at(-1) ?? []);
  let { reparsedBytes } = result;
  // From the end of the text on, so that the offsets of the others stay.
  for (let i = groups.length - 2; i >= 0 && result.ok; i--) {
    result = reparseGroup(result, groups[i]);
    reparsedBytes += result.reparsedBytes;
  }
  if (result.ok || groups.length < 2) return { ...result, reparsedBytes };
  // Only some of the edits may be an error that all of them are not: a prim that is twice in between.
  result = reparseGroup(previous, edits);
  return { ...result, reparsedBytes: reparsedBytes + result.reparsedBytes };
}

function groupsOf(edits: readonly TextEdit[], size: number): readonly (readonly TextEdit[])[] {
  const minGap = Math.max(MIN_GAP_BYTES, size * MIN_GAP_PART);
  const groups: TextEdit[][] = [];
  let end = -Infinity;
  for (const edit of edits) {
    if (edit.start - end > minGap) groups.push([]);
    groups.at(-1)?.push(edit);
    ({ end } = edit);
  }
  return groups;
}

function reparseGroup(previous: ParseResult, edits: readonly TextEdit[]): ReparseResult {
  const before = sourceOf(previous);
  const after = applyEdits(before, edits);
  const { start } = edits[0];
  const { end } = edits[edits.length - 1];
  return reparseUsda(previous, after, { start, end, size: end - start + after.length - before.length });
}

function sourceOf({ layer: { source = new Uint8Array() } }: ParseResult): Uint8Array {
  return source;
}
