/** Finds the comments between two tokens. */
import { CARRIAGE_RETURN, LINE_FEED, SLASH, SPACE, STAR, TAB } from "../scan/characters.ts";

/** Returns the end of the white space at `p`: at a comment, at `end`, or at the `;` at `semicolon`. */
export function findTriviaEnd(bytes: Uint8Array, p: number, end: number, semicolon: number): number {
  while (p < end && p !== semicolon) {
    const byte = bytes[p];
    if (byte !== SPACE && byte !== TAB && byte !== LINE_FEED && byte !== CARRIAGE_RETURN) break;
    p++;
  }
  return p;
}

/**
 * Returns the end of the comment (or the header line) at `start`: after the star and slash of a block, otherwise
 * before the line's end and the blanks before it.
 */
export function findPieceEnd(bytes: Uint8Array, start: number, limit: number): number {
  let p = start + 1;
  if (bytes[start] === SLASH && bytes[p] === STAR) {
    p++;
    while (p < limit && !(bytes[p] === STAR && bytes[p + 1] === SLASH)) p++;
    return Math.min(limit, p + 2);
  }
  // A carriage return alone does not end a comment.
  while (p < limit && bytes[p] !== LINE_FEED) p++;
  while (p > start + 1 && (bytes[p - 1] === SPACE || bytes[p - 1] === TAB || bytes[p - 1] === CARRIAGE_RETURN)) p--;
  return p;
}
