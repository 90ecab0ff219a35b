// Finds the tokens of text, as `src/scan/scanner.ts` does it in JavaScript: sixteen bytes are classified at a time, so that
// the end of padding, of a name, a number or a string is found without a branch for each byte. AssemblyScript;
// `npx -y pnpm@12 run kernels` compiles it to `src/scan/kernel/tokens.generated.ts`.
//
// Tokens in any other than the most common form (comments, escapes, three quotes, names beyond ASCII) are left to
// JavaScript: the kernel stops before such a token.

import { listEnd, plainEnd, shape, tupleEnd } from "./number-lists";

/** Memory layout: byte classes, kinds of marks, tokens, known names, the text. */
const CLASSES: usize = 1024;
const KINDS: usize = 1280;
export const OUTPUT: usize = 2048;
const OUTPUT_END: usize = OUTPUT + 16384;
export const NAMES: usize = 32768;
export const INPUT: usize = 131072;

/** Classes of the first byte of a token; others, as all bytes beyond ASCII, have 0. */
const NAME: u8 = 1;
const NUMBER: u8 = 2;
const MARK: u8 = 3;
const QUOTE: u8 = 4;
const ASSET: u8 = 5;
const PATH: u8 = 6;

/** Numbers of `TokenKind`, `BEFORE_…` and `FLAG_…`. */
const IDENTIFIER: i32 = 1;
const NUMBER_TOKEN: i32 = 4;
const STRING_TOKEN: i32 = 5;
const ASSET_TOKEN: i32 = 6;
const PATH_TOKEN: i32 = 7;
const LEFT_BRACE: i32 = 8;
const LEFT_PARENTHESIS: i32 = 10;
const LEFT_BRACKET: i32 = 12;
const EQUALS: i32 = 14;
const SEMICOLON: i32 = 16;
const HEAD_WORD: i32 = 24;
const BEFORE_SPACE: i32 = 1;
const BEFORE_NEWLINE: i32 = 2;
const FLAG_ARRAY_SUFFIX: i32 = 1;
const FLAG_COLON: i32 = 2;
const MAX_HEAD_WORDS: i32 = 8;

/** Bytes of a token, and of each further word of a head. */
const TOKEN_SIZE: usize = 28;
const WORD_SIZE: usize = 16;

/** A known name: 32 bytes of text, its id (0 if JavaScript has not assigned it yet) and the position of its last use. */
const NAME_SIZE: usize = 48;
const ID: usize = 32;
const USED_AT: usize = 36;
const NAME_COUNT: usize = 2048;

/** Bytes that a look at a token's end may need after it. */
const LOOKAHEAD: usize = 34;

/** The position of the next token that JavaScript must read, or of the end of the window. */
let position: usize = 0;
/** What was read last by `word`. */
let wordFlags: i32 = 0;
let wordName: i32 = 0;
export function stoppedAt(): usize {
  return position;
}

/** Fills the tables. */
export function prepare(): void {
  for (let byte: usize = 48; byte <= 57; byte++) store<u8>(CLASSES + byte, NUMBER);
  store<u8>(CLASSES + 45, NUMBER);
  for (let letter: usize = 65; letter <= 90; letter++) {
    store<u8>(CLASSES + letter, NAME);
    store<u8>(CLASSES + letter + 32, NAME);
  }
  store<u8>(CLASSES + 95, NAME);
  store<u8>(CLASSES + 34, QUOTE);
  store<u8>(CLASSES + 39, QUOTE);
  store<u8>(CLASSES + 64, ASSET);
  store<u8>(CLASSES + 60, PATH);
  mark(123, 8);
  mark(125, 9);
  mark(40, 10);
  mark(41, 11);
  mark(91, 12);
  mark(93, 13);
  mark(61, 14);
  mark(58, 15);
  mark(59, 16);
  mark(44, 17);
  mark(38, 19);
}

function mark(byte: usize, kind: u8): void {
  store<u8>(CLASSES + byte, MARK);
  store<u8>(KINDS + byte, kind);
}

/** Forgets all names: their ids are those of one text. */
export function forget(): void {
  memory.fill(NAMES, 0, NAME_COUNT * NAME_SIZE);
}

class Bytes {
  /** Returns the bits of letters and underscores. */
  @inline static letters(text: v128): i32 {
    const lower = v128.or(text, i8x16.splat(32));
    const letters = i8x16.lt_u(i8x16.sub(lower, i8x16.splat(97)), i8x16.splat(26));
    return i8x16.bitmask(v128.or(letters, i8x16.eq(text, i8x16.splat(95))));
  }

  /** Returns the bits of letters, underscores, digits and colons. */
  @inline static names(text: v128): i32 {
    // The colon follows the digits.
    const digits = i8x16.lt_u(i8x16.sub(text, i8x16.splat(48)), i8x16.splat(11));
    const lower = v128.or(text, i8x16.splat(32));
    const letters = i8x16.lt_u(i8x16.sub(lower, i8x16.splat(97)), i8x16.splat(26));
    return i8x16.bitmask(v128.or(v128.or(letters, digits), i8x16.eq(text, i8x16.splat(95))));
  }

