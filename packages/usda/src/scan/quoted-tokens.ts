/** Strings, asset paths and scene paths: tokens with an end mark. */
import { AT, BACKSLASH, CARRIAGE_RETURN, GREATER, LESS, LINE_FEED } from "./characters.ts";
import { FLAG_ESCAPE, FLAG_TRIPLE } from "./token-kinds.ts";

/**
 * Finds the ends of strings, asset paths and scene paths. `flags` are those of the string or asset path that was read
 * last.
 */
export class QuotedTokenReader {
  /** End of the last token; if it is unterminated, the position where the scan stopped. */
  end = 0;
  /** Bits of `FLAG_…`: a string contains a backslash; three marks on each side. */
  flags = 0;

  private readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** Reads the string at `p`; returns false if it is unterminated before `limit`. */
  readString(p: number, limit: number, quote: number): boolean {
    const bytes = this.bytes;
    this.flags = 0;
    if (bytes[p + 1] === quote && bytes[p + 2] === quote) {
      this.flags = FLAG_TRIPLE;
      return this.readTripleString(p, limit, quote);
    }
    let q = p + 1;
    while (q < limit) {
      const byte = bytes[q];
      if (byte === quote) {
        this.end = q + 1;
        return true;
      }
      if (byte === BACKSLASH) {
        this.flags |= FLAG_ESCAPE;
        q++;
        if (q >= limit) break;
        // A backslash escapes only a backslash or the quote; a line's end after it still ends the line.
        if (bytes[q] === BACKSLASH || bytes[q] === quote) q++;
      } else if (byte === LINE_FEED || byte === CARRIAGE_RETURN) break;
      else q++;
    }
    this.end = q;
    return false;
  }

  private readTripleString(p: number, limit: number, quote: number): boolean {
    const bytes = this.bytes;
    let q = p + 3;
    while (q < limit) {
      const byte = bytes[q];
      if (byte === BACKSLASH) {
        this.flags |= FLAG_ESCAPE;
        q++;
        if (bytes[q] === BACKSLASH || bytes[q] === quote) q++;
      } else if (byte === quote && bytes[q + 1] === quote && bytes[q + 2] === quote) {
        this.end = q + 3;
        return true;
      } else q++;
    }
    this.end = limit;
    return false;
  }

  /** Reads the asset path at `p`; returns false if it is unterminated on its line. */
  readAsset(p: number, limit: number): boolean {
    const bytes = this.bytes;
    const isTriple = bytes[p + 1] === AT && bytes[p + 2] === AT;
    this.flags = isTriple ? FLAG_TRIPLE : 0;
    let q = p + (isTriple ? 3 : 1);
    while (q < limit) {
      const byte = bytes[q];
      if (byte === LINE_FEED || byte === CARRIAGE_RETURN) break;
      if (byte === AT) {
        if (!isTriple) {
          this.end = q + 1;
          return true;
        }
        if (bytes[q + 1] === AT && bytes[q + 2] === AT) {
          // Up to two more belong to the path: the last three close it.
          let end = q + 3;
          if (bytes[end] === AT) end++;
          if (bytes[end] === AT && end < q + 5) end++;
          this.end = end;
          return true;
        }
      } else if (isTriple && byte === BACKSLASH && bytes[q + 1] === AT && bytes[q + 2] === AT && bytes[q + 3] === AT) {
        q += 3;
      }
      q++;
    }
    this.end = q;
    return false;
  }

  /** Reads the scene path at `p`; returns false if it is unterminated on its line. */
  readPath(p: number, limit: number): boolean {
    const bytes = this.bytes;
    let q = p + 1;
    while (q < limit) {
      const byte = bytes[q];
      if (byte === GREATER) {
        this.end = q + 1;
        return true;
      }
      if (byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === LESS) break;
      q++;
    }
    this.end = q;
    return false;
  }
}
