/** The text of a document: UTF-8 bytes, with lines and columns as the protocol counts them. */
import { decodeUtf8, encodeUtf8 } from "@usdkit/base";
import type { ByteRange } from "@usdkit/layer";
import type { Position, Range } from "vscode-languageserver-types";

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** A change of bytes: `[start, end)` of the old text becomes `text`. */
export interface ByteEdit {
  readonly start: number;
  readonly end: number;
  readonly text: Uint8Array;
}

/**
 * Text that does not change; `replace` makes another one. The protocol's positions are lines from 0 and columns in UTF-16
 * units; offsets are bytes. A line ends after `\n`, `\r\n` or a lone `\r`.
 */
export class SourceText {
  readonly bytes: Uint8Array;
  /** Offset of the first byte of each line. */
  readonly lineStarts: Uint32Array;
  /** The result of the last {@link positionAt}. */
  #last: { readonly line: number; readonly offset: number; readonly character: number } = {
    line: 0,
    offset: 0,
    character: 0,
  };

  constructor(bytes: Uint8Array, lineStarts: Uint32Array = findLineStarts(bytes)) {
    this.bytes = bytes;
    this.lineStarts = lineStarts;
  }

  static of(text: string): SourceText {
    return new SourceText(encodeUtf8(text));
  }

  get lineCount(): number {
    return this.lineStarts.length;
  }

  /** Returns the line, from 0, of a byte. */
  lineAt(offset: number): number {
    const { lineStarts } = this;
    let low = 0;
    let high = lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (lineStarts[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Returns the position of a byte; of the marks that end a line, the end of the line. */
  positionAt(offset: number): Position {
    const within = Math.max(0, Math.min(offset, this.bytes.length));
    const line = this.lineAt(within);
    const at = Math.min(within, this.lineEnd(line));
    const start = this.lineStarts[line];
    // Positions are asked for in order, often many of one long line: counted from the last one, that takes linear time.
    const last = this.#last;
    const isNear = last.line === line && Math.abs(at - last.offset) < at - start;
    const from = isNear ? last : { offset: start, character: 0 };
    const character =
      at >= from.offset
        ? from.character + utf16Length(this.bytes, from.offset, at)
        : from.character - utf16Length(this.bytes, at, from.offset);
    this.#last = { line, offset: at, character };
    return { line, character };
  }

  /** Returns the byte of a position; positions outside of the text are moved to its nearest one. */
  offsetAt({ line, character }: Position): number {
    if (!(line >= 0)) return 0;
    if (line >= this.lineStarts.length) return this.bytes.length;
    const { bytes } = this;
    let offset = this.lineStarts[line];
    const end = this.lineEnd(line);
    let units = 0;
    while (offset < end && units < character) {
      const byte = bytes[offset];
      const size = byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
      const width = size === 4 ? 2 : 1;
      // Within a pair of surrogates: before it.
      if (units + width > character) break;
      units += width;
      offset += size;
    }
    return Math.min(offset, end);
  }

  rangeOf({ start, end }: ByteRange): Range {
    return { start: this.positionAt(start), end: this.positionAt(end) };
  }

  bytesOf({ start, end }: Range): ByteRange {
    const from = this.offsetAt(start);
    const to = this.offsetAt(end);
    return from <= to ? { start: from, end: to } : { start: to, end: from };
  }

  /** Returns the end of a line, without the marks that end it. */
  lineEnd(line: number): number {
    let end = this.lineStarts[line + 1] ?? this.bytes.length;
    if (line + 1 >= this.lineStarts.length) return end;
    if (this.bytes[end - 1] === LINE_FEED) end--;
    if (end > this.lineStarts[line] && this.bytes[end - 1] === CARRIAGE_RETURN) end--;
    return end;
  }

  slice({ start, end }: ByteRange): string {
    return decodeUtf8(this.bytes, start, Math.min(end, this.bytes.length));
  }

  /** Returns the text after an edit. */
  replace({ start, end, text }: ByteEdit): SourceText {
    const old = this.bytes;
    const bytes = new Uint8Array(old.length - (end - start) + text.length);
    bytes.set(old.subarray(0, start));
    bytes.set(text, start);
    bytes.set(old.subarray(end), start + text.length);
    return new SourceText(bytes, this.#editedLines(bytes, start, end));
  }

  /** Lines around the edit are found again: it may join or part `\r` and `\n`. */
  #editedLines(bytes: Uint8Array, start: number, end: number): Uint32Array {
    const { lineStarts: old } = this;
    const delta = bytes.length - this.bytes.length;
    const first = this.lineAt(Math.max(0, start - 1));
    const last = this.lineAt(Math.min(end + 1, this.bytes.length));
    const to = last + 1 < old.length ? old[last + 1] + delta : bytes.length + 1;
    const found: number[] = [];
    for (let i = old[first]; i < to - 1; i++) if (endsLine(bytes, i) && i + 1 < to) found.push(i + 1);
    const after = old.length - last - 1;
    const lines = new Uint32Array(first + 1 + found.length + after);
    lines.set(old.subarray(0, first + 1));
    lines.set(found, first + 1);
    const at = first + 1 + found.length;
    for (let i = 0; i < after; i++) lines[at + i] = old[last + 1 + i] + delta;
    return lines;
  }
}

/** UTF-16 units of `bytes[start, end)`: one a sequence, two for those of four bytes. */
function utf16Length(bytes: Uint8Array, start: number, end: number): number {
  let units = 0;
  for (let i = start; i < end; i++) {
    const byte = bytes[i];
    if ((byte & 0xc0) !== 0x80) units += byte >= 0xf0 ? 2 : 1;
  }
  return units;
}

function endsLine(bytes: Uint8Array, i: number): boolean {
  const byte = bytes[i];
  return byte === LINE_FEED || (byte === CARRIAGE_RETURN && bytes[i + 1] !== LINE_FEED);
}

function findLineStarts(bytes: Uint8Array): Uint32Array {
  let count = 1;
  for (let i = 0; i < bytes.length; i++) if (endsLine(bytes, i)) count++;
  const starts = new Uint32Array(count);
  let line = 0;
  for (let i = 0; i < bytes.length; i++) if (endsLine(bytes, i)) starts[++line] = i + 1;
  return starts;
}
