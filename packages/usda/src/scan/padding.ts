/** Skips the padding between tokens: spaces and comments. */
import { HASH, LINE_FEED, SLASH, SPACE, STAR, TAB } from "./characters.ts";

/** Returns the end of a line comment's line: a carriage return alone does not end it. */
function lineEnd(bytes: Uint8Array, p: number, limit: number): number {
  const end = bytes.indexOf(LINE_FEED, p);
  return end < 0 || end > limit ? limit : end;
}

/** Returns the position after the next end mark of a block comment, or -1. */
export function blockCommentEnd(bytes: Uint8Array, p: number): number {
  for (;;) {
    const star = bytes.indexOf(STAR, p);
    if (star < 0) return -1;
    if (bytes[star + 1] === SLASH) return star + 2;
    p = star + 1;
  }
}

/** Returns the end of the comment at `p`, `p` itself if there is none, and -1 if it is not closed. */
export function commentEnd(bytes: Uint8Array, p: number, limit: number): number {
  if (bytes[p] === HASH || bytes[p + 1] === SLASH) return lineEnd(bytes, p, limit);
  return bytes[p + 1] === STAR ? blockCommentEnd(bytes, p + 2) : p;
}

/** Returns the position after spaces, tabs and block comments. */
export function skipInline(bytes: Uint8Array, p: number, limit: number): number {
  while (p < limit) {
    const byte = bytes[p];
    if (byte === SPACE || byte === TAB) p++;
    else if (byte === SLASH && bytes[p + 1] === STAR) {
      const close = blockCommentEnd(bytes, p + 2);
      if (close < 0) return p;
      p = close;
    } else return p;
  }
  return p;
}
