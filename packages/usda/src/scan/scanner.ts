/**
 * Bytes to tokens, one at a time and on demand.
 *
 * The grammar sets what the scanner expects next (`expectNumbers`, `expectSamples`): a list or tuple of numbers then
 * is returned as one token, already decoded. A scanner allocates no objects: the current token is in its fields.
 */
import type { ByteRange } from "@usdkit/layer";
import {
  AT,
  DOT,
  DOUBLE_QUOTE,
  FIRST,
  FIRST_DIGIT,
  FIRST_MARK,
  FIRST_NAME,
  FIRST_NEWLINE,
  FIRST_SPACE,
  HASH,
  LEFT_BRACKET,
  LESS,
  MINUS,
  NAME_BYTE,
  PLUS,
  SINGLE_QUOTE,
  SLASH,
  SPACE,
} from "./characters.ts";
import type { DiagnosticCode } from "../diagnostics/types.ts";
import { ExpectedNumbers } from "./expected-numbers.ts";
import type { HeadWord } from "./head-words.ts";
import { HeadWordReader } from "./head-words.ts";
import { BITS, END, KIND, NAME, NEXT, SHAPE, START } from "./kernel/token-layout.ts";
import type { TokenKernel } from "./kernel/token-kernel.ts";
import { MARK_KIND, OPENS_STATEMENT } from "./marks.ts";
import { commentEnd, skipInline } from "./padding.ts";
import type { NameTable } from "./name-table.ts";
import { numberEnd } from "./number-token.ts";
import type { NumericKind } from "./numeric-kinds.ts";
import { QuotedTokenReader } from "./quoted-tokens.ts";
import {
  BEFORE_BLOCK_COMMENT,
  BEFORE_LINE_COMMENT,
  BEFORE_NEWLINE,
  BEFORE_SPACE,
  FLAG_ARRAY_SUFFIX,
  TokenKind,
} from "./token-kinds.ts";

const FOUR_SPACES = 0x20202020;

/** Ids of the words that the scanner treats specially; set by the vocabulary. */
export interface HeadWords {
  /** The ids before this one are those of `def`, `over` and `class`. */
  readonly variantSet: number;
  readonly edit: number;
}

export class Scanner {
  readonly bytes: Uint8Array;
  /** Ranges in which error recovery searched the end of a bracket: what follows them depends on all their text. */
  readonly lookaheads: ByteRange[] = [];
  readonly names: NameTable;

  /** The position where the search for the next token starts. */
  position = 0;

  // The current token.
  kind: number = TokenKind.endOfFile;
  start = 0;
  end = 0;
  /** Bits of `BEFORE_…`: what separates the token from the one before it. */
  before = 0;
  /** Identifiers: the id in the name table, without an array suffix. */
  name = 0;
  /** Bits of `FLAG_…`: `[]` follows a name; a string contains a backslash; three marks on each side. */
  flags = 0;
  /** `invalid`: the reason. */
  problem: DiagnosticCode = "USDA_CHARACTER";
  /** `headWord`, `specifier`, `variantSet`: the words of the head, the first `wordCount`. */
  readonly words: readonly HeadWord[];

  private limit: number;
  private readonly maxToken: number;
  private readonly heads: HeadWordReader;

  /** Numbers that may be one token, and those of the last such token. */
  readonly expected: ExpectedNumbers;
  /** Reads the most common tokens ahead, if the text is long. */
  kernel: TokenKernel | undefined;
  private isKernelUsable = false;

  private readonly quoted: QuotedTokenReader;
  /** The text as 32-bit reads, and the start of the last four bytes. */
  private readonly fours: DataView;
  private readonly lastFour: number;
  private readonly variantSetId: number;
  private readonly editId: number;
  private expectsEdit = false;

  constructor(bytes: Uint8Array, names: NameTable, head: HeadWords, maxToken: number) {
    this.bytes = bytes;
    this.names = names;
    this.limit = bytes.length;
    this.maxToken = maxToken;
    this.heads = new HeadWordReader(bytes, names, maxToken);
    this.words = this.heads.words;
    this.expected = new ExpectedNumbers(bytes);
    this.quoted = new QuotedTokenReader(bytes);
    this.fours = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.lastFour = bytes.length - 4;
    this.variantSetId = head.variantSet;
    this.editId = head.edit;
  }

  get wordCount(): number {
    return this.heads.count;
  }

  /** On: `a:b` is one name, and the words of a line are one head. Off in splines. */
  get joinsWords(): boolean {
    return this.heads.joins;
  }

  set joinsWords(joins: boolean) {
    this.heads.joins = joins;
  }

  /** Returns the position after spaces, tabs and block comments. */
  skipInline(p: number): number {
    return skipInline(this.bytes, p, this.limit);
  }

  private fail(problem: DiagnosticCode, start: number, end: number): void {
    this.kind = TokenKind.invalid;
    this.problem = problem;
    this.start = start;
    this.end = this.position = end;
  }

