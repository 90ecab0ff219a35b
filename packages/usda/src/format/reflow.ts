/** Wraps lists of numbers at a line width. */
import { CARRIAGE_RETURN, LINE_FEED, SPACE, TAB } from "../scan/characters.ts";
import { TokenKind } from "../scan/token-kinds.ts";
import type { LineState } from "./line-state.ts";
import { LIST_KIND, WORD_BYTE } from "./list-tokens.ts";
import { blanksBetween } from "./spacing.ts";

interface Layout {
  /** Maximum line length in bytes. */
  readonly lineWidth: number;
  /** Spaces for each level. */
  readonly indent: number;
}

/**
 * Lays out the list whose `[` is before `start`: on one line if it fits, otherwise with as many elements per line as
 * fit. Tuples are not broken.
 *
 * @returns the position after the closing bracket, or -1 if the list is empty or contains more than numbers and
 *   tuples of them (nothing is changed then)
 */
export function reflowList(bytes: Uint8Array, start: number, lines: LineState, { lineWidth, indent }: Layout): number {
  const length = normalLength(bytes, start, lines.isMatrix, false);
  if (length <= 1) return -1;
  const fits = lines.column(start) + length <= lineWidth;
  const outer = lines.indent;
  let previous: number = TokenKind.leftBracket;
  let depth = 0;
  let p = start;
  for (;;) {
    const q = skipBlanks(bytes, p);
    const kind = LIST_KIND[bytes[q]];
    const isEnd = kind === TokenKind.rightBracket;
    if (!fits && isEnd) lines.break(p, q, 1, outer);
    else if (!fits && previous === TokenKind.leftBracket) lines.break(p, q, 1, outer + indent);
    else if (
      !fits &&
      depth === 0 &&
      previous === TokenKind.comma &&
      lines.column(p) + 1 + normalLength(bytes, q, lines.isMatrix, true) > lineWidth
    ) {
      lines.break(p, q, 1, outer + indent);
    } else lines.inline(p, q, blanksBetween(previous, kind, lines.isMatrix));
    p = q + 1;
    if (isEnd) return p;
    if (kind === TokenKind.number) while (WORD_BYTE[bytes[p]] === 1) p++;
    else if (kind === TokenKind.leftParenthesis) depth++;
    else if (kind === TokenKind.rightParenthesis) depth--;
    previous = kind;
  }
}

/**
 * Returns the bytes from `start` to the closing `]` (included) with one blank after each comma; or, for one element,
 * to its comma. Returns -1 if something other than numbers and tuples comes first.
 */
function normalLength(bytes: Uint8Array, start: number, isMatrix: boolean, isElement: boolean): number {
  let previous: number = TokenKind.leftBracket;
  let depth = 0;
  let length = 0;
  let p = start;
  for (;;) {
    const q = skipBlanks(bytes, p);
    const kind = q < bytes.length ? LIST_KIND[bytes[q]] : 0;
    if (kind === 0 || kind === TokenKind.leftBracket || kind === TokenKind.rightBrace || kind === TokenKind.colon) {
      return -1;
    }
    p = q + 1;
    if (kind === TokenKind.number) while (WORD_BYTE[bytes[p]] === 1) p++;
    else if (kind === TokenKind.leftParenthesis) depth++;
    else if (kind === TokenKind.rightParenthesis) depth--;
    length += p - q + blanksBetween(previous, kind, isMatrix);
    if (depth === 0 && (kind === TokenKind.rightBracket || (isElement && kind === TokenKind.comma))) return length;
    previous = kind;
  }
}

function skipBlanks(bytes: Uint8Array, p: number): number {
  for (;;) {
    const byte = bytes[p];
    if (byte !== SPACE && byte !== TAB && byte !== LINE_FEED && byte !== CARRIAGE_RETURN) return p;
    p++;
  }
}
