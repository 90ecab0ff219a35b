import type { FieldDefinition, FieldSpecKind } from "@usdkit/layer";
import { fieldDefinitions } from "@usdkit/layer";
import { reservedWords } from "./reserved-words.ts";

/** The meaning of a word before `=` in the metadata of one kind of spec. */
export type MetadataLookup =
  /** `name = value`, by the field's type. */
  | { readonly kind: "field"; readonly field: FieldDefinition }
  /** A reserved word with a grammar of its own. */
  | { readonly kind: "keyword"; readonly field: FieldDefinition }
  /** Unknown on this kind of spec: the value is kept as text (dictionaries as dictionaries, list ops as such). */
  | { readonly kind: "unregistered" }
  /**
   * `reserved`: a keyword (that of `field`) that is invalid on this kind of spec. `notMetadata`: a field that is not
   * authored as metadata.
   */
  | { readonly kind: "rejected"; readonly reason: "reserved" | "notMetadata"; readonly field?: FieldDefinition };

const keywordFields = new Map<string, FieldDefinition>();
for (const field of fieldDefinitions.values()) {
  if (field.keyword !== undefined) keywordFields.set(field.keyword, field);
  else if (field.syntax === "keyword") keywordFields.set(field.name, field);
}

const unregistered: MetadataLookup = { kind: "unregistered" };
const reserved: MetadataLookup = { kind: "rejected", reason: "reserved" };
const notMetadata: MetadataLookup = { kind: "rejected", reason: "notMetadata" };

/**
 * Looks up a metadata word as the reference does. Reserved words that are not a keyword of this kind of spec are
 * rejected (`kind` in layer metadata, `inherits` on an attribute); a field that is defined but invalid on this kind of
 * spec is treated like an unknown one (`active` on an attribute, `upAxis` on a prim).
 */
export function lookupMetadata(kind: FieldSpecKind, word: string): MetadataLookup {
  const special = keywordFields.get(word);
  if (special !== undefined && special.on.includes(kind)) return { kind: "keyword", field: special };
  if (reservedWords.has(word)) {
    return special === undefined ? reserved : { kind: "rejected", reason: "reserved", field: special };
  }
  const field = fieldDefinitions.get(word);
  if (field === undefined || !field.on.includes(kind)) return unregistered;
  if (field.syntax === "generic" && !(word === "typeName" && kind === "attribute")) return { kind: "field", field };
  return notMetadata;
}
