/** Converts byte offsets to lines and columns. */
import type { Position } from "../model/finding.ts";

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * Line starts of a text in bytes. A line ends after `\n`, `\r\n` or a lone `\r`, as in the format. Built on first access:
 * a file without findings does not need it.
 */
export class LineIndex {
  readonly #bytes: Uint8Array;
  #starts: ArrayLike<number> | undefined;

  /** @param starts the offset of the first byte of each line, if it is known */
  constructor(bytes: Uint8Array, starts?: ArrayLike<number>) {
    this.#bytes = bytes;
    this.#starts = starts;
  }

  /** Offset of the first byte of each line. */
  get starts(): ArrayLike<number> {
    return (this.#starts ??= lineStarts(this.#bytes));
  }

  /** Returns the line (from 1) that contains the byte at `offset`. */
  lineAt(offset: number): number {
    const starts = this.starts;
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (starts[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }

  /** Returns line and column, both from 1, of the byte at `offset`. */
  positionAt(offset: number): Position {
    const line = this.lineAt(offset);
    return { line, column: 1 + utf16Length(this.#bytes, this.starts[line - 1] ?? 0, offset) };
  }

  /** Returns the byte range of a line without its line end, half-open. */
  lineRange(line: number): { start: number; end: number } {
    const start = this.starts[line - 1] ?? this.#bytes.length;
    let end = this.starts[line] ?? this.#bytes.length;
    if (end > start && this.#bytes[end - 1] === LINE_FEED) end--;
    if (end > start && this.#bytes[end - 1] === CARRIAGE_RETURN) end--;
    return { start, end };
  }
}

function lineStarts(bytes: Uint8Array): number[] {
  const starts = [0];
  // Most texts have line feeds alone, and the search of the engine takes a fraction of a loop.
  if (bytes.indexOf(CARRIAGE_RETURN) < 0) {
    for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) starts.push(at + 1);
    return starts;
  }
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte === LINE_FEED || (byte === CARRIAGE_RETURN && bytes[i + 1] !== LINE_FEED)) starts.push(i + 1);
  }
  return starts;
}

/** Returns the UTF-16 length of `bytes[start, end)`: one per UTF-8 sequence, two for those of four bytes. Does not decode. */
function utf16Length(bytes: Uint8Array, start: number, end: number): number {
  let units = 0;
  for (let i = start; i < end; i++) {
    const byte = bytes[i] ?? 0;
    if (byte < 0x80 || byte > 0xbf) units += byte < 0xf0 ? 1 : 2;
  }
  return units;
}
