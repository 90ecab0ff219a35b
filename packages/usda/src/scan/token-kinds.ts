/** Kinds of token, as small integers: the grammar's tables are indexed with them. */
export const TokenKind = {
  endOfFile: 0,
  /** A name or word within a statement; `scanner.name` is its id. */
  identifier: 1,
  /** `def`, `over` or `class` at the head of a statement. */
  specifier: 2,
  /** `variantSet` at the head of a statement. */
  variantSet: 3,
  number: 4,
  string: 5,
  asset: 6,
  path: 7,
  leftBrace: 8,
  rightBrace: 9,
  leftParenthesis: 10,
  rightParenthesis: 11,
  leftBracket: 12,
  rightBracket: 13,
  equals: 14,
  colon: 15,
  semicolon: 16,
  comma: 17,
  dot: 18,
  ampersand: 19,
  /** A whole list or tuple of numbers, decoded; the result is in `scanner.expected`. */
  numbers: 20,
  /** The whole body of a time-sample block of numbers, braces included; the result is in `scanner.expected`. */
  samples: 21,
  /** A whole `edit […]`. */
  arrayEdit: 22,
  /** An invalid token; `scanner.problem` is the reason. */
  invalid: 23,
  /**
   * The words that begin a statement: after a line's end, `;`, `{` or `(`, all words that follow on the line. They
   * are in `scanner.words`; `name` and the range are those of the first. `specifier` and `variantSet` have their
   * words too.
   */
  headWord: 24,
} as const;

export type TokenKind = (typeof TokenKind)[keyof typeof TokenKind];
export const TOKEN_KIND_COUNT = 25;

/** Bits of a token's `flags`. */
export const FLAG_ARRAY_SUFFIX = 1;
export const FLAG_COLON = 2;
/** Two colons in a row; `FLAG_COLON` is set together with it. */
export const FLAG_DOUBLE_COLON = 16;
export const FLAG_ESCAPE = 4;
export const FLAG_TRIPLE = 8;

/** Maximum number of words in the head of a statement; further words are separate tokens. */
export const MAX_HEAD_WORDS = 8;

/** What separates a token from the one before it, as bits. */
export const BEFORE_SPACE = 1;
export const BEFORE_NEWLINE = 2;
export const BEFORE_LINE_COMMENT = 4;
export const BEFORE_BLOCK_COMMENT = 8;
/** Bits that end a line: not inline padding. */
export const BEFORE_LINE_END: number = BEFORE_NEWLINE | BEFORE_LINE_COMMENT;
