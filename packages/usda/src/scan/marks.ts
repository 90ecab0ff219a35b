/** Tokens of one character. */
import { TokenKind } from "./token-kinds.ts";

/** The kinds of the tokens of one character, by their byte. */
export const MARK_KIND: Uint8Array = new Uint8Array(256);
for (const [mark, kind] of [
  ["{", TokenKind.leftBrace],
  ["}", TokenKind.rightBrace],
  ["(", TokenKind.leftParenthesis],
  [")", TokenKind.rightParenthesis],
  ["[", TokenKind.leftBracket],
  ["]", TokenKind.rightBracket],
  ["=", TokenKind.equals],
  [":", TokenKind.colon],
  [";", TokenKind.semicolon],
  [",", TokenKind.comma],
  ["&", TokenKind.ampersand],
] as const) {
  MARK_KIND[mark.charCodeAt(0)] = kind;
}

/** Tokens after which an identifier is at the head of a statement, as after a line's end. */
export const OPENS_STATEMENT: Uint8Array = new Uint8Array(32);
OPENS_STATEMENT[TokenKind.semicolon] = 1;
OPENS_STATEMENT[TokenKind.leftBrace] = 1;
OPENS_STATEMENT[TokenKind.leftParenthesis] = 1;
