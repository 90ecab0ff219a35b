/** The line of the new text that is being written: how far it is indented, and the trivia replaced by it. */
import { CARRIAGE_RETURN, LINE_FEED, SPACE } from "../scan/characters.ts";
import type { TriviaSink } from "./trivia-sink.ts";

export class LineState {
  private readonly bytes: Uint8Array;
  private readonly sink: TriviaSink;
  private readonly isCrlf: boolean;
  /** Blanks that the line begins with. */
  indent = 0;
  /** The statement is of a matrix type. */
  isMatrix = false;
  /** Where in the old text the line begins, and how much longer the new one has become since. */
  private start = 0;
  private grown = 0;
  /** Line ends `\r\n` less line ends `\n` of the old text, where asked for. */
  balance = 0;
  private readonly counts: boolean;

  /** @param counts to keep `balance` */
  constructor(bytes: Uint8Array, sink: TriviaSink, isCrlf: boolean, counts = false) {
    this.bytes = bytes;
    this.sink = sink;
    this.isCrlf = isCrlf;
    this.counts = counts;
  }

  /** Column (in bytes, from 0) of the new text that the old text's `position` gets. */
  column(position: number): number {
    return this.indent + position - this.start + this.grown;
  }

  /** The token that ends at `end` has line ends of its own, the last before `lastLine`. */
  restart(lastLine: number): void {
    this.start = lastLine;
    this.grown = -this.indent;
  }

  /** `[start, end)` becomes 0 or 1 blanks. */
  inline(start: number, end: number, blanks: number): void {
    const length = end - start;
    if (length === blanks && (blanks === 0 || this.bytes[start] === SPACE)) return;
    this.grown += blanks - length;
    this.sink.replace(start, end, 0, blanks);
  }

  /** `[start, end)` becomes line ends and the indentation of the next line. */
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

/** Line ends in `[start, end)`: `\r\n` is one. */
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
