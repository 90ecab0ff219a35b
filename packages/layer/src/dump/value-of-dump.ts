/** Reads values and fields as a dump has them: the inverse of `dumpValue`. */
import type { Field, FieldValue, Value } from "../model/types.ts";
import { fieldDefinitions, type FieldSpecKind } from "../fields-and-types/fields.ts";
import { plainFields, type PlainArc, type PlainField } from "../plain/plain-fields.ts";
import { isTextKind, type ScalarKind } from "../fields-and-types/value-types.ts";
import {
  parseTypeName,
  plainDictionary,
  plainValue,
  type PlainDictionary,
  type PlainEntry,
  type PlainValue,
} from "../plain/plain-values.ts";

/** Dictionaries and arrays in each other. */
const MAX_DEPTH = 64;
/** An array of matrices. */
const MAX_LISTS = 3;

/** Thrown for JSON that is not a value of the type. */
export class DumpValueError extends TypeError {
  override readonly name = "DumpValueError";
}

/**
 * Returns the value of a type for JSON as `dumpValue` writes it: numbers (`"inf"`, `"-inf"`, `"nan"` and `"-0"` as strings; integers
 * of 64 bits as decimal strings or numbers), booleans, strings, and lists of them; null and `{"block":true}` are `None`.
 *
 * ```ts
 * valueOfDump("double3", [0, "inf", 2]);
 * valueOfDump("int64", "9007199254740993");
 * ```
 *
 * @param typeName as in a text: `float3[]`
 * @throws DumpValueError if the type is unknown, or the value has another type; digests of long arrays are no values
 */
export function valueOfDump(typeName: string, json: unknown): Value {
  if (json === null) return { kind: "block" };
  if (isObject(json)) {
    if (json["block"] === true) return { kind: "block" };
    if (json["animationBlock"] === true) return { kind: "animationBlock" };
    if ("array" in json) {
      throw new DumpValueError(`Expected the elements of ${typeName}, found a digest: it does not contain them`);
    }
    throw new DumpValueError(`Expected a value of type ${typeName}, found an object`);
  }
  const kind = parseTypeName(typeName).type?.kind;
  try {
    return plainValue(typeName, kind === undefined || isTextKind(kind) ? (json as PlainValue) : scalarsOf(json, kind));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new DumpValueError(error.message, { cause: error });
  }
}

/**
 * Returns the value of a metadata field for JSON as a dump has it. Lists of `explicit`, `prepended` and other operations may be
 * written as an array, which is the explicit one; dictionaries as `{"dictionary":{"key":{"t":"int","v":1}}}`.
 *
 * ```ts
 * fieldOfDump("prim", "kind", "group");
 * fieldOfDump("prim", "apiSchemas", { prepended: ["MaterialBindingAPI"] });
 * ```
 *
 * @throws DumpValueError if specs of the kind have no such field, or the value does not match it
 */
export function fieldOfDump(kind: FieldSpecKind, name: string, json: unknown): FieldValue {
  let field: Field | undefined;
  try {
    const definition = fieldDefinitions.get(name);
    const plain = plainField(definition?.type ?? "", json);
    field = plainFields(kind, new Map([[name, plain]])).get(name);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new DumpValueError(error.message, { cause: error });
  }
  if (field === undefined) throw new DumpValueError(`No field "${name}" on a ${kind}`);
  return field.value;
}

function plainField(type: string, json: unknown): PlainField {
  if (type === "dictionary") return plainDictionary(dictionaryOf(json));
  if (type === "referenceListOp" || type === "payloadListOp") return listOf(json, arcOf);
  if (type === "pathListOp") return listOf(json, stringOf);
  if (type.endsWith("ListOp")) return listOf(json, (item) => (typeof item === "number" ? item : stringOf(item)));
  if (type === "subLayers") return arrayOf(json).map(arcOf);
  if (type === "stringMap" || type === "variantSelection" || type === "relocates") return json as PlainField;
  const kind = parseTypeName(type).type?.kind;
  return kind === undefined || isTextKind(kind) ? (json as PlainField) : valueOfDump(type, json);
}

/** Returns a list op: the explicit one for an array. */
function listOf<T>(json: unknown, read: (item: unknown) => T): PlainField {
  if (Array.isArray(json)) return json.map(read) as PlainField;
  if (!isObject(json)) throw new DumpValueError(`Expected a list or its operations, found ${describe(json)}`);
  const operations = new Map<string, readonly T[]>();
  for (const [key, items] of Object.entries(json)) {
    const operation = key === "reordered" ? "ordered" : key;
    if (!operationNames.has(operation)) {
      throw new DumpValueError(`Expected one of ${[...operationNames].join(", ")}, found ${JSON.stringify(key)}`);
    }
    operations.set(operation, arrayOf(items).map(read));
  }
  if (operations.has("explicit") && operations.size > 1) {
    throw new DumpValueError("Expected an explicit list or other operations, found both");
  }
  return Object.fromEntries(operations) as PlainField;
}

const operationNames: ReadonlySet<string> = new Set([
  "explicit",
  "added",
  "prepended",
  "appended",
  "deleted",
  "ordered",
]);

