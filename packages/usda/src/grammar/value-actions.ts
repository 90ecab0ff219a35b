/** Values: what is expected, and what one token can be: an atom, a path, numbers, an array edit. */
import type { TypedValue, Value, ValueType } from "@usdkit/layer";
import { normalPath, decodeUtf8 } from "@usdkit/layer";
import { isCxxNamespacedIdentifier } from "../scan/identifiers.ts";
import * as tokenKinds from "../scan/token-kinds.ts";
import { ActionsBase } from "./actions-base.ts";
import { normalizeArrayEdit } from "./array-edit.ts";
import { describeToken } from "./describe.ts";
import { normalizePathExpression } from "./path-expression.ts";
import type { UsdaToken } from "./token-stream.ts";
import { unregisteredAtom } from "./unregistered-text.ts";
import { ValueCollector, numericKindOf } from "./value-collector.ts";
import { isReserved } from "./words.ts";
import * as vocabulary from "./words.ts";

// V8 reads an import from its cell at each use; constants of the file's own become part of the code.
const { BEFORE_LINE_END, TokenKind } = tokenKinds;
const { Word } = vocabulary;

/** Where a value stands, which decides what else than a typed value may be there. */
export const ValuePlace = { attribute: 0, sample: 1, metadata: 2, dictionary: 3, listOperation: 4 } as const;

/** Numeric arrays of at most this many bytes are read again when asked for, instead of kept. */
export const KEEP_BYTES = 512;

export abstract class ValueActions extends ActionsBase {
  protected readonly collector: ValueCollector = new ValueCollector();

  // What is expected.
  protected valueType: ValueType | undefined;
  protected valueIsArray = false;
  protected valuePlace: number = ValuePlace.attribute;

  // What was found.
  /** The value, while views read; undefined otherwise. */
  protected value: Value | undefined;
  protected valueStart = 0;
  protected valueEnd = 0;
  /** `None` stood there. */
  protected valueIsNone = false;
  protected valueIsPath = false;
  /** Index into the tape's numbers + 1, where an array was kept. */
  protected keptNumbers = 0;
  /** A value has begun; cleared by what waits for one. */
  protected hasValue = false;

  /** The prim that relative paths start from: absolute, without the variant that the statement stands in. */
  protected abstract anchorPath(): string;

  /** Keeps an array that was decoded while parsing; gives its index + 1. */
  protected abstract keepNumbers(numbers: TypedValue["data"]): number;

  /** Tells the scanner and the next `value` what is expected; undefined for any value, kept as text. */
  protected expectValue(type: ValueType | undefined, isArray: boolean, place: number): void {
    this.valueType = type;
    this.valueIsArray = isArray;
    this.valuePlace = place;
    this.keptNumbers = 0;
    this.valueIsNone = false;
    this.valueIsPath = false;
    if (type === undefined) return;
    const kind = numericKindOf(type.kind);
    if (kind !== undefined && (isArray || type.components > 1)) {
      const matrix = type.dims.length === 2;
      this.scanner.expectNumbers(kind, matrix ? type.dims[0] : 0, matrix ? type.dims[1] : (type.dims[0] ?? 0), isArray);
    }
  }

  protected beginAt(token: UsdaToken): void {
    this.valueStart = token.start;
    this.value = undefined;
    this.hasValue = true;
    if ((token.before & BEFORE_LINE_END) !== 0) this.reportValueLine(token);
  }

  /** The value stands on another line than its `=`: said at the end of the line that lacks it. */
  private reportValueLine(token: UsdaToken): void {
    if (this.valueLineReported) this.valueLineReported = false;
    else {
      const before = this.parser.LA(-1) as UsdaToken;
      const at = before.end <= token.start && before.end > 0 ? before : token;
      this.report("USDA_NEWLINE", "The value must begin on this line.", at.start, at.end);
    }
  }

  /** A list or tuple of numbers that the scanner has decoded. */
  numbers(token: UsdaToken): void {
    this.beginAt(token);
    this.valueEnd = token.end;
    const numbers = this.scanner.numbers;
    if (numbers === null) return;
    if (this.builds) {
      const type = this.valueType as ValueType;
      const data = this.valueIsArray ? numbers : numbers.slice(0, type.components);
      this.value = {
        kind: "typed",
        type,
        isArray: this.valueIsArray,
        data,
        range: { start: token.start, end: token.end },
      };
    } else if (this.valueIsArray && numbers.byteLength > KEEP_BYTES) {
      this.keptNumbers = this.keepNumbers(numbers);
    }
  }

  /** A value of one token. */
  single(token: UsdaToken): void {
    this.beginAt(token);
    this.valueEnd = token.end;
    if (token.kind === TokenKind.path) this.pathValue(token);
    else if (token.kind === TokenKind.identifier || token.kind === TokenKind.headWord) this.wordValue(token);
    else this.atomValue(token);
  }

  private pathValue(token: UsdaToken): void {
    const bits = this.paths.classify(this.bytes, token.start + 1, token.end - 1);
    if (bits === 0) this.badPath(token);
    if (this.valuePlace === ValuePlace.listOperation) {
      this.report("USDA_FIELD_VALUE", "A list or None was expected, not a path.", token.start, token.end);
    }
    this.valueIsPath = true;
    if (this.builds) {
      const path = normalPath(decodeUtf8(this.bytes, token.start + 1, token.end - 1));
      this.value = { kind: "path", path, range: { start: token.start, end: token.end } };
    }
  }

