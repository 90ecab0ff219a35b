/** Builds metadata fields from plain objects, typed by the schema. */
import type { Field, FieldValue, ListOp, ReferenceItem, SubLayerItem } from "../model/types.ts";
import type { FieldDefinition, FieldSpecKind } from "../fields-and-types/fields.ts";
import { fieldDefinitions } from "../fields-and-types/fields.ts";
import type { PlainDictionary, PlainEntries, PlainValue } from "./plain-values.ts";
import { entriesOf, plainDictionary, plainValue } from "./plain-values.ts";

/** An arc, or a sublayer; an absent asset or path is "", an absent offset 0 and 1. */
export interface PlainArc {
  readonly asset?: string | undefined;
  readonly primPath?: string | undefined;
  readonly offset?: number | undefined;
  readonly scale?: number | undefined;
  readonly customData?: PlainDictionary | undefined;
}

/** An item of a list: a number, a string (a path, if the field contains paths), or a reference. */
export type PlainItem = string | number | bigint | PlainArc;

/**
 * A value that a field accepts: a value, a list op (an array is the explicit operation), arcs, a dictionary, a map of
 * strings, pairs of paths; or a field value of the model, which is used unchanged.
 */
export type PlainField =
  | PlainValue
  | readonly PlainItem[]
  | ListOp<PlainItem>
  | PlainDictionary
  | PlainEntries<string>
  | readonly (readonly [string, string])[]
  | FieldValue;

/** Fields by schema name (`documentation`, `inheritPaths`), not by keyword. */
export type PlainFields = PlainEntries<PlainField>;

const noFields: ReadonlyMap<string, Field> = new Map();

/**
 * Returns the fields of a spec.
 *
 * @throws TypeError if the schema has no such field on this kind of spec (pass a value of the model for fields
 *   outside the schema), or if a value has the wrong type.
 */
export function plainFields(kind: FieldSpecKind, plain: PlainFields | undefined): ReadonlyMap<string, Field> {
  if (plain === undefined) return noFields;
  const fields = new Map<string, Field>();
  for (const [name, value] of entriesOf<PlainField>(plain)) {
    fields.set(name, { name, value: fieldValue(kind, name, value), entries: [] });
  }
  return fields;
}

function fieldValue(kind: FieldSpecKind, name: string, plain: PlainField): FieldValue {
  if (isFieldValue(plain)) return plain;
  const definition = fieldDefinitions.get(name);
  if (definition === undefined || !definition.on.includes(kind)) {
    throw new TypeError(`No field "${name}" on a ${kind}`);
  }
  const value = schemaValue(definition, plain);
  if (value === undefined) throw new TypeError(`Not a value of the field ${name} (${definition.type})`);
  return value;
}

function schemaValue({ name, type }: FieldDefinition, plain: PlainField): FieldValue | undefined {
  switch (type) {
    case "dictionary":
      return isObject(plain) ? plainDictionary(plain as PlainDictionary) : undefined;
    case "stringMap":
    case "variantSelection":
      if (!isObject(plain)) return undefined;
      return { kind: "stringMap", entries: new Map(entriesOf(plain as PlainEntries<string>)) };
    case "subLayers":
      return Array.isArray(plain) ? { kind: "subLayers", items: (plain as PlainItem[]).map(subLayer) } : undefined;
    case "relocates":
      return Array.isArray(plain) ? { kind: "relocates", pairs: plain as [string, string][] } : undefined;
    case "pathListOp":
      return { kind: "pathListOp", listOp: listOp(plain, String) };
    case "referenceListOp":
    case "payloadListOp":
      return { kind: "referenceListOp", listOp: listOp(plain, arc) };
    case "permission":
    case "displayUnit":
      return plainValue("token", plain as PlainValue);
  }
  if (type.endsWith("ListOp")) {
    return {
      kind: "valueListOp",
      itemType: type.slice(0, -"ListOp".length),
      listOp: listOp(plain, (item) => (typeof item === "object" ? (item.asset ?? "") : item)),
    };
  }
  if (name === "primOrder" || name === "propertyOrder") {
    return Array.isArray(plain) ? { kind: "names", names: plain as string[] } : undefined;
  }
  return plainValue(type, plain as PlainValue);
}

function isObject(plain: PlainField): plain is PlainDictionary | PlainEntries<string> | ListOp<PlainItem> {
  return typeof plain === "object" && plain !== null && !Array.isArray(plain);
}

function isFieldValue(plain: PlainField): plain is FieldValue {
  return isObject(plain) && !(plain instanceof Map) && typeof (plain as { kind?: unknown }).kind === "string";
}

function listOp<T>(plain: PlainField, convert: (item: PlainItem) => T): ListOp<T> {
  if (!isObject(plain)) {
    const items = Array.isArray(plain) ? (plain as PlainItem[]) : [plain as PlainItem];
    return { explicit: items.map(convert) };
  }
  const { explicit, added, prepended, appended, deleted, ordered } = plain as ListOp<PlainItem>;
  return {
    explicit: explicit?.map(convert),
    added: added?.map(convert),
    prepended: prepended?.map(convert),
    appended: appended?.map(convert),
    deleted: deleted?.map(convert),
    ordered: ordered?.map(convert),
  };
}

function arc(item: PlainItem): ReferenceItem {
  const plain: PlainArc = typeof item === "object" ? item : { asset: String(item) };
  return {
    asset: plain.asset ?? "",
    primPath: plain.primPath ?? "",
    layerOffset: { offset: plain.offset ?? 0, scale: plain.scale ?? 1 },
    customData: plain.customData === undefined ? undefined : plainDictionary(plain.customData),
  };
}

function subLayer(item: PlainItem): SubLayerItem {
  const { asset, layerOffset } = arc(item);
  return { asset, layerOffset };
}
