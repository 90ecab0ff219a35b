/** Byte classes of USDA text, as tables for the hot loops. */

/** Classes of the first byte of a token: an index for the scanner's first branch. */
export const FIRST: Uint8Array = new Uint8Array(256);
const FIRST_OTHER = 0;
export const FIRST_NAME = 1;
export const FIRST_DIGIT = 2;
export const FIRST_MARK = 3;
export const FIRST_SPACE = 4;
export const FIRST_NEWLINE = 5;
/** `#` and `/`. All bytes that do not begin a token come after `FIRST_SPACE`. */
const FIRST_COMMENT = 6;

/** 1 for bytes that continue a name: letters, digits, `_`, and every byte of a multi-byte character (checked later). */
export const NAME_BYTE: Uint8Array = new Uint8Array(256);

for (let byte = 0; byte < 256; byte++) {
  const letter = (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122) || byte === 95 || byte >= 128;
  const digit = byte >= 48 && byte <= 57;
  if (letter || digit) NAME_BYTE[byte] = 1;
  FIRST[byte] = letter ? FIRST_NAME : digit ? FIRST_DIGIT : FIRST_OTHER;
}
for (const mark of "{}()[]=:;,&") FIRST[mark.charCodeAt(0)] = FIRST_MARK;
FIRST[32] = FIRST_SPACE;
FIRST[9] = FIRST_SPACE;
FIRST[10] = FIRST_NEWLINE;
FIRST[13] = FIRST_NEWLINE;
FIRST[35] = FIRST_COMMENT;
FIRST[47] = FIRST_COMMENT;

export const TAB = 9;
export const LINE_FEED = 10;
export const CARRIAGE_RETURN = 13;
export const SPACE = 32;
export const DOUBLE_QUOTE = 34;
export const HASH = 35;
export const SINGLE_QUOTE = 39;
export const LEFT_PARENTHESIS = 40;
export const STAR = 42;
export const PLUS = 43;
export const COMMA = 44;
export const MINUS = 45;
export const DOT = 46;
export const SLASH = 47;
export const COLON = 58;
export const LESS = 60;
export const GREATER = 62;
export const AT = 64;
export const LEFT_BRACKET = 91;
export const BACKSLASH = 92;
export const RIGHT_BRACKET = 93;
export const LEFT_BRACE = 123;

/** Returns whether a byte is `0`–`9`. */
export function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 48 && byte <= 57;
}
