/**
 * The layout of USDA text: one pass over tokens and comments decides about the space between any two of them. Only
 * that space changes (and each `;` that a line's end makes redundant), so content and comments are preserved.
 *
 * The text must have been parsed without errors. The allowed changes follow the reference's grammar
 * (`pxr/usd/sdf/textFileFormatParser.h`): line ends are added only inside of brackets that contain statements or
 * entries, and before a prim's brace; they are removed only before a header's brackets and on empty lines.
 *
 * The output of the reference's exporter is unchanged: the empty line at the end of a file and of a variant, and the
 * blank after a `,` that ends a line of `relocates` or substitutions.
 */
import { isMatrixType, Word, wordSeed } from "../read/words.ts";
import { CARRIAGE_RETURN, LEFT_BRACKET, LINE_FEED, NAME_BYTE, SLASH, SPACE, STAR, TAB } from "../scan/characters.ts";
import { NameTable } from "../scan/name-table.ts";
import {
  BEFORE_BLOCK_COMMENT,
  BEFORE_LINE_COMMENT,
  BEFORE_NEWLINE,
  FLAG_ARRAY_SUFFIX,
  TokenKind,
} from "../scan/token-kinds.ts";
import { isClosing, isOpening, openedFrame } from "./brackets.ts";
import { FrameKind, FrameStack } from "./frame-stack.ts";
import { findTriviaEnd, findPieceEnd } from "./trivia-pieces.ts";
import { LineScan } from "./line-scan.ts";
import type { LineState } from "./line-state.ts";
import { countLineEnds } from "./line-state.ts";
import { ListTokens } from "./list-tokens.ts";
import { reflowList } from "./reflow.ts";
import { blanksAfterComment, blanksBeforeComment, blanksBetween } from "./spacing.ts";
import { isWord, WordScanner } from "../read/word-scanner.ts";

const COMMENT = BEFORE_LINE_COMMENT | BEFORE_BLOCK_COMMENT;
/** Represents the header line as the token before the first. */
const HEADER: number = TokenKind.invalid;
const LETTER_E = 101;

/** `post: sloped(0.5)`, as the reference writes it; the tangents of `curve (…)` need the blank. */
const TIGHT_WORDS: ReadonlySet<number> = new Set([Word.sloped, Word.repeat, Word.reset, Word.oscillate]);

/** Where trivia with comments gets its required line end. */
const Place = { none: 0, first: 1, last: 2 } as const;
type Place = (typeof Place)[keyof typeof Place];

export interface Layout {
  /** Blanks per level. */
  readonly indent: number;
  readonly maxBlankLines: number;
  readonly reflow: boolean;
  /** Maximum line length in bytes for wrapped lists. */
  readonly lineWidth: number;
}

export class Formatter {
  private readonly bytes: Uint8Array;
  private readonly scanner: WordScanner;
  private readonly frames: FrameStack;
  private readonly lines: LineState;
  private readonly list: ListTokens;
  private readonly lineScan: LineScan;
  private readonly layout: Layout;
  private readonly maxNewlines: number;

  private previous: number = HEADER;
  private previousEnd = 0;
  private lastWord = 0;
  /** The last token is a word of a statement's head. */
  private isInHead = false;
  /** Position of a redundant `;` after the last token, or -1. */
  private semicolon = -1;

  // Requirements for the trivia before the current token.
  private place: Place = Place.none;
  private most = 0;
  private mostLast = 0;
  private joins = false;

  constructor(bytes: Uint8Array, lines: LineState, layout: Layout) {
    const names = new NameTable(wordSeed);
    this.bytes = bytes;
    this.layout = layout;
    this.lines = lines;
    this.maxNewlines = layout.maxBlankLines + 1;
    this.frames = new FrameStack(layout.indent);
    this.scanner = new WordScanner(bytes, 0, names);
    this.lineScan = new LineScan(new WordScanner(bytes, 0, names));
    this.list = new ListTokens(bytes, this.frames, lines, this.maxNewlines);
  }

  run(): void {
    const scanner = this.scanner;
    const lineFeed = this.bytes.indexOf(LINE_FEED);
    const headerEnd = lineFeed < 0 ? this.bytes.length : lineFeed;
    this.previousEnd = findPieceEnd(this.bytes, 0, headerEnd);
    scanner.moveTo(headerEnd);
    do {
      scanner.next();
      if (scanner.kind === TokenKind.semicolon && this.frames.kind <= FrameKind.entries) {
        this.semicolon = scanner.start;
        this.isInHead = false;
        continue;
      }
      const opens = openedFrame(scanner.kind, this.previous, this.lastWord, this.frames.kind);
      const isBroken = opens >= 0 && opens <= FrameKind.entries && this.lineScan.isBroken(scanner.start);
      this.trivia(opens, isBroken);
      this.token(opens, isBroken);
    } while (scanner.kind !== TokenKind.endOfFile);
  }

