/** The layout of the tokens that the kernel finds. */

/** Fields of a token. Further words of a head follow it, each with four fields: start, end, flags and name. */
export const KIND = 0;
export const START = 1;
export const END = 2;
/** Bits of `BEFORE_…`; bits of `FLAG_…` from bit 8 on. */
export const BITS = 3;
export const NAME = 4;
/** Brackets: the shape of the numbers that follow, 0 if they must be read. */
export const SHAPE = 4;
/** Bits of a shape: columns (0 for numbers) in the lowest byte, elements in the next; one of the numbers has a fraction. */
export const SHAPE_FRACTION: number = 1 << 30;
/** The position where the search for the next token starts. */
export const NEXT = 5;
export const WORDS = 6;
export const TOKEN_LENGTH = 7;
export const WORD_LENGTH = 4;
