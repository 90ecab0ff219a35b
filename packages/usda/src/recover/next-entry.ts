/** Finds the position to resume at after an error in metadata: the block's next entry. */
import { listOperationOf } from "../read/metadata-forms.ts";
import type { Scanner } from "../scan/scanner.ts";
import { hasClosingParenthesis } from "../scan/skip-block.ts";
import { BEFORE_NEWLINE, TokenKind } from "../scan/token-kinds.ts";

/** Positions of a metadata entry with an error. */
export interface BrokenEntry {
  /** Position of the block's `(`. */
  readonly blockStart: number;
  readonly entryStart: number;
  readonly faultStart: number;
}

/**
 * Returns the position of the next entry of a metadata block, or of its `)`, after an error in an entry; -1 if the
 * block does not seem to be closed. Skips the brackets that the entry has opened, unless an entry seems to begin
 * before their end.
 */
export function findNextEntry(scanner: Scanner, { blockStart, entryStart, faultStart }: BrokenEntry): number {
  if (!hasClosingParenthesis(scanner, blockStart + 1)) return -1;
  /** Brackets that are open in the block: `{` is 1, others are 0. */
  const open: number[] = [];
  scanner.moveTo(blockStart);
  scanner.next();
  for (;;) {
    scanner.next();
    const { kind, start, end } = scanner;
    if (kind === TokenKind.endOfFile || kind === TokenKind.specifier || kind === TokenKind.variantSet) return -1;
    if (
      start >= faultStart &&
      start > entryStart &&
      (scanner.before & BEFORE_NEWLINE) !== 0 &&
      beginsEntry(scanner, open)
    )
      return start;
    if (start >= faultStart && open.length === 0) {
      if (kind === TokenKind.rightParenthesis) return start;
      if (kind === TokenKind.semicolon) return end;
      // The body of the prim, since no `=` is before it on its line.
      if (kind === TokenKind.leftBrace && (scanner.before & BEFORE_NEWLINE) !== 0) return -1;
    }
    if (kind === TokenKind.leftBrace) open.push(1);
    else if (kind === TokenKind.leftBracket || kind === TokenKind.leftParenthesis) open.push(0);
    else if (kind === TokenKind.rightBrace && open.lastIndexOf(1) < 0) return -1;
    else if (isCloser(kind) && open.length > 0) {
      if (kind === TokenKind.rightBrace) open.length = open.lastIndexOf(1);
      else open.pop();
    }
  }
}

function isCloser(kind: number): boolean {
  return kind === TokenKind.rightBrace || kind === TokenKind.rightBracket || kind === TokenKind.rightParenthesis;
}

/**
 * Returns whether the scanner's token, first on its line, begins an entry. Moves the scanner back to the token's end.
 */
function beginsEntry(scanner: Scanner, open: readonly number[]): boolean {
  const { kind, end } = scanner;
  if (open.includes(1)) return false;
  if (kind !== TokenKind.headWord) return kind === TokenKind.string && open.length === 0;
  if (open.length === 0) return true;
  // A word of a list, unless it is a name before `=`.
  const { start, wordCount, words } = scanner;
  if (wordCount > (listOperationOf(words[0].name) === 0 ? 1 : 2)) return false;
  scanner.next();
  const isAssigned = scanner.kind === TokenKind.equals;
  scanner.moveTo(isAssigned ? start : end);
  if (isAssigned) scanner.next();
  return isAssigned;
}
