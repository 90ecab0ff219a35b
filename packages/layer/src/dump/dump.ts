import type { AttributeSpec, FieldValue, Layer, RelationshipSpec, Spec } from "../model/types.ts";
import { dictionaryJson } from "./dump-dictionary.ts";
import type { JsonMember } from "./dump-fields.ts";
import { fieldJson, fieldValueJson, listOpJson, splineJson } from "./dump-fields.ts";
import {
  jsonObject,
  jsonString,
  jsonStrings,
  NOT_UTF8,
  NotUtf8Error,
  timeSamplesJson,
  valueJson,
} from "./dump-values.ts";
import { encodeUtf8 } from "@usdkit/base";

/** Returns the value of a field; `{"notUtf8":true}` if one of its strings contains bytes that are not UTF-8. */
function guarded(json: () => string): string {
  try {
    return json();
  } catch (error) {
    if (error instanceof NotUtf8Error) return NOT_UTF8;
    throw error;
  }
}

type Opinions = Partial<
  Pick<AttributeSpec, "typeName" | "defaultValue" | "timeSamples" | "spline" | "connectionPaths">
>;

function attributeMembers(spec: Opinions, members: JsonMember[]): void {
  const { typeName, defaultValue, timeSamples, spline, connectionPaths } = spec;
  if (typeName !== undefined) members.push(["typeName", jsonString(typeName)]);
  if (defaultValue !== undefined) {
    const value = defaultValue;
    const json = value.kind === "dictionary" ? () => dictionaryJson(value) : () => valueJson(value);
    members.push(["default", guarded(json)]);
  }
  if (timeSamples !== undefined) members.push(["timeSamples", guarded(() => timeSamplesJson(timeSamples))]);
  if (spline !== undefined) members.push(["spline", guarded(() => splineJson(spline))]);
  if (connectionPaths !== undefined) members.push(["connectionPaths", listOpJson(connectionPaths, jsonStrings)]);
}

function relationshipMembers(spec: RelationshipSpec, members: JsonMember[]): void {
  if (spec.targetPaths !== undefined) members.push(["targetPaths", listOpJson(spec.targetPaths, jsonStrings)]);
  if (spec.defaultTarget !== undefined) members.push(["default", jsonString(spec.defaultTarget)]);
  // Of the fields of an attribute, a relationship lists only the default value.
  else if (spec.merged?.defaultValue !== undefined)
    attributeMembers({ defaultValue: spec.merged.defaultValue }, members);
}

/**
 * Returns the fields of a spec as the dump has them: names, and values as JSON.
 *
 * ```ts
 * dumpFields(attribute); // [["custom", "false"], ["variability", '"varying"'], ["typeName", '"int"'], ["default", "1"]]
 * ```
 */
export function dumpFields(spec: Spec): readonly JsonMember[] {
  return fieldMembers(spec);
}

/** Returns a value as the dump has it, as JSON: that of an attribute, or of a metadata field. */
export function dumpValue(value: FieldValue): string {
  return guarded(() => fieldValueJson(value));
}

function fieldMembers(spec: Spec): JsonMember[] {
  const members: JsonMember[] = [];
  for (const field of spec.fields.values()) {
    try {
      members.push(...fieldJson(spec.specType, field));
    } catch (error) {
      if (!(error instanceof NotUtf8Error)) throw error;
      members.push([field.name, NOT_UTF8]);
    }
  }
  if (spec.specType === "prim") {
    members.push(["specifier", `"${spec.specifier}"`]);
    if (spec.typeName !== "") members.push(["typeName", jsonString(spec.typeName)]);
  } else if (spec.specType === "variant") {
    members.push(["specifier", '"over"']);
  } else if (spec.specType === "attribute" || spec.specType === "relationship") {
    members.push(["custom", String(spec.custom)], ["variability", `"${spec.variability}"`]);
    if (spec.specType === "attribute") attributeMembers(spec, members);
    else relationshipMembers(spec, members);
  }
  return members;
}

function names(specs: readonly Spec[]): string {
  return jsonStrings(specs.map((spec) => spec.name));
}

function specJson(spec: Spec): string {
  const members: JsonMember[] = [
    ["specType", `"${spec.specType}"`],
    ["fields", jsonObject(fieldMembers(spec))],
  ];
  if (spec.specType === "variantSet") members.push(["variants", names(spec.variants)]);
  if ("children" in spec) {
    if (spec.children.length > 0) members.push(["primChildren", names(spec.children)]);
    if (spec.properties.length > 0) members.push(["properties", names(spec.properties)]);
    if (spec.variantSets.length > 0) members.push(["variantSetChildren", names(spec.variantSets)]);
  }
  return jsonObject(members);
}

/** Returns every spec of the layer, ordered by path in UTF-16 units. */
function specsByPath(layer: Layer): (readonly [path: string, spec: Spec])[] {
  const found: (readonly [string, Spec])[] = [];
  const waiting: Spec[] = [layer.root];
  for (let spec = waiting.pop(); spec !== undefined; spec = waiting.pop()) {
    found.push([spec.path, spec]);
    if (spec.specType === "variantSet") {
      // A variant that two blocks author is in the list twice.
      for (const variant of new Set(spec.variants)) waiting.push(variant);
    } else if ("children" in spec) {
      for (const child of spec.children) waiting.push(child);
      for (const property of spec.properties) waiting.push(property);
      for (const variantSet of spec.variantSets) waiting.push(variantSet);
    }
  }
  return found.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

/**
 * Yields the dump of a layer in pieces, one per spec, which {@link dumpLayer} joins. For hashing or writing a dump
 * without holding all of it in memory.
 */
export function* dumpChunks(layer: Layer): Generator<string, void, undefined> {
  yield '{"specs":{';
  let separator = "";
  for (const [path, spec] of specsByPath(layer)) {
    yield `${separator}${JSON.stringify(path)}:${specJson(spec)}`;
    separator = ",";
  }
  yield "}}";
}

/**
 * Returns the content of a layer as canonical JSON (RFC 8785: no white space, sorted keys), the same text for the
 * same content regardless of how it was written: `{"specs": {path: {"specType", "fields", …}}}`.
 *
 * Fields have the schema's names (`documentation`, `inheritPaths`); tuples and matrices are nested arrays; 64-bit
 * integers are strings; values without a JSON number are `"inf"`, `"-inf"`, `"nan"` or `"-0"`; arrays of more than 64
 * elements appear as count, shape, SHA-256 and the first eight elements.
 *
 * @throws RangeError when the text is longer than a string can be (about 536 million characters); {@link dumpChunks}
 *   has no such limit.
 *
 * @example
 * ```ts
 * const { layer } = parseUsda('#usda 1.0\ndef "A"\n{\n    int x = 1\n}\n');
 * dumpLayer(layer);
 * // {"specs":{"/":{"fields":{},"primChildren":["A"],"specType":"pseudoRoot"},"/A":{…},"/A.x":{"fields":{"custom":false,"default":1,…
 * ```
 */
export function dumpLayer(layer: Layer): string {
  return [...dumpChunks(layer)].join("");
}

/** Returns {@link dumpLayer}'s text as UTF-8 bytes, for dumps longer than the maximum string length. */
export function dumpLayerBytes(layer: Layer): Uint8Array {
  const parts: Uint8Array[] = [];
  let length = 0;
  for (const chunk of dumpChunks(layer)) {
    const bytes = encodeUtf8(chunk);
    parts.push(bytes);
    length += bytes.length;
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
