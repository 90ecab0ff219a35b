/** Specs and their parts as canonical text, which is equal for equal content. */
import type { Field, FieldValue, PropertySpec, Spec, SpecType, Value, VariantSetSpec } from "@usdkit/layer";
import { decodeUtf8 } from "@usdkit/base";
import { entriesText, valueText } from "../edit/value-text.ts";
import { ByteWriter } from "../print/byte-writer.ts";
import { hasMetadata } from "../print/print-metadata.ts";
import { writeProperty } from "../print/print-properties.ts";
import { writeOwner } from "../print/print-usda.ts";

/** Returns the statements of a property, one per line. */
export function propertyText(spec: PropertySpec): string {
  return write((writer) => writeProperty(writer, spec, 0, false)).trimEnd();
}

/** Returns a prim, variant, variant set or property as text. */
export function specText(spec: Exclude<Spec, { specType: "pseudoRoot" }>): string {
  switch (spec.specType) {
    case "attribute":
    case "relationship":
      return propertyText(spec);
    case "variantSet":
      return variantSetText(spec);
    default:
      return write((writer) => writeOwner(writer, spec)).trimEnd();
  }
}

function variantSetText({ name, variants }: VariantSetSpec): string {
  const inner = variants.map((each) => `    ${specText(each).replaceAll("\n", "\n    ")}\n`);
  return `variantSet ${valueText(JSON.stringify(name))} = {\n${inner.join("")}}`;
}

/** Returns the entries of a field; "" if it is absent or empty. */
export function fieldText(specType: SpecType, name: string, value: FieldValue | undefined): string {
  if (value === undefined) return "";
  if (value.kind === "names") return value.names.map((each) => JSON.stringify(each)).join(", ");
  const field: Field = { name, value, entries: [] };
  return hasMetadata(new Map([[name, field]])) ? entriesText(specType, name, value) : "";
}

/** Returns a value with its type; "" if there is none. */
export function typedText(value: Value | undefined): string {
  if (value === undefined) return "";
  const type = value.kind === "typed" ? `${value.type.name}${value.isArray ? "[]" : ""} ` : "";
  return type + valueText(value);
}

function write(fill: (writer: ByteWriter) => void): string {
  const writer = new ByteWriter(256);
  fill(writer);
  return decodeUtf8(writer.bytes, 0, writer.length);
}
