/** Lines of the source: their starts, their indentation, and the trivia around a statement on its own lines. */
import { CARRIAGE_RETURN, LINE_FEED, SPACE, TAB } from "../scan/characters.ts";
import type { ByteRange, Comment, Layer } from "@usdkit/layer";
import { decodeUtf8 } from "@usdkit/base";
import { sourceOf } from "./statement-parts.ts";

const SEMICOLON = 59;

/** Returns the offset after the line feed before `position`. */
export function lineStart(bytes: Uint8Array, position: number): number {
  let p = position;
  while (p > 0 && bytes[p - 1] !== LINE_FEED) p--;
  return p;
}

/** Returns the offset of the line end (`\r` or `\n`) at or after `position`, or of the text's end. */
export function lineEnd(bytes: Uint8Array, position: number): number {
  let p = position;
  while (p < bytes.length && bytes[p] !== LINE_FEED && bytes[p] !== CARRIAGE_RETURN) p++;
  return p;
}

/** Returns the position after the line end at `position`, or `position` itself if there is none. */
export function afterLineEnd(bytes: Uint8Array, position: number): number {
  let p = position;
  if (bytes[p] === CARRIAGE_RETURN) p++;
  if (bytes[p] === LINE_FEED) p++;
  return p;
}

/** Returns whether only blanks are between the start of the line and `position`. */
export function beginsLine(bytes: Uint8Array, position: number): boolean {
  const p = blanksBefore(bytes, position);
  return p === 0 || bytes[p - 1] === LINE_FEED;
}

/** Returns the offset of the first of the blanks before `position`. */
export function blanksBefore(bytes: Uint8Array, position: number): number {
  let p = position;
  while (p > 0 && isBlank(bytes[p - 1])) p--;
  return p;
}

export function skipBlanks(bytes: Uint8Array, position: number): number {
  let p = position;
  while (p < bytes.length && isBlank(bytes[p])) p++;
  return p;
}

/** Returns the blanks at the start of the line of `position`. */
export function indentAt(bytes: Uint8Array, position: number): string {
  const start = lineStart(bytes, position);
  return decodeUtf8(bytes, start, Math.min(position, skipBlanks(bytes, start)));
}

/** Returns the line end of the line before `position`, otherwise of the first line. */
export function lineEndAt(bytes: Uint8Array, position: number): "\n" | "\r\n" {
  const before = bytes.lastIndexOf(LINE_FEED, Math.max(0, position - 1));
  const lineFeed = before >= 0 ? before : bytes.indexOf(LINE_FEED);
  return lineFeed > 0 && bytes[lineFeed - 1] === CARRIAGE_RETURN ? "\r\n" : "\n";
}

/** Returns one level of indentation, taken from the first indented line of the text; otherwise four blanks. */
export function indentUnit(bytes: Uint8Array): string {
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) {
    const end = skipBlanks(bytes, at + 1);
    const isEmpty = end >= bytes.length || bytes[end] === LINE_FEED || bytes[end] === CARRIAGE_RETURN;
    if (end > at + 1 && !isEmpty) return decodeUtf8(bytes, at + 1, end);
  }
  return "    ";
}

/** A statement with its comments and separator. */
export interface Surroundings {
  /** Start of the first comment on its own line directly above, or of the statement. */
  readonly start: number;
  /** After the `;`, or the statement's end. */
  readonly separatorEnd: number;
  /** After the comment at the end of its line, or `separatorEnd`. */
  readonly end: number;
  /** Whether nothing else is on its lines. */
  readonly beginsLine: boolean;
  readonly endsLine: boolean;
}

export function surroundingsOf(layer: Layer, range: ByteRange): Surroundings {
  const bytes = sourceOf(layer);
  const comments = layer.comments;
  const first = firstCommentFrom(comments, range.start);
  const begins = beginsLine(bytes, range.start);
  let { start } = range;
  if (begins) {
    for (let i = first - 1; i >= 0; i--) {
      const comment = comments[i].range;
      if (!beginsLine(bytes, comment.start) || !isOneLineEnd(bytes, comment.end, start)) break;
      start = comment.start;
    }
  }
  let after = firstCommentFrom(comments, range.end);
  let end = range.end;
  let separatorEnd = range.end;
  let sawSeparator = false;
  for (;;) {
    const p = skipBlanks(bytes, end);
    if (bytes[p] === SEMICOLON && !sawSeparator) {
      sawSeparator = true;
      separatorEnd = end = p + 1;
    } else if (comments[after]?.range.start === p) {
      end = comments[after++].range.end;
    } else break;
  }
  const next = skipBlanks(bytes, end);
  const endsLine = next >= bytes.length || bytes[next] === LINE_FEED || bytes[next] === CARRIAGE_RETURN;
  return { start, separatorEnd, end: endsLine ? end : separatorEnd, beginsLine: begins, endsLine };
}

/** Returns the comments that begin in `[start, end)`. */
export function commentsWithin(comments: readonly Comment[], start: number, end: number): readonly Comment[] {
  return comments.slice(firstCommentFrom(comments, start), firstCommentFrom(comments, end));
}

/** Returns whether `[start, end)` has exactly one line end, and otherwise only blanks. */
function isOneLineEnd(bytes: Uint8Array, start: number, end: number): boolean {
  let p = skipBlanks(bytes, start);
  const next = afterLineEnd(bytes, p);
  if (next === p) return false;
  p = skipBlanks(bytes, next);
  return p === end;
}

/** Returns the index of the first comment that begins at or after `position`. */
function firstCommentFrom(comments: readonly Comment[], position: number): number {
  let low = 0;
  let high = comments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (comments[middle].range.start < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isBlank(byte: number): boolean {
  return byte === SPACE || byte === TAB;
}
