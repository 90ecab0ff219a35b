/** The element literals of array edits: `1`, `true`, `"a"`, `@b@`, `(1, 2, 3)`, and their text in the reference. */
import type { ScalarKind, ValueType } from "@usdkit/layer";
import {
  decodeUtf8,
  floatToHalfBits,
  formatDouble,
  formatFloat,
  formatGeneral,
  formatHalf,
  halfBitsToFloat,
} from "@usdkit/base";
import { reservedWords } from "../../keywords/reserved-words.ts";
import { DecimalReader } from "../../scan/decimal.ts";
import { isCxxNamespacedIdentifier } from "../../scan/identifiers.ts";
import { decodeAssetToken, decodeStringToken } from "../../scan/strings.ts";
import { NAME_BYTE } from "../../scan/characters.ts";
import { normalizePathExpression } from "../path-expressions/path-expression.ts";
import type { EditCursor } from "./array-edit-cursor.ts";

/** One literal. */
export interface ElementText {
  /** As in `str()` of the reference's value: strings raw, `@a@`, booleans as 1 and 0. */
  readonly text: string;
  /** The string itself, or a time code with all digits; undefined if `text` can be read again. */
  readonly element?: string | undefined;
}

/** An atom as read, before its target type is known. */
type Atom =
  | { readonly form: "integer"; readonly value: bigint; readonly negative: boolean }
  | { readonly form: "real"; readonly value: number }
  | { readonly form: "word" | "string" | "asset"; readonly value: string };

const INT64_MIN = -(2n ** 63n);
const UINT64_MAX = 2n ** 64n - 1n;

const integerRanges: Readonly<Partial<Record<ScalarKind, readonly [bigint, bigint]>>> = {
  uchar: [0n, 255n],
  int: [-(2n ** 31n), 2n ** 31n - 1n],
  uint: [0n, 2n ** 32n - 1n],
  int64: [INT64_MIN, 2n ** 63n - 1n],
  uint64: [0n, UINT64_MAX],
};

const booleans: ReadonlyMap<string, string> = new Map([
  ["true", "1"],
  ["yes", "1"],
  ["1", "1"],
  ["false", "0"],
  ["no", "0"],
  ["0", "0"],
]);

/** Reads one element of type `type` at the cursor; undefined on failure, which the cursor describes. */
export function readElement(cursor: EditCursor, type: ValueType): ElementText | undefined {
  if (!cursor.at("(")) {
    if (type.dims.length > 0) return cursor.fail(`a tuple for ${type.name}`);
    return readAtom(cursor, type.kind);
  }
  return readTuple(cursor, type);
}

/** Reads `(…)` nested as deep as the type has dimensions, which is at most two. */
function readTuple(cursor: EditCursor, type: ValueType): ElementText | undefined {
  const { dims } = type;
  const texts: string[] = [];
  const counts: number[] = [];
  for (;;) {
    if (cursor.take("(")) {
      if (counts.length >= dims.length) return cursor.fail(`no deeper tuple for ${type.name}`);
      counts.push(0);
      cursor.skipLines();
      continue;
    }
    const depth = counts.length;
    if (depth < dims.length) return cursor.fail("a tuple");
    const atom = readAtom(cursor, type.kind);
    if (atom === undefined) return undefined;
    texts.push(atom.text);
    counts[depth - 1] = (counts[depth - 1] ?? 0) + 1;
    for (;;) {
      const more = takeSeparator(cursor);
      if (more) break;
      cursor.skipLines();
      const level = counts.length - 1;
      if (!cursor.at(")")) return cursor.fail("',' or ')'");
      if (counts[level] !== dims[level]) return cursor.fail(`a tuple of ${dims[level] ?? 0}`);
      cursor.take(")");
      counts.pop();
      if (counts.length === 0) {
        const text = tupleText(texts, dims);
        return { text };
      }
      counts[level - 1] = (counts[level - 1] ?? 0) + 1;
    }
  }
}

/** Reads a comma and the trivia around it, if an item follows. A comma before the closing parenthesis is allowed. */
function takeSeparator(cursor: EditCursor): boolean {
  cursor.skipInline();
  if (!cursor.take(",")) return false;
  cursor.skipLines();
  return !cursor.at(")");
}

/** Writes vectors and quaternions as `(1, 2)`; matrices with the reference's blanks, `( (1, 0), (0, 1) )`. */
function tupleText(texts: readonly string[], dims: readonly number[]): string {
  const width = dims[1];
  if (width === undefined) return `(${texts.join(", ")})`;
  const rows: string[] = [];
  for (let i = 0; i < texts.length; i += width) rows.push(`(${texts.slice(i, i + width).join(", ")})`);
  return `( ${rows.join(", ")} )`;
}

function readAtom(cursor: EditCursor, kind: ScalarKind): ElementText | undefined {
  const start = cursor.position;
  const atom = scanAtom(cursor);
  if (atom === undefined) return cursor.fail("a number, a word, a string, an asset or an element [index]");
  const element = convert(atom, kind);
  if (element === undefined) return cursor.failAt(start, `a value of type ${kind}`);
  return element;
}

