/** Whether a blank separates two tokens of one line. */
import { TOKEN_KIND_COUNT, TokenKind } from "../scan/token-kinds.ts";

/** 1 for tokens with no blank before them. */
const TIGHT_BEFORE: Uint8Array = flags([
  TokenKind.comma,
  TokenKind.semicolon,
  TokenKind.colon,
  TokenKind.dot,
  TokenKind.rightParenthesis,
  TokenKind.rightBracket,
  TokenKind.endOfFile,
]);

/** 1 for tokens with no blank after them. */
const TIGHT_AFTER: Uint8Array = flags([TokenKind.leftParenthesis, TokenKind.leftBracket, TokenKind.dot]);

/**
 * Returns the number of blanks (0 or 1) between two tokens.
 *
 * @param isMatrix the statement's type is a matrix: the reference writes `( (1, 0), (0, 1) )`, and `((1, 0), (0, 1))`
 *   for unknown types
 */
export function blanksBetween(previous: number, next: number, isMatrix: boolean): number {
  if (next === previous && (next === TokenKind.leftParenthesis || next === TokenKind.rightParenthesis)) {
    return isMatrix ? 1 : 0;
  }
  if (TIGHT_BEFORE[next] === 1 || TIGHT_AFTER[previous] === 1) return 0;
  switch (next) {
    case TokenKind.leftBracket:
      // `rel x[</A>]`
      return previous === TokenKind.identifier || previous === TokenKind.headWord ? 0 : 1;
    case TokenKind.rightBrace:
      return previous === TokenKind.leftBrace ? 0 : 1;
    case TokenKind.path:
      // `@a.usd@</A>`
      return previous === TokenKind.asset ? 0 : 1;
    default:
      return 1;
  }
}

/** Returns the blanks between a token and the comment after it. */
export function blanksBeforeComment(previous: number, isBlock: boolean): number {
  return isBlock && TIGHT_AFTER[previous] === 1 ? 0 : 1;
}

/** Returns the blanks between a comment and the token after it. */
export function blanksAfterComment(next: number): number {
  return TIGHT_BEFORE[next] === 1 ? 0 : 1;
}

function flags(kinds: readonly number[]): Uint8Array {
  const table = new Uint8Array(TOKEN_KIND_COUNT);
  for (const kind of kinds) table[kind] = 1;
  return table;
}
