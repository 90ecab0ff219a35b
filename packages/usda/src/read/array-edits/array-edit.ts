/**
 * Array edits: a sparse change of an array, valid as attribute defaults and time samples since version 1.2 of the
 * format.
 *
 * ```text
 * edit [ write 1 to [0]; insert [-1] at [2]
 *        prepend 4; append 5; erase [-1]; minsize 8 fill 0; maxsize 16; resize 3 fill 1 ]
 * ```
 */
import type { ValueType } from "@usdkit/layer";
import { decodeUtf8 } from "@usdkit/base";
import { isTextKind } from "@usdkit/layer";
import { EditCursor } from "./array-edit-cursor.ts";
import type { ElementText } from "./array-edit-literal.ts";
import { readElement } from "./array-edit-literal.ts";

/** An edit in normal form, or the reason why it is invalid. */
export type ArrayEditResult =
  | {
      /** The text of the reference's value; strings in it are not quoted, so it cannot always be read again. */
      readonly text: string;
      /** The text in pieces if it cannot be read again: those with odd indexes are the elements. */
      readonly pieces: readonly string[] | undefined;
    }
  | { readonly error: string; readonly offset: number };

/** The index for "after the last element"; `insert` at this index is an `append`. */
const END_INDEX = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;
/** An operation without an effect. */
const dropped: Operation = { before: "" };

/** An operation, `append 1`. */
interface Operation {
  /** `append `; without an element the whole operation. */
  readonly before: string;
  readonly element?: ElementText | undefined;
  /** ` at [2]` */
  readonly after?: string;
}

/**
 * Normalises the edit of an array of `type` in `bytes[start, end)`, from the word `edit` to the closing `]`. An error
 * has the offset of the first invalid byte.
 *
 * ```ts
 * normalizeArrayEdit(encodeUtf8("edit [insert 1 at [0];]"), 0, 23, intType); // { text: "edit [prepend 1]", … }
 * ```
 */
export function normalizeArrayEdit(bytes: Uint8Array, start: number, end: number, type: ValueType): ArrayEditResult {
  const cursor = new EditCursor(bytes, start, end);
  const operations: Operation[] = [];
  // The reference's text reader accepts arrays of this old alias, but its type registry, used for edits, does not.
  if (!type.hasArray || type.name === "Schema") cursor.fail(`a type with an array form, not ${type.name}`);
  else if (!readOpening(cursor)) cursor.fail("'edit ['");
  else {
    while (readOperation(cursor, type, operations) && takeSeparator(cursor)) continue;
    if (cursor.error === "") {
      cursor.skipLines();
      if (!cursor.take("]")) cursor.fail("an operation or ']'");
      else if (cursor.position !== end) cursor.fail("nothing after ']'");
    }
  }
  if (cursor.error !== "") return { error: cursor.error, offset: cursor.errorOffset };
  const text = operations.map(({ before, element, after = "" }) => before + (element?.text ?? "") + after).join("; ");
  return { text: `edit [${text}]`, pieces: piecesOf(operations, type) };
}

/** Returns the text in pieces; undefined if it can be read again. */
function piecesOf(operations: readonly Operation[], { kind }: ValueType): readonly string[] | undefined {
  if (operations.length === 0) return undefined;
  const pieces: string[] = [];
  let between = "edit [";
  operations.forEach(({ before, element, after = "" }, i) => {
    between += (i > 0 ? "; " : "") + before;
    if (element?.element === undefined) between += (element?.text ?? "") + after;
    else {
      pieces.push(between, element.element);
      between = after;
    }
  });
  // Without pieces, the index in `write [0] to [5]` could be a string.
  return pieces.length > 0 || isTextKind(kind) ? [...pieces, `${between}]`] : undefined;
}

function readOpening(cursor: EditCursor): boolean {
  if (!cursor.takeWord("edit")) return false;
  cursor.skipInline();
  if (!cursor.take("[")) return false;
  cursor.skipLines();
  return true;
}

/** Reads one semicolon or line end, with any number of line ends after it. */
function takeSeparator(cursor: EditCursor): boolean {
  cursor.skipToLineEnd();
  if (!cursor.take(";") && !cursor.take("\n") && !cursor.take("\r")) return false;
  cursor.skipLines();
  return true;
}

/** Reads one operation; returns false if there is none, and on an error. */
function readOperation(cursor: EditCursor, type: ValueType, operations: Operation[]): boolean {
  const operation = readByWord(cursor, type);
  if (operation === undefined) return false;
  if (operation !== dropped) operations.push(operation);
  return true;
}