function scanAtom(cursor: EditCursor): Atom | undefined {
  const { bytes, end } = cursor;
  const start = cursor.position;
  const first = start < end ? bytes[start] : 0;
  if (first === 34 || first === 39) {
    const close = cursor.stringEnd(start);
    if (close < 0) return undefined;
    cursor.position = close;
    return { form: "string", value: decodeStringToken(bytes, start, close) };
  }
  if (first === 64) {
    const close = cursor.assetEnd(start);
    if (close < 0) return undefined;
    cursor.position = close;
    return { form: "asset", value: decodeAssetToken(bytes, start, close) };
  }
  const reader = new DecimalReader();
  const after = reader.read(bytes, start, end);
  // `inf` and `nan` are numbers only if no name character follows.
  const isWord = after > 0 && NAME_BYTE[bytes[after - 1] ?? 0] === 1 && !isDigitByte(bytes[after - 1] ?? 0);
  if (after > 0 && !(isWord && after < end && NAME_BYTE[bytes[after] ?? 0] === 1)) {
    cursor.position = after;
    return numberAtom(reader, decodeUtf8(bytes, start, after));
  }
  const word = cursor.nameEnd(start);
  const text = decodeUtf8(bytes, start, word);
  if (word === start || !isCxxNamespacedIdentifier(text)) return undefined;
  if (text.split("::").some((part) => reservedWords.has(part))) return undefined;
  cursor.position = word;
  return { form: "word", value: text };
}

function isDigitByte(byte: number): boolean {
  return byte >= 48 && byte <= 57;
}

/** Integers beyond 64 bits are doubles, as in the reference. */
function numberAtom(reader: DecimalReader, text: string): Atom {
  if (reader.integral) {
    const value = BigInt(text);
    if (value >= INT64_MIN && value <= UINT64_MAX) return { form: "integer", value, negative: text.startsWith("-") };
  }
  return { form: "real", value: reader.value };
}

function convert(atom: Atom, kind: ScalarKind): ElementText | undefined {
  switch (kind) {
    case "pathExpression": {
      const text = atom.form === "string" ? normalizePathExpression(atom.value) : undefined;
      return text === undefined ? undefined : { text, element: text };
    }
    case "string":
    case "token":
      return atom.form === "string" ? { text: atom.value, element: atom.value } : undefined;
    case "asset":
      if (atom.form !== "asset" && atom.form !== "string") return undefined;
      return hasControl(atom.value) ? undefined : { text: `@${atom.value}@`, element: atom.value };
    case "bool":
      return plain(booleanText(atom));
    case "opaque":
      return undefined;
    default:
      return numberText(atom, kind);
  }
}

function plain(text: string | undefined): ElementText | undefined {
  return text === undefined ? undefined : { text };
}

function booleanText(atom: Atom): string | undefined {
  if (atom.form === "integer") return atom.value === 0n ? "0" : "1";
  if (atom.form === "real") return atom.value === 0 ? "0" : "1";
  return atom.form === "asset" ? undefined : booleans.get(atom.value.toLowerCase());
}

function numberText(atom: Atom, kind: ScalarKind): ElementText | undefined {
  if (atom.form !== "integer" && atom.form !== "real") return undefined;
  const range = integerRanges[kind];
  if (range !== undefined) return plain(integerText(atom, range));
  if (kind === "double" || kind === "timecode") {
    const value = atom.form === "real" ? atom.value : atom.negative && atom.value === 0n ? -0 : Number(atom.value);
    return kind === "double"
      ? { text: formatDouble(value) }
      : { text: formatGeneral(value), element: formatDouble(value) };
  }
  const value = atom.form === "real" ? Math.fround(atom.value) : bigintToFloat(atom.value, atom.negative);
  return { text: kind === "float" ? formatFloat(value) : formatHalf(halfBitsToFloat(floatToHalfBits(value))) };
}

function integerText(
  atom: Atom & { readonly form: "integer" | "real" },
  [low, high]: readonly [bigint, bigint],
): string | undefined {
  if (atom.form === "real" && !Number.isFinite(atom.value)) return undefined;
  const value = atom.form === "integer" ? atom.value : BigInt(Math.trunc(atom.value));
  // The reference rejects the real number -2^63 for an int64, though it would fit.
  if (atom.form === "real" && value === INT64_MIN) return undefined;
  return value < low || value > high ? undefined : value.toString();
}

/** Returns the 64-bit integer for one rounding to binary32: 53 bits are kept, the last one odd if any were cut off. */
function bigintToFloat(value: bigint, negative: boolean): number {
  let magnitude = value < 0n ? -value : value;
  let scale = 1;
  if (magnitude >= 2n ** 53n) {
    const kept = magnitude >> 11n;
    magnitude = kept << 11n === magnitude ? kept : kept | 1n;
    scale = 2048;
  }
  const result = Math.fround(Number(magnitude) * scale);
  return negative ? -result : result;
}

/** The reference rejects C0 (except NUL), DEL and C1 characters in asset paths. */
function hasControl(text: string): boolean {
  return /[\u0001-\u001f\u007f-\u009f]/.test(text);
}
