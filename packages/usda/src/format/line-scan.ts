/**
 * Distinguishes brackets that close on the same line from those that do not, in one pass over each line: the
 * formatter needs this at the opening bracket.
 */
import { DOT, FIRST, FIRST_DIGIT, MINUS, SPACE } from "../scan/characters.ts";
import type { Scanner } from "../scan/scanner.ts";
import { BEFORE_NEWLINE, TokenKind } from "../scan/token-kinds.ts";

const COMMA = 44;

/** Bytes of a plain list of numbers, excluding brackets. */
const PLAIN: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) =>
  FIRST[byte] === FIRST_DIGIT || byte === COMMA || byte === DOT || byte === MINUS || byte === SPACE ? 1 : 0,
);

export class LineScan {
  private readonly scanner: Scanner;
  /** Every bracket before this position is classified: those that close on their line are in `closed`. */
  private scannedTo = 0;
  private readonly closed = new Set<number>();

  /** @param scanner a separate scanner over the same text */
  constructor(scanner: Scanner) {
    this.scanner = scanner;
  }

  /**
   * Returns whether a line ends between the bracket at `open` and its closing bracket, excluding strings and
   * comments.
   */
  isBroken(open: number): boolean {
    if (open >= this.scannedTo) this.scan(open);
    return !this.closed.has(open);
  }

  private scan(open: number): void {
    const scanner = this.scanner;
    this.closed.clear();
    scanner.moveTo(open);
    const stack: number[] = [];
    for (;;) {
      scanner.next();
      // The requested bracket may be the first of its line.
      if (stack.length > 0 && (scanner.before & BEFORE_NEWLINE) !== 0) break;
      const kind = scanner.kind;
      if (kind === TokenKind.leftBrace || kind === TokenKind.leftParenthesis || kind === TokenKind.leftBracket) {
        stack.push(scanner.start);
        if (kind === TokenKind.leftBracket) this.skipNumbers();
      } else if (
        kind === TokenKind.rightBrace ||
        kind === TokenKind.rightParenthesis ||
        kind === TokenKind.rightBracket
      ) {
        const opening = stack.pop();
        if (opening !== undefined) this.closed.add(opening);
        if (stack.length === 0) break;
      } else if (kind === TokenKind.endOfFile || kind === TokenKind.invalid) break;
    }
    this.scannedTo = scanner.start;
  }

  private skipNumbers(): void {
    const bytes = this.scanner.bytes;
    let p = this.scanner.position;
    while (p < bytes.length && PLAIN[bytes[p]] === 1) p++;
    this.scanner.position = p;
  }
}
