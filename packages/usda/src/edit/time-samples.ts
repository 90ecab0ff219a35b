/** Edits of single time samples. */
import { decodeUtf8, quote } from "@usdkit/base";
import type { AttributeSpec, ByteRange, Layer, Value } from "@usdkit/layer";
import { COMMA } from "../scan/characters.ts";
import { TokenKind } from "../scan/token-kinds.ts";
import { EditError } from "../text-edits/edit-error.ts";
import type { TextEdit } from "../text-edits/text-edit.ts";
import { attributeAt } from "./edits.ts";
import { checkValueText, indentText } from "./fragment.ts";
import { insertAfterProperty } from "./insert.ts";
import { keepComments } from "./keep-comments.ts";
import { afterLineEnd, beginsLine, indentAt, indentUnit, lineEnd, lineEndAt, lineStart, skipBlanks } from "./lines.ts";
import { removeStatementText } from "./remove.ts";
import { declarationOf } from "./set-field.ts";
import { newScanner, propertyParts, readValue, sourceOf, type PropertyParts } from "./statement-parts.ts";
import { timeText, valueText } from "./value-text.ts";

/** A statement of an attribute's time samples. */
interface SamplesStatement {
  readonly statement: ByteRange;
  /** The map, with its braces. */
  readonly map: ByteRange;
}

/** A sample of the text. */
interface SampleEntry {
  readonly time: number;
  /** From the time to the end of the value. */
  readonly range: ByteRange;
  readonly value: ByteRange;
}

/**
 * Returns the edits that set the value of an attribute at a time; other samples, the default value and metadata stay unchanged.
 *
 * ```ts
 * setTimeSample(layer, "/World/Ball.radius", 24, "1.5");
 * ```
 *
 * @param time in time codes of the layer
 * @param value the text after `:` (`None` blocks), or a value
 * @throws EditError if there is no such attribute, the time is not finite, or the value does not match its type
 */
export function setTimeSample(layer: Layer, path: string, time: number, value: string | Value): TextEdit[] {
  const bytes = sourceOf(layer);
  const spec = attributeAt(layer, path);
  if (!Number.isFinite(time))
    throw new EditError(`Expected a finite time for a sample of ${quote(path)}, found ${time}`);
  const text = valueText(value).trim();
  checkValueText(path, spec.typeName, text);
  const found = samplesStatement(bytes, spec);
  if (found === undefined) return [addStatement(layer, spec, `${timeText(time)}: ${text},`)];
  const { before, same, after } = neighbours(bytes, found.map, time);
  if (same !== undefined) {
    return keepComments(layer, [{ ...same.value, text: indentText(text, "", lineEndAt(bytes, same.value.start)) }]);
  }
  return [insertEntry(bytes, found, { before, after }, `${timeText(time)}: ${text}`)];
}

/**
 * Returns the edits that remove the value of an attribute at a time: none if there is none. With the last sample the statement is
 * removed; the attribute stays declared.
 *
 * @throws EditError if there is no such attribute
 */
export function removeTimeSample(layer: Layer, path: string, time: number): TextEdit[] {
  const bytes = sourceOf(layer);
  const spec = attributeAt(layer, path);
  const found = samplesStatement(bytes, spec);
  if (found === undefined) return [];
  const { before, same, after } = neighbours(bytes, found.map, time);
  if (same === undefined) return [];
  if (before === undefined && after === undefined) return removeMember(layer, spec, found.statement);
  return keepComments(layer, [{ ...removedRange(bytes, same.range), text: "" }], found.statement.start);
}

/** Returns the edits that remove a statement of an attribute, which stays declared. */
function removeMember(layer: Layer, spec: AttributeSpec, statement: ByteRange): TextEdit[] {
  if (spec.statements.length > 1) return removeStatementText(layer, statement);
  return keepComments(layer, [{ ...statement, text: declarationOf(spec) }]);
}

/** The last statement of samples, which decides. */
function samplesStatement(bytes: Uint8Array, spec: AttributeSpec): SamplesStatement | undefined {
  for (const statement of spec.statements.toReversed()) {
    const { member, value }: PropertyParts = propertyParts(bytes, statement);
    if (member === "timeSamples" && value !== undefined) return { statement, map: value };
  }
  return undefined;
}

