/** Writes metadata of parsed layers by copying their text, where it is what printing would give. */
import {
  fieldDefinitions,
  primPathOf,
  valueTypes,
  type FieldDefinition,
  type PrimSpec,
  type VariantSpec,
} from "@usdkit/layer";
import { FieldBuilder } from "../build/field-views.ts";
import type { ViewSource } from "../build/view-source.ts";
import {
  KEY,
  KEY_START,
  KIND_MASK,
  LIST_OP_MASK,
  LIST_OP_SHIFT,
  METADATA_SIZE,
  META_VALUE_END,
  META_VALUE_START,
  NEXT,
  OWNER_SIZE,
  PROPERTY_SIZE,
  RecordKind,
  START,
  TAG,
} from "../record/tape.ts";
import type { ByteWriter } from "./byte-writer.ts";
import {
  assetEnd,
  identifierEnd,
  NOT_CANONICAL,
  pathEnd,
  quotedEnd,
  valueEnd,
  wordEnd,
  OPERATION_WORDS,
} from "./canonical-text.ts";
import { writeField } from "./print-metadata.ts";
import { compareAsDictionary } from "./text-order.ts";

const BLANK = 32;
const QUOTE = 34;
const COMMA = 44;
const LESS = 60;
const LEFT_BRACKET = 91;
const RIGHT_BRACKET = 93;
const LEFT_BRACE = 123;
const RIGHT_BRACE = 125;
const LINE_FEED = 10;
const INDENT = 4;
/** Longer blocks are decoded and printed. */
const MAX_LENGTH = 4096;
/** Names of one list that are compared with each other. */
const MAX_NAMES = 8;

/** Returns the index after the value at `at`, or {@link NOT_CANONICAL}. */
type Form = (bytes: Uint8Array, at: number, indent: number) => number;

interface CopiedField {
  readonly form: Form;
  readonly isList: boolean;
  /** Its place among the fields of a spec. */
  readonly place: number;
}

/** The forms of fields with syntax of their own. */
const ownForms: Readonly<Record<string, Form>> = {
  apiSchemas: namesEnd,
  customData: dictionaryEnd,
  inheritPaths: classEnd,
  kind: quotedEnd,
  payload: arcEnd,
  references: arcEnd,
  specializes: classEnd,
  variantSelection: selectionsEnd,
  variantSetNames: quotedNameEnd,
};

type CopiedKind = "prim" | "attribute" | "relationship";

/** By kind of spec and keyword. */
const fields: Readonly<Record<CopiedKind, ReadonlyMap<string, CopiedField>>> = {
  prim: fieldsOf("prim"),
  attribute: fieldsOf("attribute"),
  relationship: fieldsOf("relationship"),
};

function fieldsOf(kind: CopiedKind): ReadonlyMap<string, CopiedField> {
  const found = new Map<string, CopiedField>();
  const sorted = [...fieldDefinitions.values()].sort((a, b) => compareAsDictionary(a.name, b.name));
  for (const [place, definition] of sorted.entries()) {
    const { name, keyword = name, type, on } = definition;
    const form = on.includes(kind) ? formOf(definition) : undefined;
    if (form !== undefined) found.set(keyword, { form, isList: type.endsWith("ListOp"), place });
  }
  return found;
}

function formOf({ name, syntax, type, check }: FieldDefinition): Form | undefined {
  const own = Object.hasOwn(ownForms, name) ? ownForms[name] : undefined;
  // The type of a prim is written before its name.
  if (own !== undefined || syntax !== "generic" || check !== undefined || name === "typeName") return own;
  if (type === "bool") return truthEnd;
  if (type === "dictionary") return dictionaryEnd;
  const isArray = type.endsWith("[]");
  const valueType = valueTypes.get(isArray ? type.slice(0, -2) : type);
  return valueType && ((bytes, at) => valueEnd(bytes, at, valueType, isArray));
}

