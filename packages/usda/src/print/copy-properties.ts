/** Writes properties of parsed layers by copying their text, where it is what printing would give. */
import { valueTypes, type PrimSpec, type ValueType, type VariantSpec } from "@usdkit/layer";
import { makeProperty } from "../build/property-views.ts";
import { after } from "../build/records.ts";
import type { ViewSource } from "../build/view-source.ts";
import { Authored } from "../read/sink.ts";
import {
  AUTHORED_MASK,
  AUTHORED_SHIFT,
  FLAG_ARRAY,
  FLAG_BROKEN,
  FLAG_CONTINUES,
  FLAG_CUSTOM,
  FLAG_RELATIONSHIP,
  FLAG_UNIFORM,
  KIND_MASK,
  LIST_OP_MASK,
  LIST_OP_SHIFT,
  NAME,
  NAME_START,
  NEXT,
  OWNER_SIZE,
  PROPERTY_SIZE,
  RecordKind,
  START,
  TAG,
  TYPE,
  VALUE_END,
  VALUE_START,
} from "../record/tape.ts";
import type { ByteWriter } from "./byte-writer.ts";
import { NOT_CANONICAL, OPERATION_WORDS, pathEnd, valueEnd, wordEnd } from "./canonical-text.ts";
import { copyMetadata } from "./copy-metadata.ts";
import { writeProperty } from "./print-properties.ts";

const BLANK = 32;
const LEFT_BRACKET = 91;
const RIGHT_BRACKET = 93;
const LINE_FEED = 10;
/** Longer values are decoded and printed: checking one that ends in an unusual number takes as long. */
const MAX_LENGTH = 1024;

/** A prim or variant that is written in one block. */
interface Block {
  readonly spec: PrimSpec | VariantSpec;
  readonly record: number;
}

/**
 * Writes the properties of a block, those that are not in the form of printed text from their specs; returns whether there are any.
 * Returns undefined, and writes nothing, if the block has orders, or several statements of one property.
 */
export function copyProperties(
  writer: ByteWriter,
  source: ViewSource,
  { spec, record }: Block,
  indent: number,
): boolean | undefined {
  const { words } = source.tape;
  const end = words[record + NEXT];
  let count = 0;
  for (let at = record + OWNER_SIZE; at < end; at = after(words, at)) {
    const tag = words[at + TAG];
    const kind = tag & KIND_MASK;
    if (kind === RecordKind.order || (kind === RecordKind.property && (tag & FLAG_CONTINUES) !== 0)) return undefined;
    if (kind === RecordKind.property) count++;
  }
  if (count === 0) return false;
  for (let at = record + OWNER_SIZE; count > 0; at = after(words, at)) {
    if ((words[at + TAG] & KIND_MASK) !== RecordKind.property) continue;
    count--;
    if (!copyProperty(writer, source, { spec, record: at }, indent))
      writeProperty(writer, makeProperty(source, [at], spec), indent, false);
  }
  return true;
}

/** Writes the only statement of a property; returns false, and writes nothing, if it is not in the form of printed text. */
function copyProperty(writer: ByteWriter, source: ViewSource, { spec, record }: Block, indent: number): boolean {
  const { words } = source.tape;
  const before = writer.length;
  if (!copyStatement(writer, source, record, indent)) return false;
  if (words[record + NEXT] > record + PROPERTY_SIZE) {
    const kind = (words[record + TAG] & FLAG_RELATIONSHIP) === 0 ? "attribute" : "relationship";
    if (!copyMetadata(writer, source, { kind, record, owner: spec }, indent)) {
      writer.length = before;
      return false;
    }
  }
  writer.byte(LINE_FEED);
  return true;
}

/** Writes the same without metadata. */
function copyStatement(writer: ByteWriter, source: ViewSource, record: number, indent: number): boolean {
  const { bytes, tape } = source;
  const { words } = tape;
  const tag = words[record + TAG];
  if ((tag & FLAG_BROKEN) !== 0) return false;
  const operation = (tag >>> LIST_OP_SHIFT) & LIST_OP_MASK;
  const isConnection = ((tag >>> AUTHORED_SHIFT) & AUTHORED_MASK) === Authored.connection;
  // Printing gives such a property another line for its metadata.
  if ((isConnection || operation !== 0) && words[record + NEXT] > record + PROPERTY_SIZE) return false;
  const start = words[record + START];
  const end = statementEnd(source, record);
  if (end === NOT_CANONICAL || end - start > MAX_LENGTH) return false;
  writer.indent(indent);
  writer.copy(bytes, start, end);
  return true;
}