interface Neighbours {
  readonly before: SampleEntry | undefined;
  readonly same: SampleEntry | undefined;
  readonly after: SampleEntry | undefined;
}

/** Returns the samples around a time. Of several with that time the last is meant, as for readers. */
function neighbours(bytes: Uint8Array, map: ByteRange, time: number): Neighbours {
  let before: SampleEntry | undefined;
  let same: SampleEntry | undefined;
  let after: SampleEntry | undefined;
  for (const entry of samplesOf(bytes, map)) {
    if (entry.time === time) same = entry;
    else if (entry.time < time) before = before === undefined || entry.time >= before.time ? entry : before;
    else after = after === undefined || entry.time < after.time ? entry : after;
  }
  return { before, same, after };
}

function* samplesOf(bytes: Uint8Array, map: ByteRange): Generator<SampleEntry> {
  const scanner = newScanner(bytes, map.start + 1);
  for (scanner.next(); scanner.start < map.end - 1; scanner.next()) {
    if (scanner.kind === TokenKind.comma) continue;
    const { start, end } = scanner;
    const time = Number(decodeUtf8(bytes, start, end));
    scanner.next();
    if (scanner.kind !== TokenKind.colon || Number.isNaN(time)) {
      throw new EditError(`Expected a time and ":" at byte ${start}`);
    }
    const value = readValue(scanner);
    yield { time, range: { start, end: value.end }, value };
  }
}

/** Adds the statement of the first sample after the others of the attribute. */
function addStatement(layer: Layer, spec: AttributeSpec, entry: string): TextEdit {
  const unit = indentUnit(sourceOf(layer));
  const head = `${spec.variability === "uniform" ? "uniform " : ""}${spec.typeName} ${spec.name}`;
  const last = spec.statements[spec.statements.length - 1];
  return insertAfterProperty(layer, last, `${head}.timeSamples = {\n${unit}${indentText(entry, unit, "\n")}\n}`);
}

function insertEntry(
  bytes: Uint8Array,
  { statement, map }: SamplesStatement,
  { before, after }: Pick<Neighbours, "before" | "after">,
  entry: string,
): TextEdit {
  const lineBreak = lineEndAt(bytes, map.start);
  if (before !== undefined) {
    const comma = skipBlanks(bytes, before.range.end);
    const end = bytes[comma] === COMMA ? comma + 1 : before.range.end;
    const lead = bytes[comma] === COMMA ? "" : ",";
    if (!beginsLine(bytes, before.range.start)) return { start: end, end, text: `${lead} ${entry},` };
    const indent = indentAt(bytes, before.range.start);
    return { start: end, end, text: `${lead}${lineBreak}${indent}${indentText(entry, indent, lineBreak)},` };
  }
  if (after === undefined) {
    const outer = indentAt(bytes, statement.start);
    const indent = outer + indentUnit(bytes);
    const text = `${lineBreak}${indent}${indentText(entry, indent, lineBreak)},`;
    return { start: map.start + 1, end: map.start + 1, text: text + (isEmptyTo(bytes, map) ? lineBreak + outer : "") };
  }
  const { start } = after.range;
  if (!beginsLine(bytes, start)) return { start, end: start, text: `${entry}, ` };
  const indent = indentAt(bytes, start);
  const at = lineStart(bytes, start);
  return { start: at, end: at, text: `${indent}${indentText(entry, indent, lineBreak)},${lineBreak}` };
}

/** Whether the closing brace of an empty map is in the line of the opening one. */
function isEmptyTo(bytes: Uint8Array, map: ByteRange): boolean {
  return skipBlanks(bytes, map.start + 1) === map.end - 1;
}

/** Returns the range of a sample with its comma; whole lines, if it is alone on them. */
function removedRange(bytes: Uint8Array, { start, end }: ByteRange): ByteRange {
  const comma = skipBlanks(bytes, end);
  const after = bytes[comma] === COMMA ? comma + 1 : end;
  const next = skipBlanks(bytes, after);
  if (beginsLine(bytes, start) && lineEnd(bytes, next) === next) {
    return { start: lineStart(bytes, start), end: afterLineEnd(bytes, next) };
  }
  return { start, end: next };
}