  private wordValue(token: UsdaToken): void {
    const place = this.valuePlace;
    if (token.name === Word.None && !token.hasArraySuffix) {
      this.valueIsNone = true;
      if (place === ValuePlace.dictionary) {
        this.report("USDA_VALUE_TYPE", "A dictionary cannot hold None.", token.start, token.end);
      }
      if (this.builds) this.value = { kind: "block", range: { start: token.start, end: token.end } };
      return;
    }
    if (token.name === Word.AnimationBlock && place === ValuePlace.attribute && !token.hasArraySuffix) {
      if (this.builds) this.value = { kind: "animationBlock", range: { start: token.start, end: token.end } };
      return;
    }
    if (!this.isWordValue(token)) {
      this.refuseWord(token);
    }
    this.atomValue(token);
  }

  /** A word stands where a value was expected. */
  protected refuseWord(token: UsdaToken): never {
    const shown = this.quoteToken(token);
    const word = this.names.text(token.name);
    const hint = word === "none" || word === "NONE" ? "Write `None`." : "Strings and tokens stand in quotes.";
    this.fault("USDA_UNEXPECTED", token, `A value was expected, not the word ${shown}.`, hint);
  }

  protected isWordValue(token: UsdaToken): boolean {
    if (token.hasArraySuffix || isReserved(token.name)) return false;
    return !token.hasColon || isCxxNamespacedIdentifier(this.names.text(token.name));
  }

  private atomValue(token: UsdaToken): void {
    const type = this.valueType;
    if (token.kind === TokenKind.asset) this.checkAsset(token);
    if (type === undefined) {
      if (this.builds)
        this.setText(unregisteredAtom(this.bytes, token.kind, token.start, token.end), token.start, token.end);
      return;
    }
    if (this.valuePlace === ValuePlace.listOperation) {
      this.report("USDA_FIELD_VALUE", "A list or None was expected.", token.start, token.end);
      return;
    }
    if (this.valueIsArray) {
      this.report(
        "USDA_VALUE_SHAPE",
        `A list in brackets was expected, as the type is ${type.name}[].`,
        token.start,
        token.end,
      );
      return;
    }
    if (!this.builds && token.kind === TokenKind.number && (type.kind === "double" || type.kind === "float")) {
      if (type.components === 1) return;
    }
    const collector = this.collector;
    collector.begin(this.bytes, this.names, type);
    collector.atom(
      token.kind === TokenKind.headWord ? TokenKind.identifier : token.kind,
      token.start,
      token.end,
      token.name,
    );
    this.finishTyped(token.start, token.end);
  }

  /** Checks what the collector holds against the expected type, and keeps it where asked to. */
  protected finishTyped(start: number, end: number): void {
    const type = this.valueType as ValueType;
    const problem = this.collector.check(this.valueIsArray, start, end);
    if (problem !== undefined) {
      this.report(problem.code, problem.message, problem.start, problem.end);
      return;
    }
    if (type.kind === "pathExpression") this.checkExpressions(start, end);
    if (!this.builds) return;
    const value = this.collector.value(this.valueIsArray, start, end);
    // Only default values are made absolute, not samples and what dictionaries hold.
    const anchor = this.valuePlace === ValuePlace.attribute ? this.anchorPath() : undefined;
    this.value = type.kind === "pathExpression" ? normalizeExpressions(value, anchor) : value;
  }

  private checkExpressions(start: number, end: number): void {
    const data = this.collector.data(this.valueIsArray);
    for (const text of typeof data === "string" ? [data] : (data as readonly string[])) {
      if (normalizePathExpression(text) === undefined) {
        this.report("USDA_VALUE_TYPE", "The text is no path expression.", start, end);
        return;
      }
    }
  }

  /** Asset paths cannot have control characters, also not those of U+0080–U+009F; a NUL is taken. */
  protected checkAsset(token: UsdaToken): void {
    const { bytes } = this;
    for (let i = token.start; i < token.end; i++) {
      const byte = bytes[i];
      if ((byte >= 32 && byte < 127) || byte === 0) continue;
      if (byte < 32 || byte === 127 || (byte === 0xc2 && bytes[i + 1] <= 0x9f)) {
        this.report("USDA_PATH", "An asset path cannot have control characters.", token.start, token.end);
        return;
      }
    }
  }

  protected setText(text: string, start: number, end: number): void {
    this.value = { kind: "unregistered", text, range: { start, end } };
  }

  /** A whole `edit […]`. */
  arrayEdit(token: UsdaToken): void {
    this.beginAt(token);
    this.valueEnd = token.end;
    const type = this.valueType;
    if (type === undefined || !this.valueIsArray) {
      this.report("USDA_ARRAY_EDIT", "An array edit needs an array type.", token.start, token.end);
      return;
    }
    const result = normalizeArrayEdit(this.bytes, token.start, token.end, type);
    if ("error" in result) {
      const wanted = result.error.replace("expected ", "").replaceAll("'", "`");
      this.report(
        "USDA_ARRAY_EDIT",
        `In an array edit, ${wanted} was expected here.`,
        result.offset,
        Math.min(result.offset + 1, token.end),
      );
    } else if (this.builds) {
      this.value = { kind: "arrayEdit", type, text: result.text, range: { start: token.start, end: token.end } };
    }
  }

  /** A token's text for a message: quoted, escaped and cut. */
  protected quoteToken(token: { start: number; end: number }): string {
    return describeToken(this.bytes, TokenKind.identifier, token.start, token.end);
  }

  protected badPath(token: UsdaToken): void {
    this.report("USDA_PATH", `${this.quoteToken(token)} is no valid path.`, token.start, token.end);
  }
}

function normalizeExpressions(value: TypedValue, anchor: string | undefined): TypedValue {
  const { data } = value;
  if (typeof data === "string") return { ...value, data: normalizePathExpression(data, anchor) ?? data };
  return { ...value, data: (data as readonly string[]).map((text) => normalizePathExpression(text, anchor) ?? text) };
}
