/**
 * The fast path for lists, tuples and time samples: a loop over bytes instead of the scanner, for arrays of millions
 * of numbers. Makes the same decisions as the formatter, and stops before anything else (strings, comments, paths,
 * array edits).
 */
import {
  CARRIAGE_RETURN,
  COLON,
  LEFT_BRACKET,
  LEFT_PARENTHESIS,
  LINE_FEED,
  NAME_BYTE,
  RIGHT_BRACKET,
  SPACE,
  TAB,
} from "../scan/characters.ts";
import { TokenKind } from "../scan/token-kinds.ts";
import type { FrameStack } from "./frame-stack.ts";
import { FrameKind } from "./frame-stack.ts";
import type { LineState } from "./line-state.ts";
import { countLineEnds } from "./line-state.ts";
import { blanksBetween } from "./spacing.ts";

const COMMA = 44;
const RIGHT_PARENTHESIS = 41;
const RIGHT_BRACE = 125;
const LETTER_E = 101;

/** 1 for the bytes of numbers and bare words. */
export const WORD_BYTE: Uint8Array = NAME_BYTE.slice();
for (const mark of "+-.") WORD_BYTE[mark.charCodeAt(0)] = 1;

/** The kind of token that a byte is or begins; 0 for bytes that are left to the scanner. */
export const LIST_KIND: Uint8Array = new Uint8Array(256);
for (let byte = 0; byte < 256; byte++) if (WORD_BYTE[byte] === 1) LIST_KIND[byte] = TokenKind.number;
LIST_KIND[COMMA] = TokenKind.comma;
LIST_KIND[COLON] = TokenKind.colon;
LIST_KIND[LEFT_PARENTHESIS] = TokenKind.leftParenthesis;
LIST_KIND[RIGHT_PARENTHESIS] = TokenKind.rightParenthesis;
LIST_KIND[LEFT_BRACKET] = TokenKind.leftBracket;
LIST_KIND[RIGHT_BRACKET] = TokenKind.rightBracket;
LIST_KIND[RIGHT_BRACE] = TokenKind.rightBrace;

export class ListTokens {
  /** Kind and end of the last token, where the scanner continues. */
  previous = 0;
  position = 0;

  private readonly bytes: Uint8Array;
  private readonly frames: FrameStack;
  private readonly lines: LineState;
  private readonly maxNewlines: number;

  constructor(bytes: Uint8Array, frames: FrameStack, lines: LineState, maxNewlines: number) {
    this.bytes = bytes;
    this.frames = frames;
    this.lines = lines;
    this.maxNewlines = maxNewlines;
  }

  /** Continues after the token of kind `previous` that ends at `start`, while the innermost bracket is a list. */
  run(start: number, previous: number): void {
    const bytes = this.bytes;
    const limit = bytes.length;
    const frames = this.frames;
    let p = start;
    while (frames.kind === FrameKind.list) {
      let q = p;
      let hasNewline = false;
      while (q < limit) {
        const byte = bytes[q];
        if (byte === LINE_FEED || byte === CARRIAGE_RETURN) hasNewline = true;
        else if (byte !== SPACE && byte !== TAB) break;
        q++;
      }
      const first = q < limit ? bytes[q] : 0;
      const kind = LIST_KIND[first];
      // `edit [ … ]` begins with an e.
      if (kind === 0 || (first === LETTER_E && previous === TokenKind.colon)) break;
      const closes =
        kind === TokenKind.rightParenthesis || kind === TokenKind.rightBracket || kind === TokenKind.rightBrace;
      if (hasNewline) this.breakLine(p, q, previous, closes);
      else {
        const blanks = blanksBetween(previous, kind, this.lines.isMatrix);
        if (q - p !== blanks || (blanks === 1 && bytes[p] !== SPACE)) this.lines.inline(p, q, blanks);
      }
      p = q + 1;
      if (kind === TokenKind.number) {
        while (p < limit && WORD_BYTE[bytes[p]] === 1) p++;
        // The most common case: numbers separated by `, `.
        while (p + 2 < limit && bytes[p] === COMMA && bytes[p + 1] === SPACE && WORD_BYTE[bytes[p + 2]] === 1) {
          p += 3;
          while (p < limit && WORD_BYTE[bytes[p]] === 1) p++;
        }
      } else if (closes) frames.pop();
      else if (kind === TokenKind.leftParenthesis || kind === TokenKind.leftBracket) {
        frames.push(FrameKind.list, false, this.lines.indent);
      }
      previous = kind;
    }
    this.position = p;
    this.previous = previous;
  }

  private breakLine(start: number, end: number, previous: number, closes: boolean): void {
    const opened =
      previous === TokenKind.leftBracket || previous === TokenKind.leftParenthesis || previous === TokenKind.leftBrace;
    const most = opened || closes ? 1 : this.maxNewlines;
    const newlines = Math.min(most, countLineEnds(this.bytes, start, end));
    this.lines.break(start, end, newlines, closes ? this.frames.outer : this.frames.inner);
  }
}
