/** Edits metadata: `( name = value … )`. */
import { specToEdit } from "./spec-to-edit.ts";
import type { Field, FieldEntry, FieldValue, Layer, PropertySpec, Spec, FieldSpecKind } from "@usdkit/layer";
import { decodeUtf8, quote } from "@usdkit/base";
import { fieldDefinitions, nearestName } from "@usdkit/layer";
import { CARRIAGE_RETURN, LINE_FEED } from "../scan/characters.ts";
import { EditError } from "../text-edits/edit-error.ts";
import { checkEntry, hasLines, indentText } from "./fragment.ts";
import { insertBeforeStatement } from "./insert.ts";
import { afterLineEnd, beginsLine, blanksBefore, indentAt, indentUnit, lineEndAt, lineStart } from "./lines.ts";
import { removeStatements } from "./remove.ts";
import type { Block } from "./statement-parts.ts";
import { ownerParts, propertyParts, sourceOf } from "./statement-parts.ts";
import type { TextEdit } from "../text-edits/text-edit.ts";
import { mergeEdits } from "../text-edits/text-edit.ts";
import { entriesText } from "./value-text.ts";

const OPERATION = /^(add|append|delete|prepend|reorder) +(?=\S)/;
/** Fields that are written as separate statements. */
const STATEMENT_FIELDS: ReadonlySet<string> = new Set(["primOrder", "propertyOrder"]);

/**
 * Returns the edits that set a metadata field of a spec: in place if it is authored, otherwise as a new entry, in a
 * new block if there is none.
 *
 * A value given as text is written unchanged; `name` may then begin with a list operation, which keeps the other
 * operations of the field. Otherwise the new entry replaces every entry of the field.
 *
 * ```ts
 * setField(layer, "/World", "kind", '"assembly"');
 * setField(layer, "/World/Chair", "prepend apiSchemas", '["MaterialBindingAPI"]');
 * setField(layer, "/", "comment", '"made by hand"');
 * ```
 *
 * @param name the schema's name (`documentation`) or the keyword (`doc`)
 * @throws EditError if there is no such spec, or the entry is not valid on the spec
 */
export function setField(layer: Layer, specPath: string, name: string, value: string | FieldValue): TextEdit[] {
  const bytes = sourceOf(layer);
  const spec = specToEdit(layer, specPath);
  const operation = OPERATION.exec(name)?.[0].trim() ?? "";
  const word = name.slice(operation === "" ? 0 : operation.length).trim();
  const fieldName = schemaName(spec, word);
  const field = spec.fields.get(fieldName);
  const text = entryText(spec, { operation, word, fieldName, isKnown: field !== undefined }, value);
  if (STATEMENT_FIELDS.has(fieldName)) return setStatementField(specPath, fieldName, field, value);
  if (spec.specType === "variantSet") throw new EditError(`${quote(specPath)} is a variant set: it takes no metadata`);
  checkEntry(spec, text);
  const replaced = (field?.entries ?? []).filter(
    (entry) => operation === "" || operationOf(bytes, entry) === operation,
  );
  const [first, ...others] = replaced;
  if (first === undefined) return addEntry(layer, spec, text);
  const rest = removeStatements(
    layer,
    others.map((entry) => entry.range),
  );
  const isPlain = typeof value === "string" && first.keyRange.start < first.keyRange.end;
  if (isPlain && operationOf(bytes, first) === operation) {
    return mergeEdits([{ ...first.valueRange, text: withLineEnds(value, bytes, first.valueRange.start) }], rest);
  }
  const indented = indentText(text, indentAt(bytes, first.range.start), lineEndAt(bytes, first.range.start));
  return mergeEdits([{ ...first.range, text: indented }], rest);
}

/**
 * Returns the edits that remove a metadata field with its comments, and the block if it becomes empty.
 *
 * @throws EditError if the spec or the field does not exist
 */
