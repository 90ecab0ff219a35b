/**
 * The predicates in the braces of path expressions: `isa:Mesh and not (abstract or kind("a", deep=true))`.
 */
import { decodeEscapes } from "../../scan/strings.ts";
import { encodeUtf8, formatDouble } from "@usdkit/base";
import type { ExpressionCursor } from "./expression-cursor.ts";
import type { Operator } from "./operator-tree.ts";
import { OperatorTreeBuilder, operatorTreeText, type OperatorAtom, type OperatorNode } from "./operator-tree.ts";
import { quoted } from "../quoted.ts";

/** An argument of a predicate. */
export interface PredicateArgument {
  /** Its name; "" for an argument by position. */
  readonly key: string;
  readonly value: string | number | boolean;
}

/** A call of a predicate: `abstract`, `isa:Mesh,Cube`, `kind(component, strict=true)`. */
export interface PredicateCall extends OperatorAtom {
  readonly name: string;
  readonly args: readonly PredicateArgument[];
}

/** What is in the braces of a pattern. */
export interface Predicate {
  readonly text: string;
  readonly tree: OperatorNode<PredicateCall>;
}

/** A value and its normal text. */
interface Value extends OperatorAtom {
  readonly value: PredicateArgument["value"];
}

const NOT: Operator = { rank: 1, unary: true, text: "not " };
const IMPLIED_AND: Operator = { rank: 2, unary: false, text: " " };
const AND: Operator = { rank: 3, unary: false, text: " and " };
const OR: Operator = { rank: 4, unary: false, text: " or " };

/** The operators of {@link Predicate}. */
export const predicateOperators: Readonly<Record<"not" | "impliedAnd" | "and" | "or", Operator>> = {
  not: NOT,
  impliedAnd: IMPLIED_AND,
  and: AND,
  or: OR,
};

const reserved: ReadonlySet<string> = new Set(["not", "and", "or", "inf", "true", "false"]);

/** Characters allowed in an argument without quotes besides letters, digits and `_`. */
const UNQUOTED_MARKS: ReadonlySet<string> = new Set("~!@#$%^&*-+=|\\.?/");

/** Reads `{ predicate }` at its brace; the normal text is without braces. Returns undefined if it is ill-formed. */
export function readBracedPredicate(cursor: ExpressionCursor): Predicate | undefined {
  if (!cursor.take("{")) return undefined;
  const builder: PredicateBuilder = new OperatorTreeBuilder();
  cursor.skipBlanks();
  for (;;) {
    if (!readFactor(cursor, builder)) return undefined;
    for (;;) {
      const blanks = cursor.skipBlanks();
      if (builder.depth > 0 && cursor.take(")")) builder.closeGroup();
      else if (builder.depth === 0 && cursor.take("}")) {
        const tree = builder.finish();
        return tree && { text: operatorTreeText(tree), tree };
      } else {
        if (!takeOperator(cursor, builder, blanks)) return undefined;
        break;
      }
    }
  }
}

type PredicateBuilder = OperatorTreeBuilder<PredicateCall>;

/** Reads any number of `not`s and opening parentheses, then a call. */
function readFactor(cursor: ExpressionCursor, builder: PredicateBuilder): boolean {
  for (;;) {
    cursor.skipBlanks();
    if (takeNot(cursor)) {
      builder.pushOperator(NOT);
      continue;
    }
    if (!cursor.take("(")) return readCall(cursor, builder);
    builder.openGroup();
    cursor.skipBlanks();
  }
}

/** Reads `not`, unless it is the name of a function: no name may be `not`, but repeated ones need blanks between. */
function takeNot(cursor: ExpressionCursor): boolean {
  return cursor.takeWord("not");
}

function takeOperator(cursor: ExpressionCursor, builder: PredicateBuilder, blanks: boolean): boolean {
  if (cursor.takeWord("and")) builder.pushOperator(AND);
  else if (cursor.takeWord("or")) builder.pushOperator(OR);
  else if (blanks) builder.pushOperator(IMPLIED_AND);
  else return cursor.fail(builder.depth > 0 ? "')'" : "'}'");
  return true;
}

/** `name`, `name:value,value` or `name(value, key=value)`. */
function readCall(cursor: ExpressionCursor, builder: PredicateBuilder): boolean {
  const start = cursor.position;
  const length = cursor.identifierLength();
  const name = cursor.text.slice(start, start + length);
  if (length === 0 || reserved.has(name)) return cursor.fail("a predicate");
  cursor.position += length;
  if (cursor.take(":")) return readColonArguments(cursor, name, builder);
  const end = cursor.position;
  cursor.skipBlanks();
  if (cursor.take("(")) return readArguments(cursor, name, builder);
  cursor.position = end;
  builder.pushAtom({ text: name, name, args: [] });
  return true;
}

function readColonArguments(cursor: ExpressionCursor, name: string, builder: PredicateBuilder): boolean {
  const values: Value[] = [];
  do {
    const value = readValue(cursor);
    if (value === undefined) return false;
    values.push(value);
  } while (cursor.take(","));
  const text = `${name}:${values.map((value) => value.text).join(",")}`;
  builder.pushAtom({ text, name, args: values.map(({ value }) => ({ key: "", value })) });
  return true;
}

