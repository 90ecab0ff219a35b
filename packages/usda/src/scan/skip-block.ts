/** Looks ahead over brackets. Both functions move the scanner. */
import type { Scanner } from "./scanner.ts";
import { TokenKind } from "./token-kinds.ts";

/** Returns the position after the block whose `{` is at `start`, regardless of its contents. */
export function skipBlock(scanner: Scanner, start: number): number {
  let depth = 0;
  scanner.moveTo(start);
  for (;;) {
    scanner.next();
    const { kind } = scanner;
    if (kind === TokenKind.leftBrace) depth++;
    else if (kind === TokenKind.rightBrace) depth--;
    if (kind === TokenKind.endOfFile || depth === 0) return scanner.end;
  }
}

/**
 * Returns whether a `)` that closes the bracket open at `position` follows before a brace. Called for errors only; adds
 * the range that was read to the scanner's lookaheads.
 */
export function hasClosingParenthesis(scanner: Scanner, position: number): boolean {
  const isClosed = findClosingParenthesis(scanner, position);
  scanner.lookaheads.push({ start: position, end: scanner.end });
  return isClosed;
}

function findClosingParenthesis(scanner: Scanner, position: number): boolean {
  let parentheses = 0;
  let braces = 0;
  scanner.moveTo(position);
  for (;;) {
    scanner.next();
    const { kind } = scanner;
    if (kind === TokenKind.leftParenthesis) parentheses++;
    else if (kind === TokenKind.rightParenthesis && parentheses-- === 0) return true;
    else if (kind === TokenKind.leftBrace) braces++;
    else if (kind === TokenKind.rightBrace && braces-- === 0) return false;
    else if (kind === TokenKind.endOfFile) return false;
  }
}
