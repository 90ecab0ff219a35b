/** Forms of metadata: list ops, types of fields, and the syntax after each keyword's `=`. */
import type { FieldSpecKind, ListOpName, ValueType } from "@usdkit/layer";
import { valueTypes } from "@usdkit/layer";
import { Assignment } from "./assignment.ts";
import type { MetadataLookup } from "../keywords/metadata.ts";
import { lookupMetadata } from "../keywords/metadata.ts";
import type { NameTable } from "../scan/name-table.ts";
import { SEED_COUNT, Word } from "./words.ts";

/** Names of list operations by the number that records hold; 0 is explicit. */
export const LIST_OP_NAMES: readonly ListOpName[] = [
  "explicit",
  "added",
  "prepended",
  "appended",
  "deleted",
  "ordered",
];

/** Returns the number of a list operation's keyword, 0 for any other word. */
export function listOperationOf(name: number): number {
  switch (name) {
    case Word.add:
      return 1;
    case Word.prepend:
      return 2;
    case Word.append:
      return 3;
    case Word.delete:
      return 4;
    case Word.reorder:
      return 5;
    default:
      return 0;
  }
}

/** The type that a generic field's value is parsed as. */
export interface FieldShape {
  readonly type: ValueType | undefined;
  readonly isArray: boolean;
  readonly isListOp: boolean;
  readonly isDictionary: boolean;
}

/** The meaning of a word in the metadata of a kind of spec. */
export interface MetadataWord {
  readonly lookup: MetadataLookup;
  /** The form of the field's type, if the word is a field or a keyword. */
  readonly shape: FieldShape | undefined;
}

const KINDS: readonly FieldSpecKind[] = ["prim", "attribute", "relationship", "layer", "variant", "variantSet"];

/** Known words of each kind of spec, by the word's id. */
const known: readonly (MetadataWord | undefined)[][] = KINDS.map(() => []);

/** Returns the meaning of a word in the metadata of a kind of spec. */
export function metadataWordOf(kind: FieldSpecKind, id: number, names: NameTable): MetadataWord {
  if (id >= SEED_COUNT) return findWord(kind, names.text(id));
  return (known[KINDS.indexOf(kind)][id] ??= findWord(kind, names.text(id)));
}

function findWord(kind: FieldSpecKind, word: string): MetadataWord {
  const lookup = lookupMetadata(kind, word);
  const isField = lookup.kind === "field" || lookup.kind === "keyword";
  return { lookup, shape: isField ? shapeOf(lookup.field.type) : undefined };
}

/** Returns the form of a field's type, as `string[]` or `intListOp`. */
function shapeOf(typeName: string): FieldShape {
  const isListOp = typeName.endsWith("ListOp");
  const isArray = isListOp || typeName.endsWith("[]");
  const name = isListOp ? typeName.slice(0, -"ListOp".length) : isArray ? typeName.slice(0, -2) : typeName;
  return { type: valueTypes.get(name), isArray, isListOp, isDictionary: typeName === "dictionary" };
}

/** The syntax after `=` of a keyword's field. */
export function keywordAssignment(field: string): number {
  switch (field) {
    case "documentation":
    case "kind":
      return Assignment.string;
    case "permission":
    case "displayUnit":
    case "symmetryFunction":
      return Assignment.word;
    case "inheritPaths":
    case "specializes":
      return Assignment.paths;
    case "references":
    case "payload":
      return Assignment.references;
    case "variantSelection":
      return Assignment.dictionary;
    case "variantSetNames":
      return Assignment.names;
    case "prefixSubstitutions":
    case "suffixSubstitutions":
      return Assignment.stringMap;
    case "layerRelocates":
      return Assignment.relocates;
    case "subLayers":
      return Assignment.subLayers;
    default:
      return Assignment.metadata;
  }
}

export function listItems(data: unknown): readonly (string | number | bigint)[] {
  return Array.isArray(data) ? (data as readonly string[]) : [...(data as Int32Array | BigInt64Array)];
}

/** An expression in backticks, allowed instead of a variant's name in a selection. */
export function isVariantExpression(text: string): boolean {
  return text.length > 2 && text.startsWith("`") && text.endsWith("`") && !text.slice(1, -1).includes("`");
}