  /** Returns `text` with zeros from byte `length` on. */
  @inline static first(text: v128, length: i32): v128 {
    const places = i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    return v128.and(text, i8x16.lt_u(places, i8x16.splat(<i8>length)));
  }
}

/**
 * Reads the name at `p` with its array suffix; returns the position after it, 0 if it is left to JavaScript. Sets
 * `wordName` to the name's id, or to the negative of its place among the known names if it has none yet.
 */
function word(p: usize): usize {
  const text = v128.load(p);
  let length: i32 = ctz(~Bytes.names(text));
  let low = text;
  let high = i8x16.splat(0);
  let colons: i32 = i8x16.bitmask(i8x16.eq(text, i8x16.splat(58)));
  if (length == 16) {
    const more = v128.load(p + 16);
    const rest: i32 = ctz(~Bytes.names(more));
    if (rest == 16) return 0;
    length = 16 + rest;
    high = Bytes.first(more, rest);
    colons |= i8x16.bitmask(i8x16.eq(more, i8x16.splat(58))) << 16;
  } else low = Bytes.first(text, length);
  let flags: i32 = 0;
  colons &= (1 << length) - 1;
  if (colons != 0) {
    // A letter must follow, which another colon or the end of the name is not.
    const letters = Bytes.letters(low) | (Bytes.letters(high) << 16);
    if (((colons << 1) & ~letters) != 0) return 0;
    flags = FLAG_COLON;
  }
  let end = p + length;
  const next = load<u8>(end);
  const after = load<u8>(end + 1);
  if (next == 91) {
    if (after == 93) {
      flags |= FLAG_ARRAY_SUFFIX;
      end += 2;
    } else if (after == 32 || after == 9 || after == 47) return 0;
  } else if (next == 32 || next == 9) {
    if (after == 91 || after == 32 || after == 9 || after == 47 || after == 42) return 0;
  } else if (next == 47 || next >= 128) return 0;
  let hash =
    i64x2.extract_lane(low, 0) * 0x9e3779b97f4a7c15 +
    i64x2.extract_lane(low, 1) * 0xc2b2ae3d27d4eb4f +
    i64x2.extract_lane(high, 0) * 0x165667b19e3779f9 +
    i64x2.extract_lane(high, 1) * 0x27d4eb2f165667c5;
  hash = (hash ^ <i64>(<u64>hash >> 32)) * 0x9e3779b97f4a7c15;
  const slot = NAMES + NAME_SIZE * <usize>(<u64>hash >> 53);
  const differs = v128.or(v128.xor(low, v128.load(slot)), v128.xor(high, v128.load(slot + 16)));
  let name: i32 = 0;
  if (v128.any_true(differs)) {
    v128.store(slot, low);
    v128.store(slot + 16, high);
    store<i32>(slot + ID, 0);
  } else name = load<i32>(slot + ID);
  if (name == 0) {
    store<i32>(slot + USED_AT, <i32>p);
    name = -(<i32>slot);
  }
  wordFlags = flags;
  wordName = name;
  return end;
}

/** Returns the position of the first of two bytes, or of a line's end, from `p` on; `end` if there is none before it. */
function findClose(p: usize, end: usize, close: i8, other: i8): usize {
  let found: i32 = 0;
  while (found == 0 && p < end) {
    const text = v128.load(p);
    const marks = v128.or(i8x16.eq(text, i8x16.splat(close)), i8x16.eq(text, i8x16.splat(other)));
    const lineEnds = v128.or(i8x16.eq(text, i8x16.splat(10)), i8x16.eq(text, i8x16.splat(13)));
    found = i8x16.bitmask(v128.or(marks, lineEnds));
    p += found == 0 ? 16 : ctz(found);
  }
  return min(p, end);
}

/** Returns the end of the number at `p`, 0 if it has an exponent or is long. */
function numberEnd(p: usize): usize {
  const first = p + <usize>(load<u8>(p) == 45);
  const text = i8x16.sub(v128.load(first), i8x16.splat(48));
  const others = i8x16.bitmask(i8x16.ge_u(text, i8x16.splat(10)));
  if (others == 0 || (others & 1) != 0) return 0;
  let end = first + ctz(others);
  if (load<u8>(end) == 46) {
    const rest = others & (others - 1);
    if (rest == 0) return 0;
    end = first + ctz(rest);
  }
  return (load<u8>(end) | 32) == 101 ? 0 : end;
}

/**
 * Writes the tokens from `start` on: kind, start, end, flags and what is before it, name, position where the search for
 * the next token starts, number of words of a head; for each further word start, end, flags and name. A list or tuple
 * of numbers is skipped; its bracket has the shape in place of a name, 0 if it must be read.
 *
 * @param end the end of the text, or of the window if `isLast` is false
 * @param previous the kind of the token before
 * @returns the position after the last token in the output
 */
