/** The fields of the current token, and what stands between tokens: blanks and comments. */
import type { DiagnosticCode } from "../diagnostics/types.ts";
import * as characters from "./characters.ts";
import * as tokenKinds from "./token-kinds.ts";

// V8 reads an import from its cell at each use; constants of the file's own become part of the code.
const { HASH, LINE_FEED, SLASH, SPACE, STAR, TAB } = characters;
const { TokenKind } = tokenKinds;

export abstract class ScannerBase {
  readonly bytes: Uint8Array;

  /** Where the next token is looked for. */
  position = 0;

  // The current token.
  kind: number = TokenKind.endOfFile;
  start = 0;
  end = 0;
  /** Bits of `BEFORE_…`: what stands between the token before and this one. */
  before = 0;
  /** Identifier: its id in `names`, without an array suffix. */
  name = 0;
  /** Bits of `FLAG_…`: `[]` follows a name; a backslash is in a string; three marks on each side of it. */
  flags = 0;
  /** `invalid`: what is wrong. */
  problem: DiagnosticCode = "USDA_CHARACTER";

  protected limit: number;
  protected readonly maxToken: number;

  constructor(bytes: Uint8Array, maxToken: number) {
    this.bytes = bytes;
    this.limit = bytes.length;
    this.maxToken = maxToken;
  }

  protected fail(problem: DiagnosticCode, start: number, end: number): void {
    this.kind = TokenKind.invalid;
    this.problem = problem;
    this.start = start;
    this.end = this.position = end;
  }

  protected finish(kind: number, end: number): void {
    this.kind = kind;
    this.end = this.position = end;
    if (end - this.start > this.maxToken) this.fail("USDA_LIMIT_TOKEN", this.start, end);
  }

  /** A token that stands for many, and is decoded already: no bound of one token's length. */
  protected finishDecoded(kind: number, end: number): void {
    this.kind = kind;
    this.end = this.position = end;
  }

  /** End of a line comment's line: a carriage return alone does not end it. */
  protected lineEnd(p: number): number {
    const end = this.bytes.indexOf(LINE_FEED, p);
    return end < 0 || end > this.limit ? this.limit : end;
  }

  protected findBlockCommentEnd(p: number): number {
    const bytes = this.bytes;
    for (;;) {
      const star = bytes.indexOf(STAR, p);
      if (star < 0) return -1;
      if (bytes[star + 1] === SLASH) return star + 2;
      p = star + 1;
    }
  }

  /** The end of the comment at `p`, `p` itself where there is none, and -1 where it has no end. */
  protected commentEnd(p: number): number {
    const bytes = this.bytes;
    if (bytes[p] === HASH || bytes[p + 1] === SLASH) return this.lineEnd(p);
    return bytes[p + 1] === STAR ? this.findBlockCommentEnd(p + 2) : p;
  }

  /** Spaces, tabs and block comments. */
  skipInline(p: number): number {
    const bytes = this.bytes;
    const limit = this.limit;
    while (p < limit) {
      const byte = bytes[p];
      if (byte === SPACE || byte === TAB) p++;
      else if (byte === SLASH && bytes[p + 1] === STAR) {
        const close = this.findBlockCommentEnd(p + 2);
        if (close < 0) return p;
        p = close;
      } else return p;
    }
    return p;
  }
}
