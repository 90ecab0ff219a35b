/** Lists, tuples and samples of numbers that the scanner expects next: each is one token, already decoded. */
import { LEFT_BRACE, LEFT_BRACKET, LEFT_PARENTHESIS } from "./characters.ts";
import type { NumericArray } from "@usdkit/layer";
import type { NumericKind } from "./numeric-kinds.ts";
import { newNumericArray } from "./numeric-kinds.ts";
import { NumericListReader } from "./numeric-list.ts";
import type { NumericListSamples, NumericSamples } from "./numeric-samples.ts";
import { NumericSampleReader } from "./numeric-samples.ts";
import { SHAPE_FRACTION } from "./kernel/token-layout.ts";
import { TokenKind } from "./token-kinds.ts";

export class ExpectedNumbers {
  /** The next token is a list or tuple of numbers, or a block of samples. */
  isSet = false;
  /** Position after what was read last. */
  end = 0;
  /** `numbers`: the decoded content, null if it was only checked, and the number of elements. */
  numbers: NumericArray | null = null;
  count = 0;
  /** `samples`: the decoded content. */
  samples: NumericSamples | NumericListSamples | null = null;

  readonly lists: NumericListReader;
  private readonly bytes: Uint8Array;
  private sampleReader: NumericSampleReader | undefined;
  /** Buffers for tuples, one array per kind; `numbers` is then valid until the next tuple. */
  private readonly tuples: Partial<Record<NumericKind, NumericArray>> = {};
  private kind: NumericKind = "int";
  private rows = 0;
  private columns = 0;
  private isList = false;
  private areSamples = false;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.lists = new NumericListReader(bytes);
  }

  /** Expects a value of this type. */
  expect(kind: NumericKind, rows: number, columns: number, isList: boolean): void {
    this.isSet = true;
    this.kind = kind;
    this.rows = rows;
    this.columns = columns;
    this.isList = isList;
  }

  /** Expects samples of the type that `expect` has set. */
  expectSamples(): void {
    this.areSamples = true;
  }

  /** Expects nothing. */
  reset(): void {
    this.isSet = this.areSamples = false;
  }

  /** Reads what is expected at `p`, where `byte` is; returns the kind of its token, 0 if it must be read by tokens. */
  read(p: number, byte: number): number {
    if (this.areSamples) return this.readSamples(p, byte);
    const { lists } = this;
    if (this.isList) {
      if (byte !== LEFT_BRACKET) return 0;
      const numbers = lists.readList(p + 1, this.kind, this.rows, this.columns);
      if (numbers === null) return 0;
      this.numbers = numbers;
      this.count = lists.count;
    } else {
      if (byte !== LEFT_PARENTHESIS || this.columns === 0) return 0;
      const tuple = (this.tuples[this.kind] ??= newNumericArray(this.kind, 16));
      if (!lists.readTuple(p + 1, this.kind, this.rows, this.columns, tuple, 0)) return 0;
      this.numbers = tuple;
      this.count = 1;
    }
    this.isSet = false;
    this.end = lists.end;
    return TokenKind.numbers;
  }

  /**
   * Takes numbers that the kernel has checked if they are what is expected and need not be kept; they are not decoded.
   *
   * @param bracket the kind of the token that opens them
   * @param shape their shape as in the kernel's tokens
   * @param end the position after them
   */
  take(bracket: number, shape: number, end: number): boolean {
    const { isList, kind, lists } = this;
    if (shape === 0 || this.areSamples || lists.sharedBytes === 0 || end > lists.kernel.limit) return false;
    if (kind === "int" ? (shape & SHAPE_FRACTION) !== 0 : kind !== "float" && kind !== "double") return false;
    const columns = shape & 0xff;
    const elements = (shape >> 8) & 0xff;
    if (isList) {
      if (bracket !== TokenKind.leftBracket || this.rows !== 0 || columns !== this.columns) return false;
      if (elements * Math.max(1, columns) * (kind === "double" ? 8 : 4) > lists.sharedBytes) return false;
    } else if (bracket !== TokenKind.leftParenthesis) return false;
    else if (columns === 0 ? this.rows !== 0 || elements !== this.columns : elements !== this.rows) return false;
    else if (columns !== 0 && columns !== this.columns) return false;
    this.numbers = null;
    this.count = isList ? elements : 1;
    this.isSet = false;
    this.end = end;
    return true;
  }

  /** Returns the numbers of the last token, which begins at `start`. */
  decoded(start: number): NumericArray | null {
    if (this.numbers === null) this.read(start, this.bytes[start]);
    return this.numbers;
  }

  private readSamples(p: number, byte: number): number {
    this.reset();
    if (byte !== LEFT_BRACE) return 0;
    const reader = (this.sampleReader ??= new NumericSampleReader(this.bytes, this.lists));
    const samples = this.isList
      ? reader.readListSamples(p + 1, this.kind, this.rows, this.columns)
      : reader.readSamples(p + 1, this.kind, this.rows, this.columns);
    if (samples === null) return 0;
    this.samples = samples;
    this.end = reader.end;
    return TokenKind.samples;
  }
}
