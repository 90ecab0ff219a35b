/** Tokens of a text for editors: every word separately, comments included. */
import { isWord, WordScanner } from "../read/word-scanner.ts";
import { findPieceEnd, findTriviaEnd } from "./trivia-pieces.ts";
import { BEFORE_BLOCK_COMMENT, BEFORE_LINE_COMMENT, BEFORE_NEWLINE, TokenKind } from "../scan/token-kinds.ts";

/** The type of a token; a mark is one of `{}()[]=:;,.&`, and `invalid` text is not a token of the format. */
export type TextTokenType =
  | "word"
  | "number"
  | "string"
  | "asset"
  | "path"
  | "mark"
  | "lineComment"
  | "blockComment"
  | "invalid";

/** A token at the bytes `[start, end)`. */
export interface TextToken {
  readonly type: TextTokenType;
  readonly start: number;
  readonly end: number;
  /** Whether a line ends between the token before and this one. */
  readonly isFirstOnLine: boolean;
}

const COMMENT = BEFORE_LINE_COMMENT | BEFORE_BLOCK_COMMENT;

/** Token types by kind; every other kind is a mark. */
const TYPES: Readonly<Record<number, TextTokenType>> = {
  [TokenKind.number]: "number",
  [TokenKind.string]: "string",
  [TokenKind.asset]: "asset",
  [TokenKind.path]: "path",
  [TokenKind.invalid]: "invalid",
};

/**
 * Yields the tokens of `bytes[start, end)` in their order. Never throws: text that is not a token is yielded as
 * `invalid`.
 *
 * @param start 0 (the header line is then left out), or a position between two tokens, such as the start of a spec
 * @example for (const { type, start, end } of tokenize(layer.source)) …
 */
export function* tokenize(bytes: Uint8Array, start = 0, end: number = bytes.length): Generator<TextToken> {
  const scanner = new WordScanner(bytes, start);
  scanner.moveTo(start === 0 ? headerEnd(bytes) : start, end);
  let position = scanner.position;
  for (;;) {
    scanner.next();
    const isInvalid = scanner.kind === TokenKind.invalid;
    let { start: at } = scanner;
    if (isInvalid && scanner.problem === "USDA_COMMENT_UNTERMINATED") at = scanner.start = Math.max(position, at);
    if ((scanner.before & COMMENT) !== 0) yield* comments(bytes, position, at);
    if (scanner.kind === TokenKind.endOfFile) return;
    // Guarantees progress on any text.
    const tokenEnd = Math.max(scanner.end, at + 1);
    const type = isWord(scanner.kind) ? "word" : (TYPES[scanner.kind] ?? "mark");
    yield { type, start: at, end: tokenEnd, isFirstOnLine: (scanner.before & BEFORE_NEWLINE) !== 0 };
    position = scanner.position = tokenEnd;
  }
}

function headerEnd(bytes: Uint8Array): number {
  if (bytes[0] !== 35) return 0;
  const lineFeed = bytes.indexOf(10);
  return lineFeed < 0 ? bytes.length : lineFeed;
}

/** Returns the end of the line at `start`, blanks included: text typed there belongs to the comment. */
function lineEnd(bytes: Uint8Array, start: number, to: number): number {
  const lineFeed = bytes.indexOf(10, start);
  const end = lineFeed < 0 || lineFeed > to ? to : lineFeed;
  return bytes[end - 1] === 13 ? end - 1 : end;
}

/** Yields the comments of `bytes[from, to)`, which contains only comments and white space. */
function* comments(bytes: Uint8Array, from: number, to: number): Generator<TextToken> {
  let isFirstOnLine = false;
  for (let at = from; at < to;) {
    const start = findTriviaEnd(bytes, at, to, -1);
    isFirstOnLine ||= bytes.subarray(at, start).includes(10);
    if (start >= to) return;
    const isBlock = bytes[start] === 47 && bytes[start + 1] === 42;
    const end = Math.max(start + 1, isBlock ? findPieceEnd(bytes, start, to) : lineEnd(bytes, start, to));
    yield { type: isBlock ? "blockComment" : "lineComment", start, end, isFirstOnLine };
    isFirstOnLine = false;
    at = end;
  }
}
