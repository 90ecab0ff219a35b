/** Values of one token: an atom, a path, decoded numbers, an array edit. */
import type { ScalarKind, TypedValue, Value, ValueType } from "@usdkit/layer";
import { decodeUtf8 } from "@usdkit/base";
import { normalPath } from "@usdkit/layer";
import { isCxxNamespacedIdentifier } from "../../scan/identifiers.ts";
import { BEFORE_LINE_END, TokenKind } from "../../scan/token-kinds.ts";
import { normalizeArrayEdit } from "../array-edits/array-edit.ts";
import type { ReadContext } from "../context.ts";
import type { FoundValue } from "../found-value.ts";
import { KEPT_ARRAY_BYTES } from "../found-value.ts";
import { normalizePathExpression } from "../path-expressions/path-expression.ts";
import type { Token } from "../token.ts";
import { isReserved, Word } from "../words.ts";
import { unregisteredAtom } from "./unregistered-text.ts";
import { ValueCollector, numericKindOf } from "./value-collector.ts";

/** The context of a value, which determines what is allowed besides a typed value. */
export const ValuePlace = { attribute: 0, sample: 1, metadata: 2, dictionary: 3, listOperation: 4 } as const;

const ATTRIBUTE: number = ValuePlace.attribute;
const DICTIONARY: number = ValuePlace.dictionary;
const LIST_OPERATION: number = ValuePlace.listOperation;

export class ValueReader {
  readonly collector: ValueCollector = new ValueCollector();

  // The expected value.
  type: ValueType | undefined;
  isArray = false;
  private place: number = ATTRIBUTE;

  private readonly context: ReadContext;
  private readonly found: FoundValue;

  constructor(context: ReadContext, found: FoundValue) {
    this.context = context;
    this.found = found;
  }

  /**
   * Sets the type of the next value, for the scanner too; without a type any value is accepted, and kept as text.
   *
   * @param place a `ValuePlace`
   */
  expect(type: ValueType | undefined, isArray: boolean, place: number): void {
    this.type = type;
    this.isArray = isArray;
    this.place = place;
    const { found } = this;
    found.kept = 0;
    found.isNone = false;
    found.isPath = false;
    if (type === undefined) return;
    const kind = numericKindOf(type.kind);
    if (kind !== undefined && (isArray || type.components > 1)) {
      const rows = type.dims.length === 2 ? type.dims[0] : 0;
      const columns = type.dims.length === 2 ? type.dims[1] : (type.dims[0] ?? 0);
      this.context.scanner.expectNumbers(kind, rows, columns, isArray);
    }
  }

  beginAt(token: Token): void {
    const { found } = this;
    found.start = token.start;
    found.value = undefined;
    found.hasValue = true;
    if ((token.before & BEFORE_LINE_END) !== 0) this.reportValueLine(token);
  }

  /** The value is on another line than its `=`: reported at the end of the line that lacks it. */
  private reportValueLine(token: Token): void {
    const { context } = this;
    if (context.valueLineReported) context.valueLineReported = false;
    else {
      const before = context.tokens.consumedToken(1);
      const at = before.end <= token.start && before.end > 0 ? before : token;
      context.report("USDA_NEWLINE", at, "The value must begin on this line.");
    }
  }

  /** A list or tuple of numbers that the scanner has decoded. */
  numbers(token: Token): void {
    this.beginAt(token);
    const { context, found } = this;
    found.end = token.end;
    const { expected } = context.scanner;
    const numbers = context.builds ? expected.decoded(token.start) : expected.numbers;
    if (numbers === null) return;
    if (context.builds) {
      const type = this.type as ValueType;
      const data = this.isArray ? numbers : numbers.slice(0, type.components);
      found.value = { kind: "typed", type, isArray: this.isArray, data, range: rangeOf(token) };
    } else if (this.isArray && numbers.byteLength > KEPT_ARRAY_BYTES) {
      found.kept = context.sink.keepNumbers(numbers);
    }
  }

  /** A value of one token. */
  single(token: Token): void {
    this.beginAt(token);
    this.found.end = token.end;
    if (token.kind === TokenKind.path) this.path(token);
    else if (token.kind === TokenKind.identifier || token.kind === TokenKind.headWord) this.word(token);
    else this.atom(token);
  }

  private path(token: Token): void {
    const { context, found } = this;
    if (context.pathBits(token) === 0) context.badPath(token);
    if (this.place === LIST_OPERATION) {
      context.report("USDA_FIELD_VALUE", token, "Expected a list or `None`, found a path.");
    }
    found.isPath = true;
    if (context.builds) {
      const path = normalPath(decodeUtf8(context.bytes, token.start + 1, token.end - 1));
      found.value = { kind: "path", path, range: rangeOf(token) };
    }
  }

  private word(token: Token): void {
    const { context, found } = this;
    if (token.name === Word.None) {
      found.isNone = true;
      if (this.place === DICTIONARY) {
        context.report("USDA_VALUE_TYPE", token, "`None` is not allowed in a dictionary.");
      }
      if (context.builds) found.value = { kind: "block", range: rangeOf(token) };
      return;
    }
    if (token.name === Word.AnimationBlock && this.place === ATTRIBUTE) {
      if (context.builds) found.value = { kind: "animationBlock", range: rangeOf(token) };
      return;
    }
    if (!this.isWordValue(token)) this.rejectWord(token);
    this.atom(token);
  }

