/** A position in the bytes of an array edit, with readers for white space, strings and marks. */
import {
  AT,
  BACKSLASH,
  CARRIAGE_RETURN,
  COLON,
  HASH,
  LINE_FEED,
  NAME_BYTE,
  SLASH,
  SPACE,
  STAR,
  TAB,
} from "../../scan/characters.ts";

export class EditCursor {
  readonly bytes: Uint8Array;
  /** The position after the last byte of the edit's text. */
  readonly end: number;
  position: number;
  /** The expected syntax at a failure. */
  error = "";
  errorOffset = 0;

  constructor(bytes: Uint8Array, start: number, end: number) {
    this.bytes = bytes;
    this.position = start;
    this.end = end;
  }

  /** Records a failure at the current position. */
  fail(expected: string): undefined {
    return this.failAt(this.position, expected);
  }

  failAt(offset: number, expected: string): undefined {
    this.error = `expected ${expected}`;
    this.errorOffset = offset;
    return undefined;
  }

  at(mark: string): boolean {
    return this.position < this.end && this.bytes[this.position] === mark.charCodeAt(0);
  }

  take(mark: string): boolean {
    const found = this.at(mark);
    if (found) this.position++;
    return found;
  }

  /** Reads an ASCII word that is not followed by an ASCII name character. */
  takeWord(word: string): boolean {
    const { bytes, position, end } = this;
    const after = position + word.length;
    if (after > end) return false;
    for (let i = 0; i < word.length; i++) if (bytes[position + i] !== word.charCodeAt(i)) return false;
    const next = after < end ? (bytes[after] ?? 0) : 0;
    if (next < 128 && NAME_BYTE[next] === 1) return false;
    this.position = after;
    return true;
  }

  /** Skips blanks, tabs and block comments. */
  skipInline(): void {
    for (;;) {
      const byte = this.peek();
      if (byte === SPACE || byte === TAB) this.position++;
      else if (!this.skipBlockComment()) return;
    }
  }

  /** Skips inline space and comments to the end of the line, but not the line end. */
  skipToLineEnd(): void {
    do this.skipInline();
    while (this.skipLineComment());
  }

  /** Skips any white space and comments. */
  skipLines(): void {
    for (;;) {
      this.skipToLineEnd();
      const byte = this.peek();
      if (byte !== LINE_FEED && byte !== CARRIAGE_RETURN) return;
      this.position++;
    }
  }

  private peek(): number {
    return this.position < this.end ? (this.bytes[this.position] ?? -1) : -1;
  }

  private skipBlockComment(): boolean {
    const { bytes, position, end } = this;
    if (this.peek() !== SLASH || position + 1 >= end || bytes[position + 1] !== STAR) return false;
    for (let p = position + 2; p + 1 < end; p++) {
      if (bytes[p] === STAR && bytes[p + 1] === SLASH) {
        this.position = p + 2;
        return true;
      }
    }
    return false;
  }

  private skipLineComment(): boolean {
    const { bytes, end } = this;
    let p = this.position;
    const first = this.peek();
    if (first !== HASH && !(first === SLASH && p + 1 < end && bytes[p + 1] === SLASH)) return false;
    while (p < end && !this.isLineEnd(p)) p++;
    this.position = p;
    return true;
  }

  /** A line comment ends at LF or CRLF; a CR alone does not end it. */
  private isLineEnd(p: number): boolean {
    const { bytes, end } = this;
    if (bytes[p] === LINE_FEED) return true;
    return bytes[p] === CARRIAGE_RETURN && p + 1 < end && bytes[p + 1] === LINE_FEED;
  }

  /** Returns the position after the string literal at `start`, or -1 if it is unterminated. */
  stringEnd(start: number): number {
    const { bytes, end } = this;
    const quote = bytes[start];
    const triple = start + 2 < end && bytes[start + 1] === quote && bytes[start + 2] === quote;
    for (let p = start + (triple ? 3 : 1); p < end; p++) {
      const byte = bytes[p];
      if (byte === quote) {
        if (!triple) return p + 1;
        if (p + 2 < end && bytes[p + 1] === quote && bytes[p + 2] === quote) return p + 3;
      } else if (byte === BACKSLASH) {
        if (p + 1 < end && (bytes[p + 1] === BACKSLASH || bytes[p + 1] === quote)) p++;
      } else if (!triple && (byte === LINE_FEED || byte === CARRIAGE_RETURN)) {
        return -1;
      }
    }
    return -1;
  }

  /** Returns the position after the asset literal at `start`, or -1 if it is unterminated. */
  assetEnd(start: number): number {
    const { bytes, end } = this;
    const triple = this.isTripleAt(start);
    for (let p = start + (triple ? 3 : 1); p < end; p++) {
      const byte = bytes[p];
      if (byte === LINE_FEED || byte === CARRIAGE_RETURN) return -1;
      if (byte === BACKSLASH && triple && this.isTripleAt(p + 1)) p += 3;
      else if (byte === AT && !triple) return p + 1;
      else if (byte === AT && this.isTripleAt(p)) {
        // Up to two more marks belong to the path.
        let close = p + 3;
        while (close < p + 5 && close < end && bytes[close] === AT) close++;
        return close;
      }
    }
    return -1;
  }

  private isTripleAt(p: number): boolean {
    const { bytes } = this;
    return p + 2 < this.end && bytes[p] === AT && bytes[p + 1] === AT && bytes[p + 2] === AT;
  }

  /** Returns the position after the name (with `::` in it) at `start`. */
  nameEnd(start: number): number {
    const { bytes, end } = this;
    let p = start;
    for (;;) {
      while (p < end && NAME_BYTE[bytes[p] ?? 0] === 1) p++;
      const joined =
        p > start && p + 2 < end && bytes[p] === COLON && bytes[p + 1] === COLON && NAME_BYTE[bytes[p + 2] ?? 0] === 1;
      if (!joined) return p;
      p += 2;
    }
  }
}
