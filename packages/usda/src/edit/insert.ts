/** Inserts prims and properties. */
import { specToEdit } from "./spec-to-edit.ts";
import type { ByteRange, Layer, PrimLike, Spec } from "@usdkit/layer";
import { quote } from "@usdkit/base";
import { nearestName } from "@usdkit/layer";
import { CARRIAGE_RETURN, LINE_FEED } from "../scan/characters.ts";
import { TokenKind } from "../scan/token-kinds.ts";
import { EditError } from "../text-edits/edit-error.ts";
import { checkPrimsText, checkPropertiesText, indentText } from "./fragment.ts";
import { beginsLine, blanksBefore, indentAt, indentUnit, lineEndAt, lineStart, surroundingsOf } from "./lines.ts";
import type { Block } from "./statement-parts.ts";
import { newScanner, ownerParts, rangeOf, sourceOf } from "./statement-parts.ts";
import type { TextEdit } from "../text-edits/text-edit.ts";

/** The position among the siblings: before or after the one of this name; otherwise last. */
export interface InsertPlace {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/**
 * Returns the edits that insert a prim into the layer (`/`), a prim or a variant, indented and separated by empty
 * lines.
 *
 * ```ts
 * insertPrim(layer, "/World", 'def Xform "Lamp"\n{\n}', { after: "Chair" });
 * ```
 *
 * @throws EditError if there is no such parent or sibling, the text is not one prim, or its name is taken
 */
export function insertPrim(layer: Layer, parentPath: string, primText: string, place: InsertPlace = {}): TextEdit[] {
  return insertPrimsText(layer, parentPath, place, { text: primText, count: 1 });
}

/**
 * Like {@link insertPrim} for a text of several prims: separate edits that each open an empty body would overlap.
 *
 * @throws EditError if there is no such parent or sibling, the text contains no prim or anything else, or a name is
 *   taken
 */
export function insertPrims(layer: Layer, parentPath: string, primsText: string, place: InsertPlace = {}): TextEdit[] {
  return insertPrimsText(layer, parentPath, place, { text: primsText, count: undefined });
}

/** Text of prims, and the required number of prims; undefined for any number but 0. */
interface PrimsText {
  readonly text: string;
  readonly count: number | undefined;
}

function insertPrimsText(
  layer: Layer,
  parentPath: string,
  place: InsertPlace,
  { text: primText, count }: PrimsText,
): TextEdit[] {
  const bytes = sourceOf(layer);
  const parent = ownerOf(layer, parentPath);
  const names = checkPrimsText(parentPath, primText, count);
  const taken = new Set(parent.children.map((child) => child.name));
  const name = names.find((each) => taken.has(each));
  if (name !== undefined) throw new EditError(`${quote(parentPath)} has a prim ${quote(name)} already`);
  if (place.before !== undefined) {
    const range = rangeOf(childOf(parent, place.before));
    const lineEnd = lineEndAt(bytes, range.start);
    return [insertBeforeStatement(layer, range, primText, lineEnd)];
  }
  if (place.after !== undefined) return [insertAfterStatement(layer, rangeOf(childOf(parent, place.after)), primText)];
  if (parent.specType === "pseudoRoot") return [insertAtEnd(bytes, primText)];
  return [insertLast(layer, parent, primText, true)];
}

/**
 * Returns the edits that insert a property into a prim or a variant: after the last one, otherwise before all other
 * content.
 *
 * ```ts
 * insertProperty(layer, "/World/Main", "float focalLength = 35");
 * ```
 *
 * @throws EditError if there is no such prim, the text is not one property, or its name is taken
 */
export function insertProperty(layer: Layer, primPath: string, propertyText: string): TextEdit[] {
  return insertPropertiesText(layer, primPath, propertyText, 1);
}

/**
 * Like {@link insertProperty} for a text of several properties.
 *
 * @throws EditError if there is no such prim, the text contains no property or anything else, or a name is taken
 */
export function insertProperties(layer: Layer, primPath: string, propertiesText: string): TextEdit[] {
  return insertPropertiesText(layer, primPath, propertiesText, undefined);
}

function insertPropertiesText(
  layer: Layer,
  primPath: string,
  propertyText: string,
  count: number | undefined,
): TextEdit[] {
  const parent = ownerOf(layer, primPath);
  if (parent.specType === "pseudoRoot") throw new EditError("The layer itself has no properties: a prim is expected");
  const text = propertyText.trim().replace(/;$/u, "");
  const names = checkPropertiesText(primPath, text, count);
  const taken = new Set(parent.properties.map((property) => property.name));
  const name = names.find((each) => taken.has(each));
  if (name !== undefined) throw new EditError(`${quote(primPath)} has a property ${quote(name)} already`);
  return [placeIn(layer, parent).insert([text])];
}

/** Where new properties of a prim or a variant are inserted. */
export interface PropertyPlace {
  /** Path of the property that they follow; undefined if there is none. */
  readonly after: string | undefined;
  /** Whether nothing else will be on their lines. */
  readonly isOnOwnLines: boolean;
  /** Returns the edit that inserts the statements of properties: the text that {@link insertProperty} gives for one after the other. */
  readonly insert: (statements: readonly string[]) => TextEdit;
}

/**
 * Returns where new properties of a prim are inserted. Neither their names nor their statements are checked.
 *
 * @throws EditError if there is no such prim
 */
export function propertyPlace(layer: Layer, primPath: string): PropertyPlace {
  return placeIn(layer, ownerOf(layer, primPath));
}

function placeIn(layer: Layer, parent: PrimLike & Spec): PropertyPlace {
  const bytes = sourceOf(layer);
  let last: ByteRange | undefined;
  let after: string | undefined;
  for (const property of parent.properties) {
    for (const statement of property.statements) {
      if (last !== undefined && statement.end <= last.end) continue;
      last = statement;
      after = property.path;
    }
  }
  if (last !== undefined) {
    const range = last;
    const { endsLine } = surroundingsOf(layer, range);
    return { after, isOnOwnLines: endsLine, insert: (statements) => insertAfter(layer, range, statements) };
  }
  const { body } = ownerParts(layer, parent);
  const first = body === undefined ? undefined : firstStatement(bytes, body);
  const insert = (statements: readonly string[]): TextEdit => {
    const text = statements.join("\n");
    if (first === undefined || !beginsLine(bytes, first)) return insertLast(layer, parent, text, false);
    return insertBeforeStatement(layer, { start: first, end: first }, text, lineEndAt(bytes, first));
  };
  return { after, isOnOwnLines: true, insert };
}

/** Inserts lines before the statement and its comments; `trivia` follows the new line. */
export function insertBeforeStatement(layer: Layer, range: ByteRange, text: string, trivia = ""): TextEdit {
  const bytes = sourceOf(layer);
  const lineEnd = lineEndAt(bytes, range.start);
  const indent = indentAt(bytes, range.start);
  if (!beginsLine(bytes, range.start)) {
    return { start: range.start, end: range.start, text: `${indentText(text, indent, lineEnd)}${lineEnd}${indent}` };
  }
  const start = lineStart(bytes, surroundingsOf(layer, range).start);
  return { start, end: start, text: `${indent}${indentText(text, indent, lineEnd)}${lineEnd}${trivia}` };
}

function insertAfterStatement(layer: Layer, range: ByteRange, text: string): TextEdit {
  const bytes = sourceOf(layer);
  const { end } = surroundingsOf(layer, range);
  const lineEnd = lineEndAt(bytes, range.end);
  const indent = indentAt(bytes, range.start);
  return { start: end, end, text: `${lineEnd}${lineEnd}${indent}${indentText(text, indent, lineEnd)}` };
}

/** Returns the edit that writes a property after the statement at `range`, its `;` and the comment at the end of its line. */
export function insertAfterProperty(layer: Layer, range: ByteRange, text: string): TextEdit {
  return insertAfter(layer, range, [text]);
}

function insertAfter(layer: Layer, range: ByteRange, statements: readonly string[]): TextEdit {
  const bytes = sourceOf(layer);
  const { end, endsLine } = surroundingsOf(layer, range);
  // Not the line ends of strings in the statement.
  const lineEnd = lineEndAt(bytes, range.start);
  const indent = indentAt(bytes, range.start);
  const indented = statements.map((each) => indentText(each, indent, lineEnd));
  const text = indented.map((each) => (endsLine ? lineEnd + indent + each : ` ${each};`)).join("");
  return { start: end, end, text };
}

/** Inserts statements at the end of a body or of the layer. */
export function insertText(layer: Layer, parent: PrimLike & Spec, text: string): TextEdit {
  return parent.specType === "pseudoRoot" ? insertAtEnd(sourceOf(layer), text) : insertLast(layer, parent, text, false);
}

/** Inserts at the end of a body; a body on one line is broken into lines. */
function insertLast(layer: Layer, parent: PrimLike & Spec, text: string, isSeparated: boolean): TextEdit {
  const bytes = sourceOf(layer);
  const { body } = ownerParts(layer, parent);
  if (body === undefined) throw new EditError(`${quote(parent.path)} has no body to put anything into`);
  const { close } = body;
  const lineEnd = lineEndAt(bytes, close);
  const outer = indentAt(bytes, rangeOf(parent).start);
  const sibling = parent.children.at(-1)?.range;
  const isIndented = sibling !== undefined && beginsLine(bytes, sibling.start);
  const inner = isIndented ? indentAt(bytes, sibling.start) : outer + indentUnit(bytes);
  const first = firstStatement(bytes, body);
  const isAfterEmptyLine = beginsLine(bytes, close) && endsInEmptyLine(bytes, lineStart(bytes, close));
  const trivia = isSeparated && first !== undefined && !isAfterEmptyLine ? lineEnd : "";
  const indented = `${inner}${indentText(text, inner, lineEnd)}${lineEnd}`;
  if (beginsLine(bytes, close)) {
    const start = lineStart(bytes, close);
    return { start, end: start, text: `${trivia}${indented}` };
  }
  return { start: blanksBefore(bytes, close), end: close, text: `${lineEnd}${trivia}${indented}${outer}` };
}

function insertAtEnd(bytes: Uint8Array, text: string): TextEdit {
  const lineEnd = lineEndAt(bytes, bytes.length);
  const end = bytes.length;
  const isEnded = bytes[end - 1] === LINE_FEED;
  const trivia = (isEnded ? "" : lineEnd) + (endsInEmptyLine(bytes, end) ? "" : lineEnd);
  return { start: end, end, text: `${trivia}${indentText(text, "", lineEnd)}${lineEnd}` };
}

/** Returns whether the line that ends at `position` has only blanks. */
function endsInEmptyLine(bytes: Uint8Array, position: number): boolean {
  let p = position - 1;
  if (bytes[p] !== LINE_FEED) return false;
  if (bytes[p - 1] === CARRIAGE_RETURN) p--;
  return beginsLine(bytes, p);
}

function firstStatement(bytes: Uint8Array, body: Block): number | undefined {
  const scanner = newScanner(bytes, body.open + 1);
  scanner.next();
  return scanner.kind === TokenKind.rightBrace ? undefined : scanner.start;
}

function ownerOf(layer: Layer, path: string): PrimLike & Spec {
  const spec = specToEdit(layer, path);
  if (spec.specType === "pseudoRoot" || spec.specType === "prim" || spec.specType === "variant") return spec;
  throw new EditError(`Expected a prim at ${quote(path)}, found a spec of type ${spec.specType}`);
}

function childOf(parent: PrimLike & Spec, name: string): Spec {
  const found = parent.children.find((child) => child.name === name);
  if (found !== undefined) return found;
  const nearest = nearestName(
    name,
    parent.children.map((child) => child.name),
  );
  const hint = nearest === undefined ? "" : `; did you mean ${quote(nearest)}?`;
  throw new EditError(`${quote(parent.path)} has no prim ${quote(name)}${hint}`);
}
