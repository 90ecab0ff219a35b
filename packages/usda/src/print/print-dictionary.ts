import type { DictionaryValue, Value } from "@usdkit/layer";
import type { ByteWriter } from "./byte-writer.ts";
import { writeTypedValue, writeValue } from "./print-values.ts";
import { writeQuoted } from "./quote.ts";
import { compareBytewise } from "./text-order.ts";

/** Names that the reference writes without quotes: a letter or `_`, then letters, digits and `_`, all of them ASCII. */
const plainKey = /^[A-Za-z_][A-Za-z0-9_]*$/;

function writeKey(writer: ByteWriter, key: string): void {
  if (plainKey.test(key)) writer.text(key);
  else writeQuoted(writer, key);
}

function typeName(value: Value): string {
  // Dictionaries do not keep roles: `color3f` is written as `float3`.
  if (value.kind === "typed") return value.type.baseName + (value.isArray ? "[]" : "");
  return value.kind === "arrayEdit" ? `${value.type.baseName}[]` : "dictionary";
}

interface Frame {
  readonly keys: readonly string[];
  readonly entries: ReadonlyMap<string, Value>;
  next: number;
}

function frame(dictionary: DictionaryValue): Frame {
  return { keys: [...dictionary.entries.keys()].sort(compareBytewise), entries: dictionary.entries, next: 0 };
}

/**
 * Writes `{ … }` with one entry per line, keys in the order of their bytes; the closing brace is at `indent`. With
 * `oneLine` (knots of splines) entries are separated by `; `. Nested dictionaries do not deepen the stack.
 */
export function writeDictionary(
  writer: ByteWriter,
  dictionary: DictionaryValue,
  indent: number,
  oneLine = false,
): void {
  const stack: Frame[] = [frame(dictionary)];
  writer.text(oneLine ? "{ " : "{\n");
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const key = top.keys[top.next];
    const value = key === undefined ? undefined : top.entries.get(key);
    if (key === undefined || value === undefined) {
      stack.pop();
      if (oneLine) writer.text(" }");
      else {
        writer.indent(indent + stack.length);
        writer.text(stack.length > 0 ? "}\n" : "}");
      }
      continue;
    }
    if (!oneLine) writer.indent(indent + stack.length);
    else if (top.next > 0) writer.text("; ");
    top.next++;
    writer.text(typeName(value));
    writer.byte(32);
    writeKey(writer, key);
    writer.text(" = ");
    if (value.kind === "dictionary") {
      stack.push(frame(value));
      writer.text(oneLine ? "{ " : "{\n");
      continue;
    }
    if (value.kind === "typed") writeTypedValue(writer, value);
    else writeValue(writer, value);
    if (!oneLine) writer.byte(10);
  }
}

/** `{ string key = "text" … }`, the form of `variants`. */
export function writeStringDictionary(writer: ByteWriter, entries: ReadonlyMap<string, string>, indent: number): void {
  writer.text("{\n");
  for (const [key, text] of sorted(entries)) {
    writer.indent(indent + 1);
    writer.text("string ");
    writeKey(writer, key);
    writer.text(" = ");
    writeQuoted(writer, text);
    writer.byte(10);
  }
  writer.indent(indent);
  writer.byte(125);
}

/** `{ "key": "text", … }`, the form of `prefixSubstitutions` and `suffixSubstitutions`. */
export function writeSubstitutions(writer: ByteWriter, entries: ReadonlyMap<string, string>, indent: number): void {
  writer.text("{\n");
  let left = entries.size;
  for (const [key, text] of sorted(entries)) {
    writer.indent(indent + 1);
    writeQuoted(writer, key);
    writer.text(": ");
    writeQuoted(writer, text);
    // The reference writes this blank before the line's end.
    writer.text(--left > 0 ? ", \n" : "\n");
  }
  writer.indent(indent);
  writer.byte(125);
}

function sorted(entries: ReadonlyMap<string, string>): [string, string][] {
  return [...entries].sort(([a], [b]) => compareBytewise(a, b));
}
