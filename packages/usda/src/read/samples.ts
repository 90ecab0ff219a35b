/** Time samples: `{ time: value, … }`. */
import type { ValueType } from "@usdkit/layer";
import { decimalToDouble } from "../scan/decimal.ts";
import { TokenKind } from "../scan/token-kinds.ts";
import type { CommaLists } from "./comma-lists.ts";
import type { ReadContext } from "./context.ts";
import { unclosedFault } from "./fault.ts";
import type { FoundValue, PackedSamples } from "./found-value.ts";
import type { Token } from "./token.ts";
import { numericKindOf } from "./values/value-collector.ts";
import { ValuePlace } from "./values/values.ts";
import type { ValueReader } from "./values/values.ts";
import { Word } from "./words.ts";

/** The readers of the parts of samples. */
interface Parts {
  readonly lists: CommaLists;
  readonly values: ValueReader;
  readonly found: FoundValue;
}

export class SampleReader {
  private readonly context: ReadContext;
  private readonly lists: CommaLists;
  private readonly values: ValueReader;
  private readonly found: FoundValue;
  private type: ValueType | undefined;
  private areArrays = false;
  private start = 0;
  private time = 0;
  /** Samples with a value, of an attribute whose type is unknown. */
  private unregisteredCount = 0;

  constructor(context: ReadContext, { lists, values, found }: Parts) {
    this.context = context;
    this.lists = lists;
    this.values = values;
    this.found = found;
  }

  /** Sets the type of the samples that follow. */
  expect(type: ValueType | undefined, areArrays: boolean): void {
    this.type = type;
    this.areArrays = areArrays;
    this.unregisteredCount = 0;
    const { found } = this;
    found.kept = 0;
    const kind = type === undefined ? undefined : numericKindOf(type.kind);
    if (type !== undefined && kind !== undefined) {
      const matrix = type.dims.length === 2;
      const columns = matrix ? type.dims[1] : (type.dims[0] ?? 0);
      this.context.scanner.expectSamples(kind, matrix ? type.dims[0] : 0, columns, areArrays);
    }
    if (found.samples.length > 0) found.samples = [];
  }

  /** A whole block of numeric samples that the scanner has decoded. */
  decoded(token: Token): void {
    const { context, found } = this;
    found.start = token.start;
    found.end = token.end;
    this.checkClosed(token.start, token.end - 1);
    context.sameLine(token, "`{`");
    const samples: PackedSamples | null = context.scanner.expected.samples;
    if (samples !== null) found.kept = context.sink.keepSamples(samples, token.end - token.start);
  }

  open(token: Token): void {
    this.context.sameLine(token, "`{`");
    this.lists.open(token, true);
    this.start = token.start;
  }

  sampleTime(token: Token): void {
    const { context } = this;
    // Two words on a new line: the next statement, and the samples are unclosed.
    if (token.kind === TokenKind.headWord && context.scanner.wordCount > 1) {
      throw unclosedFault(TokenKind.leftBrace, this.start, token);
    }
    this.lists.item(token);
    if (token.kind === TokenKind.number) this.time = decimalToDouble(context.bytes, token.start, token.end);
    else if (token.name === Word.inf) this.time = Infinity;
    else if (token.name === Word.nan) this.time = NaN;
    else context.fault("USDA_UNEXPECTED", token, `Expected a time (a number), found ${context.quote(token)}.`);
  }

  /** The `}` may be known to belong to an outer block: the next statement begins there. */
  private checkClosed(brace: number, closer: number): void {
    const { leftOpen } = this.context;
    if (leftOpen?.brace !== brace || leftOpen.closer !== closer) return;
    const place = { start: closer, end: closer + 1, kind: TokenKind.rightBrace };
    throw unclosedFault(TokenKind.leftBrace, brace, place);
  }

  sampleColon(token: Token): void {
    this.context.sameLine(token, "`:`");
    this.values.expect(this.type, this.areArrays, ValuePlace.sample);
    this.context.scanner.expectEdit();
  }

  sampleDone(): void {
    const { context, found } = this;
    if (this.type === undefined && !found.isNone && !found.isPath && ++this.unregisteredCount > 1) {
      const message = "An attribute of an unknown type must not have more than one sample with a value.";
      context.report("USDA_TYPE_UNKNOWN", found, message);
    }
    if (context.builds && found.value !== undefined) found.samples.push({ time: this.time, value: found.value });
  }

  close(token: Token): void {
    this.checkClosed(this.start, token.start);
    this.lists.close(token);
    const { found } = this;
    found.start = this.start;
    found.end = token.end;
    // Arrays of single samples are decoded again on access.
    found.kept = 0;
  }
}
