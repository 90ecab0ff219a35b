import type { Field, FieldValue, SpecType } from "@usdkit/layer";
import { fieldDefinitions } from "@usdkit/layer";
import type { ByteWriter } from "./byte-writer.ts";
import { writeDictionary, writeStringDictionary, writeSubstitutions } from "./print-dictionary.ts";
import {
  forEachOperation,
  writeArcs,
  writePaths,
  writePlainItems,
  writeRelocates,
  writeSubLayers,
} from "./print-list-ops.ts";
import { writeTypedValue, writeValue } from "./print-values.ts";
import { writeQuoted } from "./quote.ts";
import { compareAsDictionary, compareBytewise } from "./text-order.ts";

/** Fields that are written outside of the parentheses. */
const statementFields: ReadonlySet<string> = new Set(["primOrder", "propertyOrder"]);

/** Values that are bare words. */
const wordFields: ReadonlySet<string> = new Set(["permission", "displayUnit", "symmetryFunction"]);

/**
 * Writes a field. Returns false for fields that are written elsewhere, and if a statement would author nothing
 * (`subLayers = []`, `unknown = </A>`).
 */
function isWritten({ name, value }: Field): boolean {
  if (statementFields.has(name)) return false;
  if (value.kind === "subLayers") return value.items.length > 0;
  return !(value.kind === "unregistered" && value.text === "");
}

/** Returns the fields between the parentheses, in the reference's order; the comment is first. */
function metadataFields(specType: SpecType, fields: ReadonlyMap<string, Field>): Field[] {
  const found: Field[] = [];
  for (const field of fields.values()) if (isWritten(field)) found.push(field);
  if (found.length < 2) return found;
  const layer = specType === "pseudoRoot";
  const compare = layer ? compareBytewise : compareAsDictionary;
  // The reference writes the layer's relocates last.
  const place = ({ name }: Field): number => (name === "comment" ? 0 : layer && name === "layerRelocates" ? 2 : 1);
  return found.sort((a, b) => place(a) - place(b) || compare(a.name, b.name));
}

/** Returns whether {@link writeMetadata} has anything to write. */
export function hasMetadata(fields: ReadonlyMap<string, Field>): boolean {
  if (fields.size === 0) return false;
  for (const field of fields.values()) if (isWritten(field)) return true;
  return false;
}

/** Writes `(`, one field per line, and `)` at `indent`. */
export function writeMetadata(
  writer: ByteWriter,
  specType: SpecType,
  fields: ReadonlyMap<string, Field>,
  indent: number,
): void {
  writer.text("(\n");
  for (const field of metadataFields(specType, fields)) writeField(writer, field, indent + 1);
  writer.indent(indent);
  writer.byte(41);
}

/** Writes a blank and {@link writeMetadata}, or nothing if there is no metadata. */
export function writeMetadataBlock(
  writer: ByteWriter,
  specType: SpecType,
  fields: ReadonlyMap<string, Field>,
  indent: number,
): void {
  if (!hasMetadata(fields)) return;
  writer.byte(32);
  writeMetadata(writer, specType, fields, indent);
}

/** Writes a field as one or more lines. */
export function writeField(writer: ByteWriter, { name, value }: Field, indent: number): void {
  const keyword = fieldDefinitions.get(name)?.keyword ?? name;
  const statement = (word: string, write: () => void): void => {
    writer.indent(indent);
    writer.text(word);
    writer.text(keyword);
    writer.text(" = ");
    write();
    writer.byte(10);
  };
  if (name === "comment" && value.kind === "typed" && typeof value.data === "string") {
    writer.indent(indent);
    writeQuoted(writer, value.data);
    writer.byte(10);
    return;
  }
  switch (value.kind) {
    case "valueListOp":
      forEachOperation(value.listOp, (word, items) =>
        statement(word, () => {
          const [only] = items;
          if (name === "variantSetNames" && items.length === 1) writeQuoted(writer, String(only));
          else writePlainItems(writer, items);
        }),
      );
      return;
    case "pathListOp":
      forEachOperation(value.listOp, (word, items) => statement(word, () => writePaths(writer, items, indent)));
      return;
    case "referenceListOp":
      forEachOperation(value.listOp, (word, items) => statement(word, () => writeArcs(writer, items, indent)));
      return;
    case "unregisteredListOp":
      forEachOperation(value.listOp, (word, items) => statement(word, () => writer.text(`[${items.join(", ")}]`)));
      return;
    default: {
      const single = value;
      statement("", () => writeSingle(writer, name, single, indent));
    }
  }
}

type SingleValue = Exclude<FieldValue, { readonly listOp: unknown }>;

function writeSingle(writer: ByteWriter, name: string, value: SingleValue, indent: number): void {
  switch (value.kind) {
    case "typed":
      if (wordFields.has(name) && typeof value.data === "string") writer.text(value.data);
      else if (typeof value.data === "boolean") writer.text(String(value.data));
      else writeTypedValue(writer, value);
      return;
    case "dictionary":
      return writeDictionary(writer, value, indent);
    case "stringMap":
      if (name === "variantSelection") writeStringDictionary(writer, value.entries, indent);
      else writeSubstitutions(writer, value.entries, indent);
      return;
    case "names":
      return writePlainItems(writer, value.names);
    case "subLayers":
      return writeSubLayers(writer, value.items, indent);
    case "relocates":
      return writeRelocates(writer, value.pairs, indent);
    default:
      writeValue(writer, value);
  }
}