/** A prim or property with metadata. */
export interface Described {
  readonly kind: CopiedKind;
  readonly record: number;
  /** The prim, or that of the property. */
  readonly owner: PrimSpec | VariantSpec;
}

/**
 * Writes a block of metadata: what is in the form of printed text as it is, other fields from their values. Returns false, and writes
 * nothing, if the fields are in another order, or fields are there that are not known here.
 */
export function copyMetadata(
  writer: ByteWriter,
  source: ViewSource,
  { kind, record, owner }: Described,
  indent: number,
): boolean {
  const { bytes, names, tape } = source;
  const { words } = tape;
  const from = record + (kind === "prim" ? OWNER_SIZE : PROPERTY_SIZE);
  const end = words[record + NEXT];
  let place = -1;
  let last = from;
  for (; last < end && (words[last + TAG] & KIND_MASK) === RecordKind.metadata; last += METADATA_SIZE) {
    const key = words[last + KEY];
    const next = (key === 0 ? undefined : fields[kind].get(names.text(key)))?.place ?? -1;
    // Another order, or two statements of one field.
    if (next <= place) return false;
    place = next;
  }
  if (last === from) return true;
  const before = writer.length;
  writer.text(" (\n");
  for (let entry = from; entry < last; entry += METADATA_SIZE) {
    if (isCanonical(source, entry, kind, indent + 1)) {
      writer.indent(indent + 1);
      writer.copy(bytes, words[entry + START], words[entry + META_VALUE_END]);
      writer.byte(LINE_FEED);
    } else {
      const builder = new FieldBuilder(source);
      builder.addMetadata(entry, entry + METADATA_SIZE, kind, { anchor: primPathOf(owner.path) });
      const [field] = builder.build().values();
      if (field === undefined) {
        writer.length = before;
        return false;
      }
      writeField(writer, field, indent + 1);
    }
  }
  writer.indent(indent);
  writer.byte(41);
  return true;
}

function isCanonical({ bytes, names, tape }: ViewSource, record: number, kind: CopiedKind, indent: number): boolean {
  const { words } = tape;
  const key = words[record + KEY];
  const field = fields[kind].get(names.text(key));
  const start = words[record + START];
  const keyAt = words[record + KEY_START];
  const valueAt = words[record + META_VALUE_START];
  const end = words[record + META_VALUE_END];
  const operation = (words[record + TAG] >>> LIST_OP_SHIFT) & LIST_OP_MASK;
  return (
    field !== undefined &&
    end - start <= MAX_LENGTH &&
    (operation === 0 || field.isList) &&
    wordEnd(bytes, start, OPERATION_WORDS[operation]) === keyAt &&
    wordEnd(bytes, keyAt + names.byteLength(key), " = ") === valueAt &&
    field.form(bytes, valueAt, indent) === end
  );
}

function truthEnd(bytes: Uint8Array, at: number): number {
  const end = wordEnd(bytes, at, "true");
  return end === NOT_CANONICAL ? wordEnd(bytes, at, "false") : end;
}

/** `"name"` of letters, digits and `_`. */
function quotedNameEnd(bytes: Uint8Array, at: number): number {
  const end = bytes[at] === QUOTE ? identifierEnd(bytes, at + 1) : NOT_CANONICAL;
  return end !== NOT_CANONICAL && bytes[end] === QUOTE ? end + 1 : NOT_CANONICAL;
}

/** `["a", "b"]` of different names: a statement with equal ones has no effect. */
function namesEnd(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== LEFT_BRACKET) return NOT_CANONICAL;
  const starts: number[] = [];
  let p = at + 1;
  for (;;) {
    const end = quotedEnd(bytes, p);
    if (end < 0 || starts.length === MAX_NAMES) return NOT_CANONICAL;
    for (const other of starts) if (isSame(bytes, other, p, end - p)) return NOT_CANONICAL;
    starts.push(p);
    if (bytes[end] === RIGHT_BRACKET) return end + 1;
    if (bytes[end] !== COMMA || bytes[end + 1] !== BLANK) return NOT_CANONICAL;
    p = end + 2;
  }
}