  /** Decides about the trivia between the last token and this one. */
  private trivia(opens: FrameKind | -1, isBroken: boolean): void {
    const { scanner, frames, lines } = this;
    const kind = scanner.kind;
    const start = this.previousEnd;
    const end = scanner.start;
    this.decide(kind, opens, isBroken);
    const closes = isClosing(kind);
    const indent = closes ? frames.outer : kind === TokenKind.endOfFile ? 0 : frames.inner;
    if (this.semicolon >= 0 || (scanner.before & COMMENT) !== 0) {
      this.triviaOfPieces(start, end, indent);
      this.semicolon = -1;
      return;
    }
    let newlines = (scanner.before & BEFORE_NEWLINE) === 0 ? 0 : countLineEnds(this.bytes, start, end);
    if (newlines === 0 && this.place !== Place.none) newlines = 1;
    newlines = Math.min(newlines, this.most, this.mostLast);
    if (newlines > 0 && !this.joins) lines.break(this.afterExportedBlank(start), end, newlines, indent);
    else lines.inline(start, end, this.blanksBefore(kind));
  }

  /**
   * Returns the start of the white space that may be removed: the exporter leaves a blank after the `,` of maps, and
   * after the `=` of an empty word.
   */
  private afterExportedBlank(start: number): number {
    const { bytes, frames, previous } = this;
    if (frames.kind !== FrameKind.entries || (previous !== TokenKind.comma && previous !== TokenKind.equals))
      return start;
    const isLast = bytes[start + 1] === LINE_FEED || bytes[start + 1] === CARRIAGE_RETURN;
    return bytes[start] === SPACE && isLast ? start + 1 : start;
  }

  private decide(kind: number, opens: FrameKind | -1, isBroken: boolean): void {
    const { frames, previous } = this;
    this.place = Place.none;
    this.most = isOpening(previous) ? 1 : this.maxNewlines;
    this.mostLast = this.maxNewlines;
    this.joins = false;
    if (kind === TokenKind.endOfFile || isClosing(kind)) {
      const isExported = kind === TokenKind.endOfFile || (kind === TokenKind.rightBrace && frames.isVariant);
      this.mostLast = isExported ? Math.min(2, this.maxNewlines) : 1;
      if (isExported) this.most = this.mostLast;
      if (kind === TokenKind.endOfFile || (frames.isBroken && frames.kind <= FrameKind.entries)) {
        this.place = Place.last;
      }
      return;
    }
    if (opens >= 0) {
      const isHeader = previous === TokenKind.string && frames.kind <= FrameKind.variants;
      if (kind === TokenKind.leftBrace && frames.kind <= FrameKind.variants) {
        this.most = 1;
        this.mostLast = 1;
        if (opens === FrameKind.statements && frames.kind === FrameKind.statements) {
          if (isBroken) this.place = Place.last;
        } else this.joins = true;
        return;
      }
      if (isHeader && opens === FrameKind.entries) {
        this.joins = true;
        this.most = 1;
        this.mostLast = 1;
        return;
      }
    }
    if (previous === HEADER) this.place = Place.first;
    else if (!frames.isBroken || frames.kind > FrameKind.entries) return;
    else if (isOpening(previous) || this.semicolon >= 0) this.place = Place.first;
    else if (frames.kind === FrameKind.variants && previous === TokenKind.rightBrace) this.place = Place.first;
    else if (frames.depth === 0 && previous === TokenKind.rightParenthesis) this.place = Place.first;
  }

  /** Writes trivia that contains comments or a `;`. */
  private triviaOfPieces(start: number, end: number, indent: number): void {
    const { bytes, frames, lines, scanner } = this;
    const hasSemicolon = this.semicolon >= 0;
    const drops = hasSemicolon && frames.isBroken;
    const hasNewline = (scanner.before & BEFORE_NEWLINE) !== 0;
    let forced = this.place === Place.first && !hasNewline;
    let isAfterComment = false;
    let broke = false;
    let from = start;
    for (;;) {
      const semicolon = this.semicolon >= from ? this.semicolon : -1;
      let to = findTriviaEnd(bytes, from, end, semicolon);
      if (to === semicolon && !drops) {
        lines.inline(from, to, 0);
        this.previous = TokenKind.semicolon;
        isAfterComment = false;
        this.semicolon = -1;
        from = to + 1;
        continue;
      }
      const passesSemicolon = to === semicolon;
      if (passesSemicolon) to = findTriviaEnd(bytes, to + 1, end, -1);
      const isLast = to === end;
      let newlines = countLineEnds(bytes, from, to);
      if (newlines === 0 && forced && (passesSemicolon || !hasSemicolon)) newlines = 1;
      if (newlines === 0 && isLast && this.place === Place.last) newlines = 1;
      newlines = Math.min(newlines, broke ? this.maxNewlines : this.most);
      if (isLast) newlines = Math.min(newlines, this.mostLast);
      if (newlines > 0) {
        forced = false;
        broke = true;
        lines.break(from, to, newlines, isLast ? indent : frames.inner);
      } else lines.inline(from, to, this.blanksOf(isAfterComment, isLast, to));
      if (isLast) return;
      const pieceEnd = findPieceEnd(bytes, to, end);
      const lastLine = bytes.lastIndexOf(LINE_FEED, pieceEnd - 1);
      if (lastLine > to) lines.restart(lastLine + 1);
      isAfterComment = true;
      from = pieceEnd;
    }
  }