export function scan(start: usize, end: usize, isLast: bool, previous: i32): usize {
  const limit = isLast ? end + LOOKAHEAD : end;
  let out = OUTPUT;
  let p = start;
  position = p;
  while (out < OUTPUT_END) {
    let before: i32 = 0;
    let byte = load<u8>(p);
    if (byte == 32) {
      before = BEFORE_SPACE;
      byte = load<u8>(++p);
    }
    while (byte <= 32) {
      if (byte == 10 || byte == 13) {
        before |= BEFORE_NEWLINE;
        p++;
      } else if (byte == 32) {
        before |= BEFORE_SPACE;
        p += ctz(i8x16.bitmask(i8x16.ne(v128.load(p), i8x16.splat(32))) | 0x10000);
      } else if (byte == 9) {
        before |= BEFORE_SPACE;
        p++;
      } else return out;
      byte = load<u8>(p);
    }
    const tokenStart = p;
    const kindOfByte = load<u8>(CLASSES + byte);
    let kind: i32 = 0;
    let tokenEnd: usize = 0;
    let next: usize = 0;
    let isEnd = false;
    let words = 1;
    let flags = 0;
    let name = 0;
    let size = TOKEN_SIZE;
    if (kindOfByte == NAME) {
      tokenEnd = word(p);
      if (tokenEnd == 0) return out;
      flags = wordFlags;
      name = wordName;
      next = tokenEnd;
      const opens = previous == LEFT_BRACE || previous == LEFT_PARENTHESIS || previous == SEMICOLON;
      if (opens || (before & BEFORE_NEWLINE) != 0) {
        kind = HEAD_WORD;
        let mayFollow = true;
        while (mayFollow && words < MAX_HEAD_WORDS) {
          mayFollow = false;
          const separator = load<u8>(next);
          if (separator == 47) return out;
          if (separator == 32 || separator == 9) {
            const after = load<u8>(next + 1);
            if (after <= 32 || after == 47 || after >= 128) return out;
            if (load<u8>(CLASSES + after) == NAME) {
              const wordStart = next + 1;
              next = word(wordStart);
              if (next == 0) return out;
              store<i32>(out + size, <i32>wordStart);
              store<i32>(out + size, <i32>next, 4);
              store<i32>(out + size, wordFlags, 8);
              store<i32>(out + size, wordName, 12);
              size += WORD_SIZE;
              words++;
              // Otherwise the window ends too near, and the token is not written.
              mayFollow = next + LOOKAHEAD <= limit;
            }
          }
        }
      } else kind = IDENTIFIER;
    } else if (kindOfByte == MARK) {
      kind = load<u8>(KINDS + byte);
      tokenEnd = next = p + 1;
      if (previous == EQUALS && (kind == LEFT_BRACE || kind == LEFT_BRACKET || kind == LEFT_PARENTHESIS)) {
        let inside = next;
        byte = load<u8>(inside);
        while (byte == 32 || byte == 10) byte = load<u8>(++inside);
        if (load<u8>(CLASSES + byte) == NUMBER || byte == 40) {
          if (kind != LEFT_BRACE) {
            next = plainEnd(inside, kind == LEFT_BRACKET ? 93 : 41);
            if (next > end) next = 0;
          } else next = 0;
          if (next != 0) name = shape;
          else if (kind == LEFT_BRACKET) next = listEnd(inside, end);
          else if (kind == LEFT_PARENTHESIS) next = tupleEnd(inside, end);
          else next = 0;
          // JavaScript reads the numbers, and continues after them.
          isEnd = next == 0;
          if (isEnd) next = tokenEnd;
        }
      }
    } else if (kindOfByte == NUMBER) {
      kind = NUMBER_TOKEN;
      tokenEnd = next = numberEnd(p);
      if (next == 0) return out;
    } else if (kindOfByte != 0) {
      let close: i8 = <i8>byte;
      let other: i8 = 92;
      if (kindOfByte == QUOTE) {
        kind = STRING_TOKEN;
        if (load<u8>(p + 1) == byte && load<u8>(p + 2) == byte) return out;
      } else if (kindOfByte == ASSET) {
        kind = ASSET_TOKEN;
        other = 64;
        if (load<u8>(p + 1) == byte && load<u8>(p + 2) == byte) return out;
      } else {
        kind = PATH_TOKEN;
        other = 60;
        close = 62;
      }
      const found = findClose(p + 1, end, close, other);
      if (found >= end || load<u8>(found) != <u8>close) return out;
      tokenEnd = next = found + 1;
    } else return out;
    if (next + LOOKAHEAD > limit) return out;
    store<i32>(out, kind);
    store<i32>(out, <i32>tokenStart, 4);
    store<i32>(out, <i32>tokenEnd, 8);
    store<i32>(out, before | (flags << 8), 12);
    store<i32>(out, name, 16);
    store<i32>(out, <i32>next, 20);
    store<i32>(out, words, 24);
    out += size;
    // After a skipped list the closing bracket is the last token; none opens a statement.
    previous = next == tokenEnd ? kind : 0;
    position = p = next;
    if (isEnd) return out;
  }
  return out;
}