  /** A word cannot be a value: leaves the statement. */
  rejectWord(token: Token): never {
    const { context } = this;
    const word = context.names.text(token.name);
    const hint = word === "none" || word === "NONE" ? "Write `None`." : "Write strings and tokens in quotes.";
    this.context.fault("USDA_UNEXPECTED", token, `Expected a value, found the word ${context.quote(token)}.`, hint);
  }

  isWordValue(token: Token): boolean {
    if (token.hasArraySuffix || isReserved(token.name)) return false;
    return !token.hasColon || isCxxNamespacedIdentifier(this.context.names.text(token.name));
  }

  private atom(token: Token): void {
    const { context, found, type } = this;
    if (token.kind === TokenKind.asset) this.checkAsset(token);
    if (type === undefined) {
      if (context.builds) {
        const text = unregisteredAtom(context.bytes, token.kind, token.start, token.end);
        found.value = { kind: "unregistered", text, range: rangeOf(token) };
      }
      return;
    }
    if (this.place === LIST_OPERATION) {
      context.report("USDA_FIELD_VALUE", token, "Expected a list or `None`.");
      return;
    }
    if (this.isArray) {
      context.report("USDA_VALUE_SHAPE", token, `Expected a list in brackets for type ${type.name}[].`);
      return;
    }
    if (!context.builds && type.components === 1 && isAlwaysValue(token.kind, type.kind)) return;
    const { collector } = this;
    collector.begin(context.bytes, context.names, type);
    collector.atom(
      token.kind === TokenKind.headWord ? TokenKind.identifier : token.kind,
      token.start,
      token.end,
      token.name,
    );
    this.finishTyped(token.start, token.end);
  }

  /** Checks the collected atoms against the expected type, and builds the value if values are built. */
  finishTyped(start: number, end: number): void {
    const { context, collector, isArray } = this;
    const type = this.type as ValueType;
    const problem = collector.check(isArray, start, end);
    if (problem !== undefined) {
      context.report(problem.code, problem, problem.message);
      return;
    }
    if (type.kind === "pathExpression") this.checkExpressions(start, end);
    if (!context.builds) return;
    const value = collector.value(isArray, start, end);
    // Only default values are made absolute, not samples or the contents of dictionaries.
    const anchor = this.place === ATTRIBUTE ? context.sink.anchorPath() : undefined;
    this.found.value = type.kind === "pathExpression" ? normalizeExpressions(value, anchor) : value;
  }

  private checkExpressions(start: number, end: number): void {
    const data = this.collector.data(this.isArray);
    for (const text of typeof data === "string" ? [data] : (data as readonly string[])) {
      if (normalizePathExpression(text) === undefined) {
        this.context.report("USDA_VALUE_TYPE", { start, end }, "The text is not a valid path expression.");
        return;
      }
    }
  }

  /** Asset paths must not contain control characters, U+0080–U+009F included; a NUL is allowed. */
  checkAsset(token: Token): void {
    const { bytes } = this.context;
    for (let i = token.start; i < token.end; i++) {
      const byte = bytes[i];
      if ((byte >= 32 && byte < 127) || byte === 0) continue;
      if (byte < 32 || byte === 127 || (byte === 0xc2 && bytes[i + 1] <= 0x9f)) {
        this.context.report("USDA_PATH", token, "An asset path must not contain control characters.");
        return;
      }
    }
  }

  /** A whole `edit […]`. */
  arrayEdit(token: Token): void {
    this.beginAt(token);
    const { context, found, type } = this;
    found.end = token.end;
    if (type === undefined || !this.isArray) {
      context.report("USDA_ARRAY_EDIT", token, "An array edit needs an array type.");
      return;
    }
    const result = normalizeArrayEdit(context.bytes, token.start, token.end, type);
    if ("error" in result) {
      const { offset } = result;
      const wanted = result.error.replace("expected ", "").replaceAll("'", "`");
      const range = { start: offset, end: Math.min(offset + 1, token.end) };
      context.report("USDA_ARRAY_EDIT", range, `Expected ${wanted} here in the array edit.`);
    } else if (context.builds) {
      const { text, pieces } = result;
      found.value = { kind: "arrayEdit", type, text, ...(pieces && { pieces }), range: rangeOf(token) };
    }
  }
}

/** A copy: tokens are reused. */
function rangeOf(token: Token): NonNullable<Value["range"]> {
  return { start: token.start, end: token.end };
}

function normalizeExpressions(value: TypedValue, anchor: string | undefined): TypedValue {
  const { data } = value;
  if (typeof data === "string") return { ...value, data: normalizePathExpression(data, anchor) ?? data };
  return { ...value, data: (data as readonly string[]).map((text) => normalizePathExpression(text, anchor) ?? text) };
}

/** Returns whether every token of a kind is a value of a type; other pairs depend on the token's text. */
function isAlwaysValue(token: number, type: ScalarKind): boolean {
  switch (type) {
    case "string":
    case "token":
      return token === TokenKind.string;
    case "asset":
      return token === TokenKind.asset;
    case "bool":
    case "float":
    case "double":
      return token === TokenKind.number;
    default:
      return false;
  }
}
