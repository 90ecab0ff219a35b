/**
 * Finds values whose text is already what printing them gives: they are copied, which takes a tenth of the time of decoding and
 * printing them. Only short, common forms; all others are decoded. Each function returns the index after what it recognises at
 * `at`, or {@link NOT_CANONICAL}.
 */
import type { ScalarKind, ValueType } from "@usdkit/layer";

export const NOT_CANONICAL: number = -1;

const QUOTE = 34;
const LEFT_PARENTHESIS = 40;
const RIGHT_PARENTHESIS = 41;
const COMMA = 44;
const MINUS = 45;
const POINT = 46;
const SLASH = 47;
const ZERO = 48;
const NINE = 57;
const COLON = 58;
const LESS = 60;
const GREATER = 62;
const AT = 64;
const LEFT_BRACKET = 91;
const BACKSLASH = 92;
const RIGHT_BRACKET = 93;
const BLANK = 32;
const DELETE = 127;

/** Digits of an integer that every type has room for, other than those of 8 bits. */
const INTEGER_DIGITS = 9;
/** A decimal with at most so many digits is the shortest one of its number, if it has no zeros at its end. */
const FLOAT_DIGITS = 6;
const DOUBLE_DIGITS = 15;
/** Zeros after `0.` in a number that is still written without an exponent. */
const FRACTION_ZEROS = 3;

/** By list operation of the tape: its word. */
export const OPERATION_WORDS = ["", "add ", "prepend ", "append ", "delete ", "reorder "] as const;

/** A value of a type, as after `=`. */
export function valueEnd(bytes: Uint8Array, at: number, type: ValueType, isArray: boolean): number {
  // The type decides about the version in the first line.
  if (type.name === "duration") return NOT_CANONICAL;
  if (!isArray) return elementEnd(bytes, at, type);
  if (bytes[at] !== LEFT_BRACKET) return NOT_CANONICAL;
  let p = at + 1;
  if (bytes[p] === RIGHT_BRACKET) return p + 1;
  for (;;) {
    p = elementEnd(bytes, p, type);
    if (p < 0) return NOT_CANONICAL;
    if (bytes[p] === RIGHT_BRACKET) return p + 1;
    if (bytes[p] !== COMMA || bytes[p + 1] !== BLANK) return NOT_CANONICAL;
    p += 2;
  }
}

function elementEnd(bytes: Uint8Array, at: number, { kind, dims }: ValueType): number {
  const [rows, columns] = dims;
  if (rows === undefined) return scalarEnd(bytes, at, kind);
  if (columns === undefined) return rowEnd(bytes, at, kind, rows);
  if (bytes[at] !== LEFT_PARENTHESIS || bytes[at + 1] !== BLANK) return NOT_CANONICAL;
  let p = at + 2;
  for (let row = 0; row < rows; row++) {
    p = rowEnd(bytes, p, kind, columns);
    if (p < 0) return NOT_CANONICAL;
    const isLast = row === rows - 1;
    if (bytes[p] !== (isLast ? BLANK : COMMA) || bytes[p + 1] !== (isLast ? RIGHT_PARENTHESIS : BLANK))
      return NOT_CANONICAL;
    p += 2;
  }
  return p;
}

/** `(1, 2, 3)` */
function rowEnd(bytes: Uint8Array, at: number, kind: ScalarKind, count: number): number {
  if (bytes[at] !== LEFT_PARENTHESIS) return NOT_CANONICAL;
  let p = at + 1;
  for (let i = 1; i < count; i++) {
    p = scalarEnd(bytes, p, kind);
    if (p < 0 || bytes[p] !== COMMA || bytes[p + 1] !== BLANK) return NOT_CANONICAL;
    p += 2;
  }
  p = scalarEnd(bytes, p, kind);
  return p < 0 || bytes[p] !== RIGHT_PARENTHESIS ? NOT_CANONICAL : p + 1;
}

function scalarEnd(bytes: Uint8Array, at: number, kind: ScalarKind): number {
  switch (kind) {
    case "string":
    case "token":
      return quotedEnd(bytes, at);
    case "asset":
      return assetEnd(bytes, at);
    case "bool":
      return bytes[at] === ZERO || bytes[at] === ZERO + 1 ? at + 1 : NOT_CANONICAL;
    case "int":
    case "int64":
      return integerEnd(bytes, at);
    case "uint":
    case "uint64":
      return bytes[at] === MINUS ? NOT_CANONICAL : integerEnd(bytes, at);
    case "float":
      return decimalEnd(bytes, at, FLOAT_DIGITS);
    case "double":
    case "timecode":
      return decimalEnd(bytes, at, DOUBLE_DIGITS);
    default:
      // Halves are printed with the digits of a float.
      return NOT_CANONICAL;
  }
}

