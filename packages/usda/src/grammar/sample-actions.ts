/** Time samples and splines. */
import type { PackedSamples } from "../layer/tape.ts";
import type { Spline, ValueType } from "@usdkit/layer";
import type { FoundSample } from "../layer/view-source.ts";
import { decimalToDouble } from "../scan/decimal.ts";
import * as tokenKinds from "../scan/token-kinds.ts";
import { unclosedFault } from "./fault.ts";
import { MapActions } from "./map-actions.ts";
import { numericKindOf } from "./value-collector.ts";
import * as valueActions from "./value-actions.ts";
import type { UsdaToken } from "./token-stream.ts";
import { SplineReader } from "./spline-reader.ts";
import * as vocabulary from "./words.ts";

// V8 reads an import from its cell at each use; constants of the file's own become part of the code.
const { BEFORE_LINE_END, TokenKind } = tokenKinds;
const { ValuePlace } = valueActions;
const { Word } = vocabulary;

/** Blocks with at most so many bytes of text are read again when asked for, instead of kept. */
const KEEP_SAMPLES_TEXT = 1024;

export abstract class SampleActions extends MapActions {
  private sampleType: ValueType | undefined;
  private samplesAreArrays = false;
  private samplesStart = 0;
  private time = 0;
  private unregisteredSamples = 0;
  protected foundSamples: FoundSample[] = [];
  protected foundPacked: PackedSamples | undefined;
  protected foundSpline: Spline | undefined;
  private splineReader: SplineReader | undefined;

  /** Keeps samples that were decoded while parsing; gives their index + 1. */
  protected abstract keepSamples(samples: PackedSamples): number;

  protected expectSamples(type: ValueType | undefined, isArray: boolean): void {
    this.sampleType = type;
    this.samplesAreArrays = isArray;
    this.unregisteredSamples = 0;
    this.foundPacked = undefined;
    this.keptNumbers = 0;
    const kind = type === undefined ? undefined : numericKindOf(type.kind);
    if (type !== undefined && kind !== undefined) {
      const matrix = type.dims.length === 2;
      const columns = matrix ? type.dims[1] : (type.dims[0] ?? 0);
      this.scanner.expectSamples(kind, matrix ? type.dims[0] : 0, columns, isArray);
    }
    if (this.foundSamples.length > 0) this.foundSamples = [];
  }

  /** A whole block of numeric samples that the scanner has decoded. */
  samples(token: UsdaToken): void {
    this.valueStart = token.start;
    this.valueEnd = token.end;
    this.checkSamplesClosed(token.start, token.end - 1);
    this.sameLine(token, "`{`");
    const found = this.scanner.samples;
    if (found === null) return;
    if (this.keep) this.foundPacked = found;
    else if (token.end - token.start > KEEP_SAMPLES_TEXT) this.keptNumbers = this.keepSamples(found);
  }

  samplesOpen(token: UsdaToken): void {
    this.sameLine(token, "`{`");
    this.listOpen(token, true);
    this.samplesStart = token.start;
  }

  sampleTime(token: UsdaToken): void {
    // Two words in a row on a new line: the next statement, and the samples were left open.
    if (token.kind === TokenKind.headWord && this.scanner.wordCount > 1) this.samplesLeftOpen(token);
    this.listItem(token);
    if (token.kind === TokenKind.number) this.time = decimalToDouble(this.bytes, token.start, token.end);
    else if (token.name === Word.inf) this.time = Infinity;
    else if (token.name === Word.nan) this.time = NaN;
    else this.fault("USDA_UNEXPECTED", token, "A time (a number) was expected.");
  }

  /** The `}` may be known to belong to what is around the samples: there the next statement begins. */
  private checkSamplesClosed(brace: number, closer: number): void {
    if (this.leftOpen?.brace !== brace || this.leftOpen.closer !== closer) return;
    const place = { start: closer, end: closer + 1, kind: TokenKind.rightBrace };
    throw unclosedFault(TokenKind.leftBrace, brace, place);
  }

  private samplesLeftOpen(found: UsdaToken): never {
    throw unclosedFault(TokenKind.leftBrace, this.samplesStart, found);
  }

  sampleColon(token: UsdaToken): void {
    if ((token.before & BEFORE_LINE_END) !== 0) this.sameLine(token, "`:`");
    this.expectValue(this.sampleType, this.samplesAreArrays, ValuePlace.sample);
    this.scanner.expectEdit();
  }

  sampleDone(): void {
    if (this.sampleType === undefined && !this.valueIsNone && !this.valueIsPath && ++this.unregisteredSamples > 1) {
      this.report(
        "USDA_TYPE_UNKNOWN",
        "An attribute of an unknown type can have only one sample with a value.",
        this.valueStart,
        this.valueEnd,
      );
    }
    if (this.builds && this.value !== undefined) this.foundSamples.push({ time: this.time, value: this.value });
  }

  samplesClose(token: UsdaToken): void {
    this.checkSamplesClosed(this.samplesStart, token.start);
    this.listClose(token);
    this.valueStart = this.samplesStart;
    this.valueEnd = token.end;
  }

  // Splines.

  protected expectSpline(type: ValueType | undefined, typeText: string): void {
    this.scanner.joinsWords = false;
    this.splineReader = new SplineReader(this.bytes, type, typeText, (code, message, start, end) =>
      this.report(code, message, start, end),
    );
  }

  splineOpen(token: UsdaToken): void {
    this.valueStart = token.start;
    this.sameLine(token, "`{`");
  }

  splineToken(token: UsdaToken): void {
    this.splineReader?.token(token);
  }

  splineCustomData(): void {
    this.splineReader?.beginCustomData(this.parser.peek());
    this.dictionaryMayStartLine = true;
    this.scanner.joinsWords = true;
  }

  splineCustomDataDone(): void {
    this.scanner.joinsWords = false;
    this.splineReader?.customData(this.dictionary);
  }

  splineClose(token: UsdaToken): void {
    this.valueEnd = token.end;
    this.scanner.joinsWords = true;
    this.splineReader?.close(token);
    if (this.keep) this.foundSpline = this.splineReader?.spline(this.valueStart, token.end);
    this.splineReader = undefined;
  }
}