  private finish(kind: number, end: number): void {
    this.kind = kind;
    this.end = this.position = end;
    if (end - this.start > this.maxToken) this.fail("USDA_LIMIT_TOKEN", this.start, end);
  }

  private finishKnown(kind: number, end: number): void {
    this.kind = kind;
    this.end = this.position = end;
  }

  /** Continues at `position`, such as after the end of a statement, with `limit` as the end of the text. */
  moveTo(position: number, limit: number = this.bytes.length): void {
    this.limit = limit;
    this.isKernelUsable = limit === this.bytes.length;
    this.kernel?.lose();
    this.position = position;
    this.kind = TokenKind.semicolon;
    this.expected.reset();
    this.expectsEdit = false;
    this.joinsWords = true;
  }

  /** The next token is a value of this type: read a list or tuple of numbers as one token. */
  expectNumbers(kind: NumericKind, rows: number, columns: number, isList: boolean): void {
    this.expected.expect(kind, rows, columns, isList);
  }

  /** The next token is a block of time samples of this type: read it as one token if it has only numbers. */
  expectSamples(kind: NumericKind, rows: number, columns: number, areLists: boolean): void {
    this.expected.expect(kind, rows, columns, areLists);
    this.expected.expectSamples();
  }

  /** The next token may be an array edit. */
  expectEdit(): void {
    this.expectsEdit = true;
  }

  /** Reads the next token into the fields. Stays at the end of the text. */
  next(): void {
    if (this.kernel === undefined || !this.isKernelUsable || !this.take(this.kernel)) this.read();
  }

  /** Takes the next token from the kernel; returns false if it must be read here. */
  private take(kernel: TokenKernel): boolean {
    const at = this.heads.joins ? kernel.seek(this.position, this.kind) : -1;
    if (at < 0) return false;
    const { tokens, base } = kernel;
    const kind = tokens[at + KIND];
    const start = tokens[at + START];
    const end = base + tokens[at + END];
    const bits = tokens[at + BITS];
    if (kind === TokenKind.headWord || kind === TokenKind.identifier) {
      const name = kernel.nameId(tokens[at + NAME], start, tokens[at + END], bits >> 8);
      if (kind === TokenKind.headWord) {
        this.kind = name > this.variantSetId ? kind : this.kindOfHead(name);
        this.position = this.heads.take(kernel, at, name);
      } else if (this.expectsEdit && name === this.editId) return false;
      else {
        this.kind = kind;
        this.position = end;
      }
      this.name = name;
      this.flags = bits >> 8;
      this.expectsEdit = this.expected.isSet = false;
      this.start = base + start;
      this.end = end;
      this.before = bits & 0xff;
      kernel.take();
      return true;
    }
    this.start = base + start;
    this.before = bits & 0xff;
    kernel.take();
    if (kind >= TokenKind.leftBrace) {
      const { expected } = this;
      if (expected.isSet) {
        if (expected.take(kind, tokens[at + SHAPE], base + tokens[at + NEXT])) {
          this.finishKnown(TokenKind.numbers, expected.end);
          return true;
        }
        if (this.readNumbers(base + start, this.bytes[base + start])) return true;
      }
    } else if (kind !== TokenKind.path) this.flags = 0;
    this.expected.isSet = false;
    this.finishKnown(kind, end);
    return true;
  }

  private kindOfHead(name: number): number {
    return name === this.variantSetId ? TokenKind.variantSet : TokenKind.specifier;
  }

  /** Reads the next token. */
  private read(): void {
    const bytes = this.bytes;
    const limit = this.limit;
    const opensStatement = OPENS_STATEMENT[this.kind];
    let p = this.position;
    let before = 0;
    let byte = 0;
    let first = FIRST_SPACE;
    while (p < limit) {
      byte = bytes[p];
      first = FIRST[byte];
      if (first < FIRST_SPACE) break;
      if (first === FIRST_SPACE) {
        before |= BEFORE_SPACE;
        do p++;
        while (bytes[p] === SPACE);
      } else if (first === FIRST_NEWLINE) {
        before |= BEFORE_NEWLINE;
        p++;
        // Indentation is half of the bytes of a deep scene.
        while (p <= this.lastFour && this.fours.getInt32(p, true) === FOUR_SPACES) {
          before |= BEFORE_SPACE;
          p += 4;
        }
      } else {
        const end = commentEnd(bytes, p, limit);
        if (end === p) break;
        if (end < 0) {
          this.before = before;
          this.fail("USDA_COMMENT_UNTERMINATED", p, limit);
          return;
        }
        before |= byte === HASH || bytes[p + 1] === SLASH ? BEFORE_LINE_COMMENT : BEFORE_BLOCK_COMMENT;
        p = end;
      }
    }
    this.before = before;
    this.start = p;
    if (p >= limit) {
      this.kind = TokenKind.endOfFile;
      this.start = this.end = this.position = limit;
      return;
    }
    if (first === FIRST_NAME) {
      this.readName(p, opensStatement === 1 || (before & BEFORE_NEWLINE) !== 0);
      return;
    }
    if (first === FIRST_MARK) {
      if (this.expected.isSet && this.readNumbers(p, byte)) return;
      this.expected.isSet = false;
      this.kind = MARK_KIND[byte];
      this.end = this.position = p + 1;
      return;
    }
    this.expected.isSet = false;
    if (first === FIRST_DIGIT || byte === MINUS || byte === DOT) this.readNumber(p, byte);
    else if (byte === DOUBLE_QUOTE || byte === SINGLE_QUOTE) this.readString(p, byte);
    else if (byte === AT) this.readAsset(p);
    else if (byte === LESS) this.readPath(p);
    else this.readOther(p, byte);
  }