/** Reads values by position, then values by name. A missing value is an empty string. */
function readArguments(cursor: ExpressionCursor, name: string, builder: PredicateBuilder): boolean {
  const texts: string[] = [];
  const args: PredicateArgument[] = [];
  let named = false;
  do {
    cursor.skipBlanks();
    const key = takeKey(cursor);
    if (named && key === "") return cursor.fail("a named argument");
    named = key !== "";
    const value = readValue(cursor);
    if (value === undefined) return false;
    texts.push(named ? `${key}=${value.text}` : value.text);
    args.push({ key, value: value.value });
    cursor.skipBlanks();
  } while (cursor.take(","));
  if (!cursor.take(")")) return cursor.fail("')'");
  builder.pushAtom({ text: `${name}(${texts.join(", ")})`, name, args });
  return true;
}

/** Reads `key =`; empty if the argument has no name. */
function takeKey(cursor: ExpressionCursor): string {
  const start = cursor.position;
  const length = cursor.identifierLength();
  const key = cursor.text.slice(start, start + length);
  if (length === 0 || reserved.has(key)) return "";
  cursor.position += length;
  cursor.skipBlanks();
  if (cursor.take("=")) {
    cursor.skipBlanks();
    return key;
  }
  cursor.position = start;
  return "";
}

/** Reads a value in normal form: a number, 1 or 0 for true and false, otherwise a quoted string. */
function readValue(cursor: ExpressionCursor): Value | undefined {
  const number = readNumber(cursor);
  if (number !== undefined) return { text: number, value: Number(number.replace("inf", "Infinity")) };
  if (cursor.error !== "") return undefined;
  if (cursor.takeWord("true")) return { text: "1", value: true };
  if (cursor.takeWord("false")) return { text: "0", value: false };
  const quote = cursor.at('"') ? '"' : cursor.at("'") ? "'" : undefined;
  const content = quote === undefined ? readUnquoted(cursor) : readQuoted(cursor, quote);
  return content === undefined ? undefined : { text: quoted(content), value: content };
}

/** `-?digits`, with a fraction or an exponent, or `-?inf`. */
function readNumber(cursor: ExpressionCursor): string | undefined {
  const start = cursor.position;
  const negative = cursor.take("-");
  if (cursor.takeWord("inf")) return negative ? "-inf" : "inf";
  if (!skipDigits(cursor)) {
    cursor.position = start;
    return undefined;
  }
  let real = false;
  if (cursor.take(".")) {
    real = true;
    if (!skipDigits(cursor)) return failed(cursor, "digits");
  }
  if (cursor.at("e") || cursor.at("E")) {
    real = true;
    cursor.position++;
    if (!cursor.take("-")) cursor.take("+");
    if (!skipDigits(cursor)) return failed(cursor, "digits");
  }
  const text = cursor.slice(start);
  if (real) return formatDouble(Number(text));
  const integer = integerText(text);
  // An integer beyond 64 bits is a string.
  if (integer === undefined) cursor.position = start;
  return integer;
}

function failed(cursor: ExpressionCursor, expected: string): undefined {
  cursor.fail(expected);
  return undefined;
}

function skipDigits(cursor: ExpressionCursor): boolean {
  const start = cursor.position;
  while (cursor.isDigit()) cursor.position++;
  return cursor.position > start;
}

function integerText(text: string): string | undefined {
  const digits = text.replace("-", "").replace(/^0+(?=\d)/, "");
  if (digits.length > 19) return undefined;
  const value = BigInt(text.startsWith("-") ? `-${digits}` : digits);
  return value === BigInt.asIntN(64, value) ? value.toString() : undefined;
}

/** Reads a string in quotes; few escapes are valid, and no control characters. */
function readQuoted(cursor: ExpressionCursor, quote: string): string | undefined {
  const { text } = cursor;
  const start = ++cursor.position;
  for (; cursor.position < text.length; cursor.position++) {
    const character = text.charAt(cursor.position);
    if (character === quote) {
      const content = unescaped(cursor.slice(start));
      cursor.position++;
      return content;
    }
    if (character < " " || !isScalar(text, cursor.position)) return failed(cursor, "a printable character");
    if (character !== "\\") continue;
    cursor.position++;
    const escape = text.charAt(cursor.position);
    if (escape === "" || !`${quote}\\bfnrt`.includes(escape)) return failed(cursor, "an escape");
  }
  return failed(cursor, `a closing ${quote}`);
}

/** Returns false for a lone surrogate: it represents a byte that is not UTF-8. */
function isScalar(text: string, position: number): boolean {
  const code = text.codePointAt(position) ?? 0;
  if (code < 0xd800 || code > 0xdfff) return true;
  const before = text.charCodeAt(position - 1);
  return code >= 0xdc00 && before >= 0xd800 && before <= 0xdbff;
}

/** Reads an argument without quotes; escapes are resolved in it as well. */
function readUnquoted(cursor: ExpressionCursor): string {
  const start = cursor.position;
  while (cursor.isName() || UNQUOTED_MARKS.has(cursor.text.charAt(cursor.position))) cursor.position++;
  const raw = cursor.slice(start);
  const backslashes = raw.length - raw.replace(/\\+$/, "").length;
  // A backslash at the end is dropped.
  return unescaped(backslashes % 2 === 1 ? raw.slice(0, -1) : raw);
}

function unescaped(text: string): string {
  if (!text.includes("\\")) return text;
  const bytes = encodeUtf8(text);
  return decodeEscapes(bytes, 0, bytes.length);
}
