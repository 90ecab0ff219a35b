/** Metadata fields of a spec. */
import type { Field, FieldValue, LayerOffset, SubLayerItem, Value } from "@usdkit/layer";
import { fieldDefinitions, valueTypes } from "@usdkit/layer";
import type { CrateValue } from "../values/crate-value.ts";
import { knownValueType } from "../values/known-value-type.ts";
import type { CrateModel } from "./crate-model.ts";
import { KnownField } from "./known-fields.ts";

const noFields: ReadonlyMap<string, Field> = new Map();
const permissions: readonly string[] = ["public", "private"];

/** The metadata of a spec by field name: the fields without a member in the model. */
export function readFields(model: CrateModel, spec: number): ReadonlyMap<string, Field> {
  const { fields, metadata, structure } = model;
  if (!fields.has(spec, KnownField.other) && !fields.has(spec, KnownField.subLayers)) return noFields;
  const set = structure.specFields[spec];
  let known = metadata.get(set);
  if (known === undefined) metadata.set(set, (known = readMetadata(model, spec)));
  return known;
}

/** The metadata of a variant, which includes its type name. */
export function readVariantFields(model: CrateModel, spec: number): ReadonlyMap<string, Field> {
  const typeName = model.valueOf(spec, KnownField.typeName);
  const value = typeName === undefined ? undefined : toFieldValue("typeName", typeName);
  if (value === undefined) return readFields(model, spec);
  return new Map([["typeName", { name: "typeName", value, entries: [] }], ...readFields(model, spec)]);
}

function readMetadata(model: CrateModel, spec: number): ReadonlyMap<string, Field> {
  const fields = new Map<string, Field>();
  model.fields.eachMetadata(spec, (field) => {
    const name = model.name(field);
    const value = name === "subLayers" ? subLayers(model, spec, field) : metadataValue(model, name, field);
    if (value !== undefined) fields.set(name, { name, value, entries: [] });
  });
  return fields;
}

function metadataValue(model: CrateModel, name: string, field: number): FieldValue | undefined {
  const value = model.value(field);
  return value === undefined ? undefined : toFieldValue(name, value);
}

function subLayers(model: CrateModel, spec: number, field: number): FieldValue | undefined {
  const value = model.value(field);
  const assets = textsOf(value);
  if (assets === undefined) return undefined;
  const found = model.valueOf(spec, KnownField.subLayerOffsets);
  const offsets: readonly LayerOffset[] = found?.kind === "layerOffsets" ? found.offsets : [];
  const items = assets.map((asset, i): SubLayerItem => ({ asset, layerOffset: offsets[i] ?? { offset: 0, scale: 1 } }));
  return { kind: "subLayers", items };
}

function textsOf(value: CrateValue | undefined): readonly string[] | undefined {
  if (value?.kind === "texts") return value.texts;
  if (value?.kind !== "typed" || !value.isArray || ArrayBuffer.isView(value.data)) return undefined;
  return typeof value.data === "object" ? value.data : undefined;
}

/** A value of a crate as the model has it in a field of that name; undefined for what no field can hold. */
function toFieldValue(name: string, value: CrateValue): FieldValue | undefined {
  switch (value.kind) {
    case "texts":
      if (name === "primOrder" || name === "propertyOrder") return { kind: "names", names: value.texts };
      return strings(value.form === "token" ? "token" : "string", value.texts);
    case "doubles":
      return { kind: "typed", type: knownValueType("double"), isArray: true, data: value.data };
    case "enum":
      if (value.type !== "permission") return undefined;
      return {
        kind: "typed",
        type: knownValueType("token"),
        isArray: false,
        data: permissions[value.index] ?? "public",
      };
    case "dictionary":
      return isStringMap(name) ? stringMap(value.entries) : value;
    case "typed":
      return withFieldType(name, value);
    case "layerOffsets":
    case "timeSamples":
    case "spline":
      return undefined;
    default:
      return value;
  }
}

function strings(type: string, data: readonly string[]): FieldValue {
  return { kind: "typed", type: knownValueType(type), isArray: true, data };
}

function isStringMap(name: string): boolean {
  const type = fieldDefinitions.get(name)?.type;
  return type === "stringMap" || type === "variantSelection";
}

function stringMap(entries: ReadonlyMap<string, Value>): FieldValue {
  const texts = new Map<string, string>();
  for (const [key, value] of entries) {
    if (value.kind === "typed" && typeof value.data === "string") texts.set(key, value.data);
  }
  return { kind: "stringMap", entries: texts };
}

/** A field keeps the type that its schema has, as text does; others the type of the file. */
function withFieldType(name: string, value: Extract<Value, { kind: "typed" }>): FieldValue {
  const type = valueTypes.get(fieldDefinitions.get(name)?.type ?? "");
  if (type === undefined || type.kind !== value.type.kind || type.components !== value.type.components) return value;
  return { ...value, type };
}