  /** A character that begins no token; a word after `+` was meant as a number. */
  private readOther(start: number, byte: number): void {
    let p = start + 1;
    if (byte === PLUS) while (p < this.limit && (NAME_BYTE[this.bytes[p]] === 1 || this.bytes[p] === DOT)) p++;
    this.fail(p > start + 1 ? "USDA_NUMBER" : "USDA_CHARACTER", start, p);
  }

  private readName(start: number, atHead: boolean): void {
    const { heads, limit } = this;
    heads.readWord(start, limit);
    const id = (this.name = heads.name);
    const p = (this.end = this.position = heads.end);
    this.flags = heads.flags;
    this.kind = TokenKind.identifier;
    if (heads.isBad) this.fail("USDA_NAME", start, p);
    else if (p - start > this.maxToken) this.fail("USDA_LIMIT_TOKEN", start, p);
    else if (atHead) {
      this.kind = TokenKind.headWord;
      if (id <= this.variantSetId) this.kind = id === this.variantSetId ? TokenKind.variantSet : TokenKind.specifier;
      const end = heads.readHead(start, limit);
      if (end < 0) this.fail("USDA_LIMIT_TOKEN", -end, heads.end);
      else this.position = end;
    } else if (this.expectsEdit && id === this.editId) {
      if ((this.flags & FLAG_ARRAY_SUFFIX) !== 0) this.finish(TokenKind.arrayEdit, p);
      else this.readArrayEdit(start, p);
    }
    this.expectsEdit = false;
    this.expected.isSet = false;
  }

  /** `edit […]` as one token; brackets inside of strings and comments do not count. */
  private readArrayEdit(start: number, p: number): void {
    const open = this.skipInline(p);
    if (this.bytes[open] !== LEFT_BRACKET) return;
    this.position = open + 1;
    let depth = 1;
    const { before, name } = this;
    this.expectsEdit = false;
    this.expected.isSet = false;
    while (depth > 0) {
      this.next();
      if (this.kind === TokenKind.leftBracket) depth++;
      else if (this.kind === TokenKind.rightBracket) depth--;
      else if (this.kind === TokenKind.endOfFile) {
        this.before = before;
        this.lookaheads.push({ start: open, end: this.end });
        this.fail("USDA_UNCLOSED_BRACKET", open, open + 1);
        return;
      } else if (this.kind === TokenKind.invalid) {
        this.before = before;
        return;
      }
    }
    this.before = before;
    this.name = name;
    this.start = start;
    this.finish(TokenKind.arrayEdit, this.end);
  }

  private readNumbers(p: number, byte: number): boolean {
    const kind = this.expected.read(p, byte);
    // The limit of a token's length does not apply: the token replaces many.
    if (kind !== 0) this.finishKnown(kind, this.expected.end);
    return kind !== 0;
  }

  private readNumber(p: number, byte: number): void {
    const end = numberEnd(this.bytes, p, this.limit, byte);
    if (end > p) this.finish(TokenKind.number, end);
    else if (end < 0) this.fail("USDA_NUMBER", p, -end);
    else {
      this.kind = TokenKind.dot;
      this.end = this.position = p + 1;
    }
  }

  private readString(p: number, quote: number): void {
    const { quoted } = this;
    const isClosed = quoted.readString(p, this.limit, quote);
    this.flags = quoted.flags;
    if (isClosed) this.finish(TokenKind.string, quoted.end);
    else this.fail("USDA_STRING_UNTERMINATED", p, quoted.end);
  }

  private readAsset(p: number): void {
    const { quoted } = this;
    const isClosed = quoted.readAsset(p, this.limit);
    this.flags = quoted.flags;
    if (isClosed) this.finish(TokenKind.asset, quoted.end);
    else this.fail("USDA_ASSET_UNTERMINATED", p, quoted.end);
  }

  private readPath(p: number): void {
    const { quoted } = this;
    if (quoted.readPath(p, this.limit)) this.finish(TokenKind.path, quoted.end);
    else this.fail("USDA_PATH_UNTERMINATED", p, quoted.end);
  }
}
