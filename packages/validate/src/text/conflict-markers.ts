/** Markers that a merge leaves in a text. */
import type { ByteRange } from "@usdkit/layer";
import type { Diagnostic } from "@usdkit/usda";
import { indexOfText } from "./byte-text.ts";

/** A conflict of a merge. */
export interface Conflict {
  /** The line `<<<<<<<`. */
  readonly marker: ByteRange;
  /** From that line to the end of the line `>>>>>>>`, or of the text. */
  readonly range: ByteRange;
}

const MARKER_LENGTH = 7;
const MAX_CONFLICTS = 1000;

/**
 * Returns the conflicts of a text. A marker inside of a string is none: at a real one the parser has found an error.
 */
export function conflictsOf(bytes: Uint8Array, diagnostics: readonly Diagnostic[]): readonly Conflict[] {
  const conflicts: Conflict[] = [];
  let from = 0;
  while (conflicts.length < MAX_CONFLICTS) {
    const start = nextMarker(bytes, "<", from);
    if (start < 0) break;
    const closing = nextMarker(bytes, ">", start);
    const end = closing < 0 ? bytes.length : lineEnd(bytes, closing);
    from = Math.max(end, start + MARKER_LENGTH);
    const range = { start, end };
    if (!diagnostics.some((each) => isIn(each, range))) continue;
    conflicts.push({ marker: { start, end: lineEnd(bytes, start) }, range });
  }
  return conflicts;
}

/** Returns whether a diagnostic begins in the range. */
export function isIn({ range }: Diagnostic, { start, end }: ByteRange): boolean {
  return start <= range.start && range.start <= end;
}

/** The offset of the next line that begins with seven of these characters, and no eighth; -1 if there is none. */
function nextMarker(bytes: Uint8Array, character: string, from: number): number {
  const marker = character.repeat(MARKER_LENGTH);
  for (let at = indexOfText(bytes, marker, from); at >= 0; at = indexOfText(bytes, marker, at + 1)) {
    const isLineStart = at === 0 || bytes[at - 1] === 10;
    if (isLineStart && bytes[at + MARKER_LENGTH] !== character.charCodeAt(0)) return at;
  }
  return -1;
}

function lineEnd(bytes: Uint8Array, from: number): number {
  const end = bytes.indexOf(10, from);
  const stop = end < 0 ? bytes.length : end;
  return bytes[stop - 1] === 13 ? stop - 1 : stop;
}
