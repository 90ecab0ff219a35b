/** Splines as statements: collects the tokens of `{ … }` for the spline reader. */
import type { ValueType } from "@usdkit/layer";
import type { ReadContext } from "../context.ts";
import type { FoundValue } from "../found-value.ts";
import type { Token } from "../token.ts";
import type { DictionaryReader } from "../values/dictionaries.ts";
import { SplineReader } from "./spline-reader.ts";

export class SplineTokens {
  private readonly context: ReadContext;
  private readonly dictionaries: DictionaryReader;
  private readonly found: FoundValue;
  private reader: SplineReader | undefined;

  constructor(context: ReadContext, dictionaries: DictionaryReader, found: FoundValue) {
    this.context = context;
    this.dictionaries = dictionaries;
    this.found = found;
  }

  /** Sets the type of the attribute whose spline follows; `typeText` is the type as written. */
  expect(type: ValueType | undefined, typeText: string): void {
    const { context } = this;
    context.scanner.joinsWords = false;
    this.reader = new SplineReader(context.bytes, type, typeText, (range, message) =>
      context.report("USDA_SPLINE", range, message),
    );
  }

  open(token: Token): void {
    this.found.start = token.start;
    this.context.sameLine(token, "`{`");
  }

  token(token: Token): void {
    this.reader?.token(token);
  }

  customData(): void {
    this.reader?.beginCustomData(this.context.tokens.peek());
    this.dictionaries.mayStartLine = true;
    this.context.scanner.joinsWords = true;
  }

  customDataDone(): void {
    this.context.scanner.joinsWords = false;
    this.reader?.customData(this.dictionaries.dictionary);
  }

  close(token: Token): void {
    const { context, found, reader } = this;
    found.end = token.end;
    context.scanner.joinsWords = true;
    reader?.close(token);
    if (context.builds) found.spline = reader?.spline(found.start, token.end);
    this.reader = undefined;
  }
}
