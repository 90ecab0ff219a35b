/** Finds the conflict markers that a merge left in a text. */
import type { ByteRange } from "@usdkit/layer";
import type { RawDiagnostic } from "../diagnostics/raw-diagnostic.ts";
import { CARRIAGE_RETURN, LINE_FEED, SPACE } from "../scan/characters.ts";
import { opaqueEnd } from "../scan/comments.ts";

const MARKER_LENGTH = 7;
const OURS = 60;
const BASE = 124;
const THEIRS = 61;
const END = 62;

/** The merge conflicts of a text. */
export interface MergeConflicts {
  /** The line of each conflict's first marker. */
  readonly markers: readonly ByteRange[];
  /** The text with blanks instead of the markers and the other versions: the first version of each conflict stays. */
  readonly ours: Uint8Array;
}

/**
 * Returns the merge conflicts of a text with errors; undefined if there are none. Lines in strings and comments are
 * not markers.
 */
export function findMergeConflicts(bytes: Uint8Array): MergeConflicts | undefined {
  const markers: ByteRange[] = [];
  let ours: Uint8Array | undefined;
  /** The last marker of the open conflict, 0 outside of one. */
  let state = 0;
  let isLineStart = true;
  for (let p = 0; p < bytes.length;) {
    const marker = isLineStart ? markerAt(bytes, p) : 0;
    if (marker !== 0) {
      const end = lineEnd(bytes, p);
      if (state === 0 || marker === OURS) markers.push({ start: p, end });
      state = marker === END ? 0 : marker === OURS || state !== 0 ? marker : 0;
      blank((ours ??= bytes.slice()), p, end);
      p = end;
      continue;
    }
    // The other versions may contain anything: only a marker ends them.
    const isOther = state === BASE || state === THEIRS;
    const end = isOther ? lineEnd(bytes, p) : opaqueEnd(bytes, p);
    if (isOther && ours !== undefined) blank(ours, p, end);
    isLineStart = end <= p && bytes[p] === LINE_FEED;
    p = Math.max(end, isOther && end > p ? end : p + 1);
  }
  return ours === undefined ? undefined : { markers, ours };
}

/** Returns a finding for each conflict. */
export function conflictDiagnostics({ markers }: MergeConflicts): RawDiagnostic[] {
  return markers.map(({ start, end }) => ({
    code: "USDA_MERGE_CONFLICT",
    message: "The file has an unresolved merge conflict here.",
    hint: "Keep one of the versions, and remove the lines of the markers.",
    start,
    end,
    primPath: "/",
  }));
}

/** Returns the character of the marker that the line at `p` begins with, or 0: exactly seven of it. */
function markerAt(bytes: Uint8Array, p: number): number {
  const byte = bytes[p];
  if (byte !== OURS && byte !== BASE && byte !== THEIRS && byte !== END) return 0;
  for (let i = 1; i < MARKER_LENGTH; i++) if (bytes[p + i] !== byte) return 0;
  return bytes[p + MARKER_LENGTH] === byte ? 0 : byte;
}

/** Returns the end of the line at `p`, without its line end. */
function lineEnd(bytes: Uint8Array, p: number): number {
  const end = bytes.indexOf(LINE_FEED, p);
  const stop = end < 0 ? bytes.length : end;
  return stop > p && bytes[stop - 1] === CARRIAGE_RETURN ? stop - 1 : stop;
}

function blank(bytes: Uint8Array, start: number, end: number): void {
  bytes.fill(SPACE, start, end);
}