function digitsEnd(bytes: Uint8Array, at: number): number {
  let p = at;
  while (bytes[p] >= ZERO && bytes[p] <= NINE) p++;
  return p;
}

function integerEnd(bytes: Uint8Array, at: number): number {
  const first = bytes[at] === MINUS ? at + 1 : at;
  const end = digitsEnd(bytes, first);
  const count = end - first;
  if (count === 0 || count > INTEGER_DIGITS) return NOT_CANONICAL;
  // `007`, `-0`
  if (bytes[first] === ZERO && (count > 1 || first > at)) return NOT_CANONICAL;
  return end;
}

/** `-12.5` */
function decimalEnd(bytes: Uint8Array, at: number, maxDigits: number): number {
  const first = bytes[at] === MINUS ? at + 1 : at;
  const wholeEnd = digitsEnd(bytes, first);
  const whole = wholeEnd - first;
  const isSmall = bytes[first] === ZERO;
  if (whole === 0 || (whole > 1 && isSmall)) return NOT_CANONICAL;
  if (bytes[wholeEnd] !== POINT) {
    // `-0` is what it is only with its sign.
    return whole > maxDigits || (isSmall && first > at) ? NOT_CANONICAL : wholeEnd;
  }
  const point = wholeEnd + 1;
  const end = digitsEnd(bytes, point);
  if (end === point || bytes[end - 1] === ZERO || whole + end - point > maxDigits) return NOT_CANONICAL;
  if (!isSmall) return end;
  let zeros = 0;
  while (bytes[point + zeros] === ZERO) zeros++;
  return zeros > FRACTION_ZEROS ? NOT_CANONICAL : end;
}

/** `"text"` without escapes. */
export function quotedEnd(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== QUOTE) return NOT_CANONICAL;
  let p = at + 1;
  while (bytes[p] !== QUOTE) {
    if (!isPlain(bytes[p])) return NOT_CANONICAL;
    p++;
  }
  // Three quotes open another form.
  return bytes[p + 1] === QUOTE ? NOT_CANONICAL : p + 1;
}

/** `@asset@`, with at least a character. */
export function assetEnd(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== AT) return NOT_CANONICAL;
  let p = at + 1;
  while (bytes[p] !== AT) {
    if (!isPlain(bytes[p])) return NOT_CANONICAL;
    p++;
  }
  return p === at + 1 ? NOT_CANONICAL : p + 1;
}

/** Whether a byte is the same character in text and in quotes: ASCII that is printed, other than `"` and `\`. */
function isPlain(byte: number): boolean {
  return byte >= BLANK && byte < DELETE && byte !== QUOTE && byte !== BACKSLASH;
}

/** `</Prim/Child>`, or with `takesProperty` also `</Prim.name:space>`. */
export function pathEnd(bytes: Uint8Array, at: number, takesProperty: boolean): number {
  if (bytes[at] !== LESS) return NOT_CANONICAL;
  let p = at + 1;
  do {
    if (bytes[p] !== SLASH) return NOT_CANONICAL;
    p = identifierEnd(bytes, p + 1);
    if (p < 0) return NOT_CANONICAL;
  } while (bytes[p] === SLASH);
  if (takesProperty && bytes[p] === POINT) {
    do {
      p = identifierEnd(bytes, p + 1);
      if (p < 0) return NOT_CANONICAL;
    } while (bytes[p] === COLON);
  }
  return bytes[p] === GREATER ? p + 1 : NOT_CANONICAL;
}

/** A letter or `_`, then letters, digits and `_`, all of them ASCII. */
export function identifierEnd(bytes: Uint8Array, at: number): number {
  let p = at;
  while (isWord(bytes[p])) p++;
  return p === at || (bytes[at] >= ZERO && bytes[at] <= NINE) ? NOT_CANONICAL : p;
}

function isWord(byte: number): boolean {
  return (byte >= 97 && byte <= 122) || (byte >= ZERO && byte <= NINE) || (byte >= 65 && byte <= 90) || byte === 95;
}

/** A text of ASCII. */
export function wordEnd(bytes: Uint8Array, at: number, word: string): number {
  for (let i = 0; i < word.length; i++) if (bytes[at + i] !== word.charCodeAt(i)) return NOT_CANONICAL;
  return at + word.length;
}
