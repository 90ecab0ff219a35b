/** The layout of the tokens that the kernel finds. */

/** Fields of a token. Further words of a head follow it, each with four fields: start, end, flags and name. */
export const KIND = 0;
export const START = 1;
export const END = 2;
/** Bits of `BEFORE_…`; bits of `FLAG_…` from bit 8 on. */
export const BITS = 3;
export const NAME = 4;
/** The position where the search for the next token starts. */
export const NEXT = 5;
export const WORDS = 6;
export const TOKEN_LENGTH = 7;
export const WORD_LENGTH = 4;
