/** The output line that is being written: its indentation, and the trivia that it replaces. */
import { CARRIAGE_RETURN, LINE_FEED, SPACE } from "../scan/characters.ts";
import type { TriviaSink } from "./trivia-sink.ts";

export class LineState {
  private readonly bytes: Uint8Array;
  private readonly sink: TriviaSink;
  private readonly isCrlf: boolean;
  /** Blanks at the start of the line. */
  indent = 0;
  /** Whether the statement's type is a matrix. */
  isMatrix = false;
  /** The start of the line in the old text, and the difference in length of the new one so far. */
  private start = 0;
  private grown = 0;
  /** Number of `\r\n` minus number of `\n` line ends of the old text, if requested. */
  balance = 0;
  private readonly counts: boolean;

  /** @param counts to keep `balance` */
  constructor(bytes: Uint8Array, sink: TriviaSink, isCrlf: boolean, counts = false) {
    this.bytes = bytes;
    this.sink = sink;
    this.isCrlf = isCrlf;
    this.counts = counts;
  }

  /** Returns the column (in bytes, from 0) in the new text of the old text's `position`. */
  column(position: number): number {
    return this.indent + position - this.start + this.grown;
  }

  /** The token that ends at `end` contains line ends, the last before `lastLine`. */
  restart(lastLine: number): void {
    this.start = lastLine;
    this.grown = -this.indent;
  }

  /** Replaces `[start, end)` by 0 or 1 blanks. */
  inline(start: number, end: number, blanks: number): void {
    const length = end - start;
    if (length === blanks && (blanks === 0 || this.bytes[start] === SPACE)) return;
    this.grown += blanks - length;
    this.sink.replace(start, end, 0, blanks);
  }

  /** Replaces `[start, end)` by line ends and the indentation of the next line. */
  break(start: number, end: number, newlines: number, indent: number): void {
    this.indent = indent;
    this.start = end;
    this.grown = 0;
    if (this.counts) this.count(start, end);
    if (!this.isAlready(start, end, newlines, indent)) this.sink.replace(start, end, newlines, indent);
  }

  private isAlready(start: number, end: number, newlines: number, indent: number): boolean {
    const bytes = this.bytes;
    if (end - start !== newlines * (this.isCrlf ? 2 : 1) + indent) return false;
    let p = start;
    for (let i = 0; i < newlines; i++) {
      if (this.isCrlf && bytes[p++] !== CARRIAGE_RETURN) return false;
      if (bytes[p++] !== LINE_FEED) return false;
    }
    while (p < end && bytes[p] === SPACE) p++;
    return p === end;
  }

  private count(start: number, end: number): void {
    for (let i = start; i < end; i++) {
      if (this.bytes[i] === LINE_FEED) this.balance += i > 0 && this.bytes[i - 1] === CARRIAGE_RETURN ? 1 : -1;
    }
  }
}

/** Returns the number of line ends in `[start, end)`; `\r\n` is one. */
export function countLineEnds(bytes: Uint8Array, start: number, end: number): number {
  let count = 0;
  for (let i = start; i < end; i++) {
    const byte = bytes[i];
    if (byte === LINE_FEED) {
      if (i === start || bytes[i - 1] !== CARRIAGE_RETURN) count++;
    } else if (byte === CARRIAGE_RETURN) count++;
  }
  return count;
}