function readByWord(cursor: EditCursor, type: ValueType): Operation | undefined {
  if (cursor.takeWord("write")) return readPlaced(cursor, type, "write", "to");
  if (cursor.takeWord("insert")) return readPlaced(cursor, type, "insert", "at");
  if (cursor.takeWord("prepend")) return prefixed("prepend ", readSource(cursor, type));
  if (cursor.takeWord("append")) return prefixed("append ", readSource(cursor, type));
  if (cursor.takeWord("erase")) {
    const index = readReference(cursor);
    return index === undefined ? undefined : { before: `erase [${index}]` };
  }
  if (cursor.takeWord("minsize")) return readSize(cursor, type, "minsize", true);
  if (cursor.takeWord("resize")) return readSize(cursor, type, "resize", true);
  if (cursor.takeWord("maxsize")) return readSize(cursor, type, "maxsize", false);
  return undefined;
}

function prefixed(before: string, element: ElementText | undefined): Operation | undefined {
  return element && { before, element };
}

/** Reads `write V to [I]` or `insert V at [I]`; insertions at either end have separate keywords. */
function readPlaced(cursor: EditCursor, type: ValueType, word: string, preposition: string): Operation | undefined {
  const value = readSource(cursor, type);
  if (value === undefined) return undefined;
  cursor.skipInline();
  if (!cursor.takeWord(preposition)) return cursor.fail(`'${preposition}'`);
  const index = readReference(cursor);
  if (index === undefined) return undefined;
  if (word === "insert" && index === 0n) return prefixed("prepend ", value);
  if (word === "insert" && index === END_INDEX) return prefixed("append ", value);
  return { before: `${word} `, element: value, after: ` ${preposition} [${index}]` };
}

/** Reads the value of an operation: another element's value, `[I]`, or a literal. */
function readSource(cursor: EditCursor, type: ValueType): ElementText | undefined {
  cursor.skipInline();
  if (!cursor.at("[")) return readElement(cursor, type);
  const index = readReference(cursor);
  return index === undefined ? undefined : { text: `[${index}]` };
}

function readReference(cursor: EditCursor): bigint | undefined {
  cursor.skipInline();
  if (!cursor.take("[")) return cursor.fail("'['");
  cursor.skipInline();
  const index = readInteger(cursor);
  if (index === undefined) return undefined;
  cursor.skipInline();
  return cursor.take("]") ? index : cursor.fail("']'");
}

/** Reads `-?digits` within 64 bits. */
function readInteger(cursor: EditCursor): bigint | undefined {
  const start = cursor.position;
  cursor.take("-");
  const digits = cursor.position;
  while (cursor.position < cursor.end && isDigit(cursor.bytes[cursor.position] ?? 0)) cursor.position++;
  if (cursor.position === digits) return cursor.failAt(start, "an integer");
  // Longer text, excluding leading zeros, is out of range: skipping the conversion keeps the time linear.
  let significant = digits;
  while (significant < cursor.position - 1 && cursor.bytes[significant] === 48) significant++;
  if (cursor.position - significant > 19) return cursor.failAt(start, "an integer of 64 bits");
  const magnitude = BigInt(decodeUtf8(cursor.bytes, significant, cursor.position));
  const value = digits > start ? -magnitude : magnitude;
  return value < END_INDEX || value > INT64_MAX ? cursor.failAt(start, "an integer of 64 bits") : value;
}

function isDigit(byte: number): boolean {
  return byte >= 48 && byte <= 57;
}

/** Reads `minsize N`, `resize N`, both with an optional `fill L`, and `maxsize N`. */
function readSize(cursor: EditCursor, type: ValueType, word: string, fills: boolean): Operation | undefined {
  cursor.skipInline();
  const start = cursor.position;
  const size = readInteger(cursor);
  if (size === undefined) return undefined;
  cursor.skipInline();
  if (!fills || !cursor.takeWord("fill")) {
    return size < 0n ? cursor.failAt(start, "a size that is not negative") : { before: `${word} ${size}` };
  }
  cursor.skipInline();
  const fill = readElement(cursor, type);
  // The reference silently drops a negative size that has a `fill`.
  return size < 0n && fill !== undefined ? dropped : prefixed(`${word} ${size} fill `, fill);
}

/**
 * Returns the position after the `]` that closes the array edit whose word `edit` is at `start`; -1 if it is not
 * closed, or if there is no edit. Skips strings, assets, comments and nested brackets.
 */
export function findArrayEditEnd(bytes: Uint8Array, start: number): number {
  const cursor = new EditCursor(bytes, start, bytes.length);
  if (!readOpening(cursor)) return -1;
  let depth = 1;
  while (depth > 0) {
    cursor.skipLines();
    const { position } = cursor;
    if (position >= bytes.length) return -1;
    const byte = bytes[position];
    let next = position + 1;
    if (byte === 34 || byte === 39) next = cursor.stringEnd(position);
    else if (byte === 64) next = cursor.assetEnd(position);
    else if (byte === 91) depth++;
    else if (byte === 93) depth--;
    if (next < 0) return -1;
    cursor.position = next;
  }
  return cursor.position;
}
