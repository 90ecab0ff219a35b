/** Removes statements with their comments, without leaving gaps. */
import { CARRIAGE_RETURN, LINE_FEED } from "../scan/characters.ts";
import type { ByteRange, Layer } from "@usdkit/layer";
import { isLineComment } from "./keep-comments.ts";
import {
  afterLineEnd,
  blanksBefore,
  commentsWithin,
  indentAt,
  lineEnd,
  lineEndAt,
  lineStart,
  skipBlanks,
  surroundingsOf,
} from "./lines.ts";
import { sourceOf } from "./statement-parts.ts";
import type { TextEdit } from "../text-edits/text-edit.ts";

const CLOSING: ReadonlySet<number | undefined> = new Set([")", "}", "]"].map((mark) => mark.charCodeAt(0)));
const OPENING: ReadonlySet<number | undefined> = new Set(["(", "{", "["].map((mark) => mark.charCodeAt(0)));

/**
 * Returns the edits that remove statements, with the comments directly above them and at the end of their lines.
 * Adjacent ranges become one edit; empty lines are not doubled.
 *
 * @param ranges statements of properties, entries of metadata, prims
 */
export function removeStatements(layer: Layer, ranges: readonly ByteRange[]): TextEdit[] {
  const bytes = sourceOf(layer);
  const lines = merge(ranges.map((range) => removal(layer, range)));
  const whole = merge(lines.map(({ start, end }) => withEmptyLines(bytes, start, end)));
  return whole.map(({ start, end }) => ({ start, end, text: "" }));
}

/**
 * Returns the edits that remove a statement and keep its comments: those above stay, those in it and after it replace
 * it.
 *
 * @param range a statement of a property, an entry of metadata, a prim
 */
export function removeStatementText(layer: Layer, range: ByteRange): TextEdit[] {
  const bytes = sourceOf(layer);
  const around = surroundingsOf(layer, range);
  const comments = commentsWithin(layer.comments, range.start, around.end);
  if (comments.length === 0) {
    const hasCommentAbove = around.start < range.start;
    if (!hasCommentAbove || !around.endsLine) return removeStatements(layer, [range]);
    return [{ start: lineStart(bytes, range.start), end: afterLineEnd(bytes, lineEnd(bytes, around.end)), text: "" }];
  }
  const next = lineEndAt(bytes, range.start) + indentAt(bytes, range.start);
  const written = comments.map((each, index) => {
    const isLast = index + 1 === comments.length;
    if (isLast && around.endsLine) return each.text.trimEnd();
    return each.text.trimEnd() + (isLineComment(each) || (around.beginsLine && !isLast) ? next : " ");
  });
  return [
    {
      start: around.beginsLine || !around.endsLine ? range.start : blanksBefore(bytes, range.start),
      end: around.endsLine ? around.end : skipBlanks(bytes, around.end),
      text: (around.beginsLine || !around.endsLine ? "" : " ") + written.join(""),
    },
  ];
}

/** Sorts ranges and joins adjacent ones. */
function merge(ranges: readonly ByteRange[]): ByteRange[] {
  const merged: { start: number; end: number }[] = [];
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

function removal(layer: Layer, range: ByteRange): ByteRange {
  const bytes = sourceOf(layer);
  const around = surroundingsOf(layer, range);
  if (around.beginsLine && around.endsLine) {
    return { start: lineStart(bytes, around.start), end: afterLineEnd(bytes, lineEnd(bytes, around.end)) };
  }
  if (around.endsLine) return { start: blanksBefore(bytes, range.start), end: around.end };
  const next = skipBlanks(bytes, around.separatorEnd);
  if (!around.beginsLine && CLOSING.has(bytes[next])) {
    return { start: blanksBefore(bytes, range.start), end: around.separatorEnd };
  }
  return { start: around.start, end: next };
}

/** Returns the range to remove: whole lines, with the empty lines that would be doubled or left at a bracket's edge. */
function withEmptyLines(bytes: Uint8Array, start: number, end: number): ByteRange {
  if (start !== lineStart(bytes, start) || (end !== lineStart(bytes, end) && end < bytes.length)) return { start, end };
  let before = start;
  while (before > 0 && isEmptyLine(bytes, lineStart(bytes, before - 1))) before = lineStart(bytes, before - 1);
  let after = end;
  while (after < bytes.length && isEmptyLine(bytes, after)) after = afterLineEnd(bytes, lineEnd(bytes, after));
  const next = skipBlanks(bytes, after);
  if (next >= bytes.length || CLOSING.has(bytes[next])) return { start: before, end: after };
  // The last byte of the line before, excluding line ends.
  let last = before - 1;
  while (last >= 0 && (bytes[last] === LINE_FEED || bytes[last] === CARRIAGE_RETURN)) last--;
  if (OPENING.has(bytes[last])) return { start, end: after };
  return { start, end: before < start ? after : end };
}

function isEmptyLine(bytes: Uint8Array, start: number): boolean {
  const p = skipBlanks(bytes, start);
  return p < bytes.length && (bytes[p] === LINE_FEED || bytes[p] === CARRIAGE_RETURN);
}
