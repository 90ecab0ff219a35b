import type { ArrayEditValue, NumericArray, TypedValue, Value, ScalarKind, ValueType } from "@usdkit/layer";
import { isTextKind } from "@usdkit/layer";
import { MAX_NUMBER_BYTES, writeDouble, writeFloat, writeHalf, writeInteger } from "@usdkit/base";
import type { ByteWriter } from "./byte-writer.ts";
import type { NumberRun } from "./number-runs.ts";
import { SCALARS, writeDoubles, writeFloats, writeHalves, writeIntegers } from "./number-runs.ts";
import { writeAsset, writeQuoted } from "./quote.ts";

const COMMA = 44;
const SPACE = 32;
const OPEN_ROW = 40;
const CLOSE_ROW = 41;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;

/** Maximum bytes of one number with the marks around it. */
const NUMBER_SIZE: number = MAX_NUMBER_BYTES + 4;
/** The reference derives the minor version from values of this type, not from the type's name. */
const DURATION_VERSION = 4;
/** Array edits are of version 1.2, which the reference notes only for edits of strings. */
const TEXT_EDIT_VERSION = 2;
/** Count of numbers written between two checks of the free space. */
const BATCH = 1024;

type Numbers = Exclude<NumericArray, BigInt64Array | BigUint64Array>;

/** Writes a run of numbers; the writer must have the space. */
type WriteRun = (writer: ByteWriter, data: Numbers, run: NumberRun) => void;

/** Returns the writer for the arrays that store numbers of this kind. */
function runWriter(kind: ScalarKind): WriteRun {
  if (kind === "float") return writeFloats as WriteRun;
  if (kind === "half") return writeHalves as WriteRun;
  return (kind === "double" || kind === "timecode" ? writeDoubles : writeIntegers) as WriteRun;
}

/** Writes one number at `at`; returns the position after it. */
type WriteNumber = (value: number, out: Uint8Array, at: number) => number;

function numberWriter(kind: ScalarKind): WriteNumber {
  if (kind === "float") return writeFloat;
  if (kind === "half") return writeHalf;
  return kind === "double" || kind === "timecode" ? writeDouble : writeInteger;
}

/** Writes a number in the precision of its kind. */
export function writeScalar(writer: ByteWriter, value: number, kind: ScalarKind): void {
  writer.ensure(NUMBER_SIZE);
  writer.length = numberWriter(kind)(value, writer.bytes, writer.length);
}

/** Writes a double: times, offsets, spline tangents. */
export function writeDoubleText(writer: ByteWriter, value: number): void {
  writer.ensure(NUMBER_SIZE);
  writer.length = writeDouble(value, writer.bytes, writer.length);
}

/** Writes `, `; the writer must have the space. */
function writeSeparator(writer: ByteWriter): void {
  writer.bytes[writer.length++] = COMMA;
  writer.bytes[writer.length++] = SPACE;
}

/** Writes `a, b, c`: `count` numbers from `start` on. */
function writeScalars(writer: ByteWriter, data: Numbers, start: number, count: number, write: WriteRun): void {
  const end = start + count;
  for (let from = start; from < end; from += BATCH) {
    const to = Math.min(from + BATCH, end);
    writer.ensure((to - from) * NUMBER_SIZE);
    if (from > start) writeSeparator(writer);
    write(writer, data, { from, to, rowSize: SCALARS });
  }
}

/** Writes `(a, b, c), (d, e, f)`: `count` rows of `size` numbers from `start` on. */
function writeRows(
  writer: ByteWriter,
  data: Numbers,
  start: number,
  count: number,
  size: number,
  write: WriteRun,
): void {
  // Most time samples are one row.
  const batch = count === 1 ? 1 : Math.max(1, Math.floor(BATCH / size));
  for (let row = 0; row < count; row += batch) {
    const rows = Math.min(batch, count - row);
    writer.ensure(rows * (size + 1) * NUMBER_SIZE);
    if (row > 0) writeSeparator(writer);
    writer.bytes[writer.length++] = OPEN_ROW;
    const from = start + row * size;
    write(writer, data, { from, to: from + rows * size, rowSize: size });
    writer.bytes[writer.length++] = CLOSE_ROW;
  }
}

/** Selects by kind: testing the class of the array costs more than writing a short number. */
function isBig(_data: NumericArray, kind: ScalarKind): _data is BigInt64Array | BigUint64Array {
  return kind === "int64" || kind === "uint64";
}

/** Writes elements `[start, start + count)` of flat data, separated by commas. */
export function writeElements(
  writer: ByteWriter,
  data: NumericArray,
  start: number,
  count: number,
  type: ValueType,
): void {
  if (isBig(data, type.kind)) {
    for (let i = start; i < start + count; i++) writer.text(i > start ? `, ${data[i]}` : `${data[i]}`);
    return;
  }
  if (type.name === "duration") writer.require(DURATION_VERSION);
  const write = runWriter(type.kind);
  const [rows, columns] = type.dims;
  if (rows === undefined) {
    writeScalars(writer, data, start, count, write);
  } else if (columns === undefined) {
    writeRows(writer, data, start * rows, count, rows, write);
  } else {
    for (let i = start; i < start + count; i++) {
      writer.text(i > start ? ", ( " : "( ");
      writeRows(writer, data, i * rows * columns, rows, columns, write);
      writer.text(" )");
    }
  }
}

function writeOneText(writer: ByteWriter, text: string, kind: ScalarKind): void {
  if (kind === "asset") writeAsset(writer, text);
  else writeQuoted(writer, text);
}

export function writeTypedValue(writer: ByteWriter, value: TypedValue): void {
  const { data, type } = value;
  if (type.name === "duration") writer.require(DURATION_VERSION);
  if (typeof data === "string") return writeOneText(writer, data, type.kind);
  if (typeof data === "number") return writeScalar(writer, data, type.kind);
  if (typeof data === "boolean") return writer.byte(data ? 49 : 48);
  if (typeof data === "bigint") return writer.text(String(data));
  if (!value.isArray && ArrayBuffer.isView(data)) return writeElements(writer, data, 0, 1, type);
  writer.byte(OPEN_LIST);
  if (ArrayBuffer.isView(data)) {
    writeElements(writer, data, 0, data.length / type.components, type);
  } else {
    for (let i = 0; i < data.length; i++) {
      if (i > 0) writer.text(", ");
      writeOneText(writer, data[i], type.kind);
    }
  }
  writer.byte(CLOSE_LIST);
}

/** Writes a value, as after `=`. `writeDictionary` handles dictionaries. */
export function writeValue(writer: ByteWriter, value: Exclude<Value, { kind: "dictionary" }>): void {
  switch (value.kind) {
    case "typed":
      return writeTypedValue(writer, value);
    case "block":
      return writer.text("None");
    case "animationBlock":
      return writer.text("AnimationBlock");
    case "path":
      return writer.text(`<${value.path}>`);
    case "arrayEdit":
      return writeArrayEdit(writer, value);
    case "unregistered":
      return writer.text(value.text);
  }
}

/** Writes `edit [append "a"]`: strings are quoted, which the text of the value does not do. */
function writeArrayEdit(writer: ByteWriter, { type, text, pieces }: ArrayEditValue): void {
  if (type.name === "duration") writer.require(DURATION_VERSION);
  else if (isTextKind(type.kind)) writer.require(TEXT_EDIT_VERSION);
  if (pieces === undefined) return writer.text(text);
  pieces.forEach((piece, i) => {
    if (i % 2 === 0 || type.kind === "timecode") writer.text(piece);
    else writeOneText(writer, piece, type.kind);
  });
}