function isSame(bytes: Uint8Array, a: number, b: number, length: number): boolean {
  for (let i = 0; i < length; i++) if (bytes[a + i] !== bytes[b + i]) return false;
  return true;
}

function classEnd(bytes: Uint8Array, at: number): number {
  return pathEnd(bytes, at, false);
}

/** `@asset@</Prim>`, `@asset@` or `</Prim>` */
function arcEnd(bytes: Uint8Array, at: number): number {
  if (bytes[at] === LESS) return pathEnd(bytes, at, false);
  const end = assetEnd(bytes, at);
  return end !== NOT_CANONICAL && bytes[end] === LESS ? pathEnd(bytes, end, false) : end;
}

function selectionsEnd(bytes: Uint8Array, at: number, indent: number): number {
  return entriesEnd(bytes, at, indent, true);
}

function dictionaryEnd(bytes: Uint8Array, at: number, indent: number): number {
  return entriesEnd(bytes, at, indent, false);
}

/** `{ … }` with an entry a line, sorted, in nested dictionaries too. Of selections only strings, and at least one. */
function entriesEnd(bytes: Uint8Array, at: number, indent: number, areSelections: boolean): number {
  let p = wordEnd(bytes, at, "{\n");
  // The start of the last key in each open dictionary.
  const keys = [NOT_CANONICAL];
  while (p >= 0) {
    const inside = indentEnd(bytes, p, indent + keys.length);
    if (inside === NOT_CANONICAL) {
      p = indentEnd(bytes, p, indent + keys.length - 1);
      if (p < 0 || bytes[p] !== RIGHT_BRACE || (areSelections && keys[0] < 0)) return NOT_CANONICAL;
      keys.pop();
      p++;
      if (keys.length === 0) return p;
    } else {
      const typeEnd = identifierEnd(bytes, inside);
      if (typeEnd < 0) return NOT_CANONICAL;
      const isArray = bytes[typeEnd] === LEFT_BRACKET;
      const key = isArray ? wordEnd(bytes, typeEnd, "[] ") : wordEnd(bytes, typeEnd, " ");
      const keyEnd = key < 0 ? key : identifierEnd(bytes, key);
      p = keyEnd < 0 ? keyEnd : wordEnd(bytes, keyEnd, " = ");
      if (p < 0 || !isAfter(bytes, keys[keys.length - 1], key)) return NOT_CANONICAL;
      keys[keys.length - 1] = key;
      if (bytes[p] === LEFT_BRACE) {
        if (areSelections || isArray || wordEnd(bytes, inside, "dictionary ") !== key) return NOT_CANONICAL;
        keys.push(NOT_CANONICAL);
        p++;
      } else {
        const name = String.fromCharCode(...bytes.subarray(inside, typeEnd));
        const type = areSelections && name !== "string" ? undefined : valueTypes.get(name);
        // A dictionary does not keep roles.
        if (type === undefined || type.baseName !== name || (isArray && !type.hasArray)) return NOT_CANONICAL;
        p = areSelections ? quotedNameEnd(bytes, p) : valueEnd(bytes, p, type, isArray);
      }
    }
    if (p < 0 || bytes[p] !== LINE_FEED) return NOT_CANONICAL;
    p++;
  }
  return NOT_CANONICAL;
}

function indentEnd(bytes: Uint8Array, at: number, indent: number): number {
  const end = at + indent * INDENT;
  for (let i = at; i < end; i++) if (bytes[i] !== BLANK) return NOT_CANONICAL;
  return end;
}

/** Whether the name at `key` comes after the one at `last`, if there is one. */
function isAfter(bytes: Uint8Array, last: number, key: number): boolean {
  if (last < 0) return true;
  for (let i = 0; ; i++) {
    const [a, b] = [bytes[last + i], bytes[key + i]];
    // Both end at a blank, which is less than the characters of names.
    if (a !== b || a === BLANK) return a < b;
  }
}