export function removeField(layer: Layer, specPath: string, name: string): TextEdit[] {
  const bytes = sourceOf(layer);
  const spec = specToEdit(layer, specPath);
  const field = spec.fields.get(schemaName(spec, name));
  if (field === undefined || field.entries.length === 0) {
    const nearest = nearestName(name, [...spec.fields.keys()]);
    const hint = nearest === undefined ? "" : `; did you mean ${quote(nearest)}?`;
    throw new EditError(`${quote(specPath)} has no field ${quote(name)}${hint}`);
  }
  const edits = removeStatements(
    layer,
    field.entries.map((entry) => entry.range),
  );
  if (STATEMENT_FIELDS.has(field.name)) return edits;
  return mergeEdits(...blocksOf(layer, spec).map((block) => withEmptyBlock(bytes, block, edits, spec)));
}

/** Returns the edits of one block, or its removal if they would leave it empty. */
function withEmptyBlock(bytes: Uint8Array, block: Block, edits: readonly TextEdit[], spec: Spec): TextEdit[] {
  const own = edits.filter((edit) => edit.start >= block.open && edit.end <= block.close);
  if (own.length === 0) return [];
  let from = block.open + 1;
  let left = "";
  for (const edit of own) {
    left += decodeUtf8(bytes, from, edit.start);
    from = edit.end;
  }
  left += decodeUtf8(bytes, from, block.close);
  if (left.trim() !== "") return own;
  if (spec.specType !== "pseudoRoot")
    return [{ start: blanksBefore(bytes, block.open), end: block.close + 1, text: "" }];
  const start = lineStart(bytes, block.open);
  return [{ start: Math.max(start, 0), end: afterLineEnd(bytes, block.close + 1), text: "" }];
}

function schemaName(spec: Spec, word: string): string {
  const kind: FieldSpecKind = spec.specType === "pseudoRoot" ? "layer" : spec.specType;
  if (spec.fields.has(word)) return word;
  for (const definition of fieldDefinitions.values()) {
    if (definition.keyword === word && definition.on.includes(kind)) return definition.name;
  }
  return word;
}

/** A field name of the caller, resolved. */
interface EntryName {
  /** The keyword of a list operation, "" without one. */
  readonly operation: string;
  readonly word: string;
  readonly fieldName: string;
  /** The spec already has the field. */
  readonly isKnown: boolean;
}

function entryText(spec: Spec, { operation, word, fieldName, isKnown }: EntryName, value: string | FieldValue): string {
  if (typeof value !== "string") return entriesText(spec.specType, fieldName, value);
  if (fieldName === "comment") return value;
  if (!isKnown && !/^\S+$/u.test(word)) throw new EditError(`${quote(word)} is not a valid field name`);
  const keyword = word === fieldName ? (fieldDefinitions.get(fieldName)?.keyword ?? word) : word;
  return `${operation === "" ? "" : `${operation} `}${keyword} = ${value}`;
}

function operationOf(bytes: Uint8Array, entry: FieldEntry): string {
  return decodeUtf8(bytes, entry.range.start, entry.keyRange.start).trim();
}

function setStatementField(
  specPath: string,
  name: string,
  field: Field | undefined,
  value: string | FieldValue,
): TextEdit[] {
  const entry = field?.entries.at(-1);
  if (entry === undefined || typeof value !== "string") {
    throw new EditError(
      `${name} of ${quote(specPath)} is a statement of its own: one to change and a text are expected`,
    );
  }
  return [{ ...entry.valueRange, text: value }];
}

function blocksOf(layer: Layer, spec: Spec): Block[] {
  if (spec.specType === "attribute" || spec.specType === "relationship") {
    const bytes = sourceOf(layer);
    return spec.statements.map((each) => propertyParts(bytes, each).metadata).filter((each) => each !== undefined);
  }
  const block = ownerParts(layer, spec).metadata;
  return block === undefined ? [] : [block];
}