  private blanksOf(isAfterComment: boolean, isLast: boolean, position: number): number {
    if (!isLast) {
      const isBlock = this.bytes[position] === SLASH && this.bytes[position + 1] === STAR;
      return isAfterComment ? 1 : blanksBeforeComment(this.previous, isBlock);
    }
    return isAfterComment ? blanksAfterComment(this.scanner.kind) : this.blanksBefore(this.scanner.kind);
  }

  private blanksBefore(kind: number): number {
    if (
      kind === TokenKind.leftParenthesis &&
      this.frames.kind === FrameKind.spline &&
      isWord(this.previous) &&
      TIGHT_WORDS.has(this.lastWord)
    ) {
      return 0;
    }
    if (kind === TokenKind.rightParenthesis && this.frames.kind === FrameKind.entries) return 0;
    // The reference writes an empty dictionary as `{  }` where it writes dictionaries on one line.
    if (kind === TokenKind.rightBrace && this.previous === TokenKind.leftBrace && this.frames.isInSpline) return 2;
    return blanksBetween(this.previous, kind, this.lines.isMatrix);
  }

  /** Processes the token: brackets, words, and the scanner state for the next token. */
  private token(opens: FrameKind | -1, isBroken: boolean): void {
    const { bytes, scanner, frames, lines, layout } = this;
    const kind = scanner.kind;
    const continuesHead = this.isInHead && (scanner.before & BEFORE_NEWLINE) === 0;
    this.isInHead = isWord(kind) || kind === TokenKind.dot;
    this.previous = kind;
    this.previousEnd = scanner.end;
    if (isWord(kind)) {
      this.lastWord = scanner.name;
      if (frames.kind <= FrameKind.entries) {
        if (!continuesHead) lines.isMatrix = false;
        if (isMatrixType(scanner.name)) lines.isMatrix = true;
      }
      if ((scanner.flags & FLAG_ARRAY_SUFFIX) !== 0) this.arraySuffix();
    } else if (kind === TokenKind.string || kind === TokenKind.arrayEdit) {
      if (layout.reflow) this.restartLine();
    } else if (isClosing(kind)) {
      frames.pop();
      this.setJoins();
    } else if (opens >= 0) {
      if (layout.reflow && kind === TokenKind.leftBracket && !frames.isOneLine) {
        const end = reflowList(bytes, scanner.end, lines, layout);
        if (end >= 0) {
          this.resume(TokenKind.rightBracket, end);
        }
      }
      if (this.previous === kind) {
        frames.push(opens as FrameKind, isBroken, lines.indent);
        this.setJoins();
      }
    }
    if (frames.kind === FrameKind.list && !layout.reflow) {
      this.list.run(this.previousEnd, this.previous);
      this.resume(this.list.previous, this.list.position);
      this.setJoins();
    }
    const mayEdit =
      (this.previous === TokenKind.equals && frames.kind === FrameKind.statements) ||
      (this.previous === TokenKind.colon && frames.kind === FrameKind.list);
    if (mayEdit && bytes[scanner.skipInline(this.previousEnd)] === LETTER_E) scanner.expectEdit();
  }

  private setJoins(): void {
    this.scanner.joinsWords = this.frames.kind !== FrameKind.spline;
  }

  /** The text was read without the scanner up to the end of a token. */
  private resume(kind: number, end: number): void {
    this.previous = this.scanner.kind = kind;
    this.previousEnd = this.scanner.position = end;
  }

  /** `float [ ]` becomes `float[]`, unless it contains comments. */
  private arraySuffix(): void {
    const { bytes, scanner, lines } = this;
    const close = scanner.end - 1;
    let open = close;
    while (bytes[open - 1] === SPACE || bytes[open - 1] === TAB) open--;
    if (bytes[--open] !== LEFT_BRACKET) return;
    let nameEnd = open;
    while (bytes[nameEnd - 1] === SPACE || bytes[nameEnd - 1] === TAB) nameEnd--;
    if (NAME_BYTE[bytes[nameEnd - 1]] !== 1) return;
    lines.inline(nameEnd, open, 0);
    lines.inline(open + 1, close, 0);
  }

  /** The token spans lines: the current line is its last. */
  private restartLine(): void {
    const lastLine = this.bytes.lastIndexOf(LINE_FEED, this.scanner.end - 1);
    if (lastLine >= this.scanner.start) this.lines.restart(lastLine + 1);
  }
}
