/** Converts values to text, for edits that accept values. */
import type { Field, FieldValue, SpecType, Value } from "@usdkit/layer";
import { decodeUtf8 } from "@usdkit/base";
import { ByteWriter } from "../print/byte-writer.ts";
import { writeDictionary } from "../print/print-dictionary.ts";
import { writeMetadata } from "../print/print-metadata.ts";
import { writeDoubleText, writeValue } from "../print/print-values.ts";
import { indentText } from "./fragment.ts";

/** Returns the text of a value, as after `=`. */
export function valueText(value: Value | string): string {
  if (typeof value === "string") return value;
  const writer = new ByteWriter(256);
  if (value.kind === "dictionary") writeDictionary(writer, value, 0);
  else writeValue(writer, value);
  return textOf(writer);
}

/** Returns the complete entries of a field, one per line; a list op may have several. */
export function entriesText(specType: SpecType, name: string, value: FieldValue): string {
  const writer = new ByteWriter(256);
  const field: Field = { name, value, entries: [] };
  writeMetadata(writer, specType, new Map([[name, field]]), 0);
  return indentText(textOf(writer).slice(1, -1), "", "\n", 4);
}

/** Returns the text of a time code. */
export function timeText(time: number): string {
  const writer = new ByteWriter(32);
  writeDoubleText(writer, time);
  return textOf(writer);
}

function textOf(writer: ByteWriter): string {
  return decodeUtf8(writer.bytes, 0, writer.length);
}