/** Returns the end of a statement of canonical text. */
function statementEnd(source: ViewSource, record: number): number {
  const { bytes, names, tape } = source;
  const { words } = tape;
  const tag = words[record + TAG];
  const authored = (tag >>> AUTHORED_SHIFT) & AUTHORED_MASK;
  const nameStart = words[record + NAME_START];
  const nameEnd = nameStart + names.byteLength(words[record + NAME]);
  if (headEnd(source, record) !== nameStart || !isAscii(bytes, nameStart, nameEnd)) return NOT_CANONICAL;
  const hasPaths = authored === Authored.connection || authored === Authored.targets;
  if (((tag >>> LIST_OP_SHIFT) & LIST_OP_MASK) !== 0 && !hasPaths) return NOT_CANONICAL;
  if (authored === Authored.nothing) return nameEnd;
  const isConnection = authored === Authored.connection;
  const at = wordEnd(bytes, nameEnd, isConnection ? ".connect = " : " = ");
  const valueAt = words[record + VALUE_START];
  const end = words[record + VALUE_END];
  if (at !== valueAt || end - valueAt > MAX_LENGTH) return NOT_CANONICAL;
  if (hasPaths) {
    const isRelationship = (tag & FLAG_RELATIONSHIP) !== 0;
    return isRelationship !== isConnection && pathEnd(bytes, at, true) === end ? end : NOT_CANONICAL;
  }
  const type = authored === Authored.value ? typeOf(source, record) : undefined;
  if (type === undefined) return NOT_CANONICAL;
  return valueEnd(bytes, at, type, (tag & FLAG_ARRAY) !== 0) === end ? end : NOT_CANONICAL;
}

/** Returns the end of the words before the name, each with a blank: `custom uniform token[] `, `prepend rel `. */
function headEnd({ bytes, names, tape }: ViewSource, record: number): number {
  const { words } = tape;
  const tag = words[record + TAG];
  const isCustom = (tag & FLAG_CUSTOM) !== 0;
  const isUniform = (tag & FLAG_UNIFORM) !== 0;
  const operation = (tag >>> LIST_OP_SHIFT) & LIST_OP_MASK;
  const authored = (tag >>> AUTHORED_SHIFT) & AUTHORED_MASK;
  let at = words[record + START];
  // Printing gives such a property a line for each.
  if (isCustom && (operation !== 0 || authored === Authored.connection)) return NOT_CANONICAL;
  if (isCustom) at = wordEnd(bytes, at, "custom ");
  if (operation !== 0 && at >= 0) at = wordEnd(bytes, at, OPERATION_WORDS[operation]);
  if ((tag & FLAG_RELATIONSHIP) !== 0) return isUniform && at >= 0 ? wordEnd(bytes, at, "rel ") : NOT_CANONICAL;
  if (isUniform && at >= 0) at = wordEnd(bytes, at, "uniform ");
  if (at < 0) return NOT_CANONICAL;
  at += names.byteLength(words[record + TYPE]);
  if ((tag & FLAG_ARRAY) !== 0) {
    if (bytes[at] !== LEFT_BRACKET || bytes[at + 1] !== RIGHT_BRACKET) return NOT_CANONICAL;
    at += 2;
  }
  return bytes[at] === BLANK ? at + 1 : NOT_CANONICAL;
}

function typeOf({ names, tape }: ViewSource, record: number): ValueType | undefined {
  const { words } = tape;
  const type = valueTypes.get(names.text(words[record + TYPE]));
  return type === undefined || type.hasArray || (words[record + TAG] & FLAG_ARRAY) === 0 ? type : undefined;
}

function isAscii(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (bytes[i] >= 128) return false;
  return true;
}