/** Adds an entry to the last block, or a new block. */
function addEntry(layer: Layer, spec: Spec, text: string): TextEdit[] {
  const bytes = sourceOf(layer);
  const block = blocksOf(layer, spec).at(-1);
  if (block !== undefined) return [appendToBlock(bytes, spec, block, text)];
  if (spec.specType === "attribute" || spec.specType === "relationship") return addPropertyBlock(layer, spec, text);
  const { nameEnd } = ownerParts(layer, spec);
  const lineEnd = lineEndAt(bytes, nameEnd + 2);
  if (spec.specType === "pseudoRoot") {
    const unit = indentUnit(bytes);
    const made = `${lineEnd}(${lineEnd}${unit}${indentText(text, unit, lineEnd)}${lineEnd})`;
    return [{ start: nameEnd, end: nameEnd, text: made + (nameEnd === bytes.length ? lineEnd : "") }];
  }
  return [{ start: nameEnd, end: nameEnd, text: newBlock(bytes, nameEnd, text) }];
}

/** Returns ` ( … )` for a statement that begins in the line of `position`. */
function newBlock(bytes: Uint8Array, position: number, text: string): string {
  const outer = indentAt(bytes, position);
  const inner = outer + indentUnit(bytes);
  const lineEnd = lineEndAt(bytes, position);
  return ` (${lineEnd}${inner}${indentText(text, inner, lineEnd)}${lineEnd}${outer})`;
}

function addPropertyBlock(layer: Layer, spec: PropertySpec, text: string): TextEdit[] {
  const bytes = sourceOf(layer);
  for (const statement of spec.statements) {
    const { isPlain } = propertyParts(bytes, statement);
    if (!isPlain) continue;
    const isAlone = beginsLine(bytes, statement.start) || hasLines(text);
    const made = isAlone ? newBlock(bytes, statement.start, text) : ` (${text})`;
    return [{ start: statement.end, end: statement.end, text: made }];
  }
  const [first] = spec.statements;
  const unit = indentUnit(bytes);
  const block = `(\n${unit}${indentText(text, unit, "\n")}\n)`;
  return [insertBeforeStatement(layer, first, `${declarationOf(spec)} ${block}`)];
}

/** The statement that declares the property without a value. */
export function declarationOf(spec: PropertySpec): string {
  const custom = spec.custom ? "custom " : "";
  if (spec.specType === "relationship")
    return `${custom}${spec.variability === "varying" ? "varying " : ""}rel ${spec.name}`;
  return `${custom}${spec.variability === "uniform" ? "uniform " : ""}${spec.typeName} ${spec.name}`;
}

/** Adds a last entry: on its own line if the block spans lines. */
function appendToBlock(bytes: Uint8Array, spec: Spec, block: Block, text: string): TextEdit {
  const lineEnd = lineEndAt(bytes, block.close);
  let last = block.close;
  while (last > block.open + 1 && isWhite(bytes[last - 1])) last--;
  const hasBreaks = bytes.subarray(block.open, block.close).includes(LINE_FEED);
  if (!hasBreaks) {
    const isEmpty = last === block.open + 1;
    const separator = isEmpty ? "" : bytes[last - 1] === 59 ? " " : "; ";
    return { start: last, end: last, text: separator + indentText(text, "", lineEnd) };
  }
  let inner = indentAt(bytes, block.open) + indentUnit(bytes);
  for (const field of spec.fields.values()) {
    const start = field.entries[0]?.range.start ?? -1;
    if (start > block.open && start < block.close && beginsLine(bytes, start)) {
      inner = indentAt(bytes, start);
      break;
    }
  }
  return { start: last, end: last, text: `${lineEnd}${inner}${indentText(text, inner, lineEnd)}` };
}

function withLineEnds(value: string, bytes: Uint8Array, position: number): string {
  return indentText(value, "", lineEndAt(bytes, position));
}

function isWhite(byte: number): boolean {
  return byte === 32 || byte === 9 || byte === LINE_FEED || byte === CARRIAGE_RETURN;
}