function arcOf(json: unknown): PlainArc {
  if (typeof json === "string") return { asset: json };
  if (!isObject(json))
    throw new DumpValueError(`Expected an asset path or an object with "asset", found ${describe(json)}`);
  const { asset = "", primPath = "", layerOffset = [0, 1], customData } = json;
  const [offset, scale] = arrayOf(layerOffset).map(numberOf);
  return {
    asset: stringOf(asset),
    primPath: stringOf(primPath),
    offset,
    scale,
    customData: customData === undefined ? undefined : dictionaryOf(customData),
  };
}

function dictionaryOf(json: unknown, depth = 0): PlainDictionary {
  if (depth > MAX_DEPTH) throw new DumpValueError(`Dictionaries are nested deeper than ${MAX_DEPTH} levels`);
  const entries = isObject(json) && isObject(json["dictionary"]) ? json["dictionary"] : json;
  if (!isObject(entries)) throw new DumpValueError(`Expected a dictionary, found ${describe(json)}`);
  const found = new Map<string, PlainEntry>();
  for (const [key, entry] of Object.entries(entries)) found.set(key, entryOf(entry, depth));
  return found;
}

/** Returns an entry: `{"t": type, "v": value}`, or a value whose type follows from it. */
function entryOf(json: unknown, depth: number): PlainEntry {
  if (!isObject(json)) return [inferredType(json), json as PlainValue];
  const { t, v, ...others } = json;
  if (typeof t !== "string" || Object.keys(others).length > 0) return dictionaryOf(json, depth + 1);
  return t === "dictionary" ? dictionaryOf(v, depth + 1) : [t, valueOfDump(t, v)];
}

function inferredType(json: unknown): string {
  if (typeof json === "boolean") return "bool";
  if (typeof json === "string") return "string";
  if (typeof json === "number") return Number.isInteger(json) && Math.abs(json) < 2 ** 31 ? "int" : "double";
  const types = Array.isArray(json) ? new Set(json.map(inferredType)) : new Set<string>();
  if (types.size === 2 && types.has("int") && types.has("double")) types.delete("int");
  const [type] = types;
  if (types.size === 1 && type !== undefined && !type.endsWith("[]")) return `${type}[]`;
  throw new DumpValueError(
    `Expected {"t": type, "v": value}, a scalar or a list of equal types, found ${describe(json)}`,
  );
}

/** Returns numbers and lists of them, checked, with numbers in place of the strings that stand for them. */
function scalarsOf(json: unknown, kind: ScalarKind, depth = 0): PlainValue {
  if (!Array.isArray(json)) return scalarOf(json, kind);
  if (depth > MAX_LISTS) throw new DumpValueError("Expected an array of matrices at most, found deeper lists");
  return json.map((each) => scalarsOf(each, kind, depth + 1)) as PlainValue;
}

function scalarOf(json: unknown, kind: ScalarKind): number | bigint | boolean {
  const range = integerRanges.get(kind);
  if (kind === "bool") {
    if (typeof json === "boolean") return json;
    throw new DumpValueError(`Expected true or false, found ${describe(json)}`);
  }
  if (range === undefined) {
    if (typeof json === "number") return json;
    const special = typeof json === "string" ? specialNumbers.get(json) : undefined;
    if (special !== undefined) return special;
    throw new DumpValueError(`Expected a number, "inf", "-inf", "nan" or "-0", found ${describe(json)}`);
  }
  const isDecimal = typeof json === "string" && /^-?\d{1,20}$/u.test(json);
  if (!isDecimal && !Number.isSafeInteger(json)) {
    throw new DumpValueError(`Expected a whole number of type ${kind}, found ${describe(json)}`);
  }
  const integer = BigInt(json as string | number);
  if (integer < range[0] || integer > range[1]) {
    throw new DumpValueError(`Expected a number from ${range[0]} to ${range[1]} for ${kind}, found ${integer}`);
  }
  return kind === "int64" || kind === "uint64" ? integer : Number(integer);
}

const integerRanges: ReadonlyMap<ScalarKind, readonly [bigint, bigint]> = new Map([
  ["uchar", [0n, 255n]],
  ["int", [-(2n ** 31n), 2n ** 31n - 1n]],
  ["uint", [0n, 2n ** 32n - 1n]],
  ["int64", [-(2n ** 63n), 2n ** 63n - 1n]],
  ["uint64", [0n, 2n ** 64n - 1n]],
]);

const specialNumbers: ReadonlyMap<string, number> = new Map([
  ["inf", Infinity],
  ["-inf", -Infinity],
  ["nan", NaN],
  ["-0", -0],
]);

function isObject(json: unknown): json is Record<string, unknown> {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}

function arrayOf(json: unknown): readonly unknown[] {
  if (Array.isArray(json)) return json;
  throw new DumpValueError(`Expected a list, found ${describe(json)}`);
}

function stringOf(json: unknown): string {
  if (typeof json === "string") return json;
  throw new DumpValueError(`Expected a string, found ${describe(json)}`);
}

function numberOf(json: unknown): number {
  if (typeof json === "number") return json;
  throw new DumpValueError(`Expected a number, found ${describe(json)}`);
}

function describe(json: unknown): string {
  if (json === null) return "null";
  if (Array.isArray(json)) return "a list";
  return typeof json === "object" ? "an object" : JSON.stringify(json);
}
