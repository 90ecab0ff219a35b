/** Lines of a file around a place, as HTML, with the place marked. */
import type { LineIndex } from "@usdkit/validate";
// The names of files are not the only bytes that may not be text.
import { decodePath as decode } from "@usdkit/command/files/input";
import { escapeXmlLine } from "../terminal/escape-xml.ts";

/** Bytes of a line shown before, in and after the marked place. */
const NEARBY = 160;
/** Maximum number of lines shown of a range; the lines after them are omitted. */
const MAX_LINES = 12;

export interface HtmlFrameOptions {
  readonly source: Uint8Array;
  readonly lines: LineIndex;
  readonly range: { readonly start: number; readonly end: number };
  /** Lines before and after. */
  readonly context: number;
}

export function htmlFrame({ source, lines, range, context }: HtmlFrameOptions): string {
  const from = lines.lineAt(range.start);
  const through = Math.max(from, lines.lineAt(Math.max(range.start, range.end - 1)));
  const shown = Math.min(through, from + MAX_LINES - 1);
  const first = Math.max(1, from - context);
  const last = through > shown ? shown : Math.min(lines.starts.length, shown + context);
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength);

  let html = "";
  for (let at = first; at <= last; at++) {
    const { start, end } = lines.lineRange(at);
    // What a file ends with is not a line.
    if (at === lines.starts.length && at > through && start === end) continue;
    const isMarked = from <= at && at <= shown;
    const line = { bytes, start, end };
    const isFirst = at === from;
    const code = isMarked
      ? markedLine(line, { start: isFirst ? range.start : afterIndent(line), end: range.end, isFirst })
      : plainLine(line);
    html += `<span class="line${isMarked ? " focus" : ""}"><span class="number">${at}</span>${code}\n</span>`;
  }
  if (through > shown) html += `<span class="line"><span class="number">⋮</span>\n</span>`;
  return `<pre class="frame" tabindex="0"><code>${html}</code></pre>`;
}

interface Line {
  /** The whole file. */
  readonly bytes: Buffer;
  /** Byte offsets of the line, without its line end. */
  readonly start: number;
  readonly end: number;
}

/** Byte offsets of the mark in a line; they may exceed the line. */
interface Mark {
  readonly start: number;
  readonly end: number;
  /** Whether this is the first line of the range; only there an empty range is marked. */
  readonly isFirst: boolean;
}

/** Returns where the text of a line starts: in a range of several lines the indentation is not marked. */
function afterIndent({ bytes, start, end }: Line): number {
  let at = start;
  while (at < end && (bytes[at] === 0x20 || bytes[at] === 9)) at++;
  return at;
}

function markedLine({ bytes, start, end }: Line, marked: Mark): string {
  const markStart = Math.min(marked.start, end);
  const markEnd = Math.max(markStart, Math.min(marked.end, end));
  const first = Math.max(start, alignBack(bytes, markStart - NEARBY, start));
  const markLast = markEnd - markStart > NEARBY ? alignBack(bytes, markStart + NEARBY, markStart) : markEnd;
  const last = markLast < markEnd ? markLast : alignBack(bytes, Math.min(end, markEnd + NEARBY), markEnd, end);
  const mark =
    markStart === markEnd
      ? marked.isFirst
        ? '<mark class="point"></mark>'
        : ""
      : `<mark>${text(bytes, markStart, markLast)}${markLast < markEnd ? "…" : ""}</mark>`;
  return `${first > start ? "…" : ""}${text(bytes, first, markStart)}${mark}${text(bytes, markLast, last)}${
    last < end && markLast === markEnd ? "…" : ""
  }`;
}

function plainLine({ bytes, start, end }: Line): string {
  const last = alignBack(bytes, Math.min(end, start + 2 * NEARBY), start, end);
  return `${text(bytes, start, last)}${last < end ? "…" : ""}`;
}

function text(bytes: Buffer, start: number, end: number): string {
  return start < end ? escapeXmlLine(decode(bytes.subarray(start, end))) : "";
}

/** The start of the character at `offset`; nothing to do at `whole`, where the line ends anyway. */
function alignBack(bytes: Buffer, offset: number, least: number, whole = -1): number {
  if (offset === whole) return offset;
  let at = Math.max(offset, least);
  while (at > least && at > offset - 4 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at--;
  return at;
}
