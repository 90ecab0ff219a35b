/**
 * Receives the formatter's decisions. Only the space between tokens and comments changes, so each decision is "these
 * bytes become line ends and blanks"; the implementations build the new text, or a list of edits.
 */
import { CARRIAGE_RETURN, LINE_FEED, SPACE } from "../scan/characters.ts";
import type { TextEdit } from "../text-edits/text-edit.ts";

export interface TriviaSink {
  /** Replaces `[start, end)` by line ends, then spaces. Calls come in the order of the text. */
  replace(start: number, end: number, newlines: number, blanks: number): void;
}

/** Writes the new text. */
export class ByteSink implements TriviaSink {
  private readonly bytes: Uint8Array;
  private readonly isCrlf: boolean;
  private out: Uint8Array;
  private length = 0;
  private copied = 0;

  constructor(bytes: Uint8Array, isCrlf: boolean) {
    this.bytes = bytes;
    this.isCrlf = isCrlf;
    this.out = new Uint8Array(bytes.length + (bytes.length >> 4) + 256);
  }

  replace(start: number, end: number, newlines: number, blanks: number): void {
    this.copy(start, newlines * 2 + blanks);
    this.copied = end;
    const out = this.out;
    let length = this.length;
    for (let i = 0; i < newlines; i++) {
      if (this.isCrlf) out[length++] = CARRIAGE_RETURN;
      out[length++] = LINE_FEED;
    }
    for (let i = 0; i < blanks; i++) out[length++] = SPACE;
    this.length = length;
  }

  /** Returns the text; the sink must not be used afterwards. */
  finish(): Uint8Array {
    if (this.copied === 0) return this.bytes;
    this.copy(this.bytes.length, 0);
    this.copied = this.bytes.length;
    return this.out.subarray(0, this.length);
  }

  /** Copies the unchanged bytes up to `end`, and reserves `more` bytes after it. */
  private copy(end: number, more: number): void {
    const bytes = this.bytes;
    const from = this.copied;
    let length = this.length;
    const needed = length + (end - from) + more;
    if (needed > this.out.length) {
      const out = new Uint8Array(Math.max(needed, Math.ceil(this.out.length * 1.5)));
      out.set(this.out.subarray(0, length));
      this.out = out;
    }
    const out = this.out;
    if (end - from > 64) {
      out.set(bytes.subarray(from, end), length);
      length += end - from;
    } else for (let i = from; i < end; i++) out[length++] = bytes[i];
    this.length = length;
  }
}

/** Collects the edits that produce the new text. */
export class EditSink implements TriviaSink {
  readonly edits: TextEdit[] = [];
  private readonly lineEnd: string;

  constructor(isCrlf: boolean) {
    this.lineEnd = isCrlf ? "\r\n" : "\n";
  }

  replace(start: number, end: number, newlines: number, blanks: number): void {
    this.edits.push({ start, end, text: this.lineEnd.repeat(newlines) + " ".repeat(blanks) });
  }
}

/** Ignores every call. */
export class NullSink implements TriviaSink {
  replace(): void {}
}
