/**
 * Edits of single statements from their places alone. The edits of @usdkit/usda look a spec up by its path first, which for
 * thousands of findings among thousands of siblings takes seconds; here only what is not simple is left to them.
 */
import { type AttributeSpec, type Layer, type PrimSpec, type PropertySpec } from "@usdkit/layer";
import { insertProperty, removeProperty, type TextEdit } from "@usdkit/usda";
import { indexOfText, lastIndexOfText, latin1Text, utf8Length } from "../text/byte-text.ts";

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
/** Enough to find a name behind its keywords and type; values after it can be long. */
const HEAD = 500;
const NO_BYTES = new Uint8Array();

/** Takes an attribute of one statement out. */
export function removeStatement(layer: Layer, attribute: AttributeSpec): readonly TextEdit[] {
  const bytes = layer.source ?? NO_BYTES;
  const [statement] = attribute.statements;
  const line = wholeLine(bytes, statement);
  // A comment above may be about the statement, and would go with it.
  if (line === undefined || mayEndInComment(bytes, line.start - 1)) return removeProperty(layer, attribute.path);
  return [{ ...line, text: "" }];
}

/** Puts a property behind one of the prim. */
export function insertBehind(layer: Layer, prim: PrimSpec, before: PropertySpec, text: string): readonly TextEdit[] {
  const bytes = layer.source ?? NO_BYTES;
  const statement = before.statements.at(-1);
  const line = statement === undefined ? undefined : wholeLine(bytes, statement);
  if (line === undefined || statement === undefined) return insertProperty(layer, prim.path, text);
  const indent = latin1Text(bytes.subarray(line.start, statement.start));
  const lineEnd = bytes[line.end - 2] === CARRIAGE_RETURN ? "\r\n" : "\n";
  return [{ start: line.end, end: line.end, text: `${indent}${text}${lineEnd}` }];
}

/** Writes another name in every statement of a property; what points at it stays. None where it cannot be found. */
export function renameStatements(
  source: Uint8Array | undefined,
  property: PropertySpec,
  name: string,
): readonly TextEdit[] {
  if (source === undefined) return [];
  const { name: old } = property;
  const length = utf8Length(old);
  const edits = property.statements.flatMap(({ start, end }) => {
    const head = source.subarray(start, Math.min(end, start + HEAD));
    const equals = indexOfText(head, "=");
    const at = lastIndexOfText(head.subarray(0, equals < 0 ? head.length : equals), old);
    const follows = head[at + length];
    const isName = at > 0 && isBlank(head[at - 1]) && (follows === undefined || !isNamePart(follows));
    return isName ? [{ start: start + at, end: start + at + length, text: name }] : [];
  });
  return edits.length === property.statements.length ? edits : [];
}

/** The lines of a statement with their end, where nothing else stands on them. */
function wholeLine(
  bytes: Uint8Array,
  { start, end }: { readonly start: number; readonly end: number },
): { readonly start: number; readonly end: number } | undefined {
  let from = start;
  while (isBlank(bytes[from - 1])) from--;
  let to = end;
  while (isBlank(bytes[to])) to++;
  if (bytes[to] === CARRIAGE_RETURN) to++;
  return bytes[from - 1] === LINE_FEED && bytes[to] === LINE_FEED ? { start: from, end: to + 1 } : undefined;
}

/** Whether the line that ends at `lineEnd` may hold a comment. */
function mayEndInComment(bytes: Uint8Array, lineEnd: number): boolean {
  for (let i = lineEnd - 1; i >= 0 && bytes[i] !== LINE_FEED; i--) {
    // "#", "*/" and "//"
    if (bytes[i] === 35 || bytes[i] === 47) return true;
  }
  return false;
}

function isBlank(byte: number | undefined): boolean {
  return byte === 32 || byte === 9;
}

/** A letter, a digit, "_", ":" or a part of a longer character. */
function isNamePart(byte: number): boolean {
  return (
    byte >= 128 ||
    byte === 95 ||
    (byte >= 48 && byte <= 58) ||
    (byte >= 65 && byte <= 90) ||
    (byte >= 97 && byte <= 122)
  );
}
