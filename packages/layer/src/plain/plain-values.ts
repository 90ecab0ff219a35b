/** Converts JavaScript values to the model's typed values. */
import type { DictionaryValue, NumericArray, Value } from "../model/types.ts";
import { floatToHalfBits, halfBitsToFloat } from "@usdkit/base";
import type { ScalarKind, ValueType } from "../fields-and-types/value-types.ts";
import { isTextKind, valueTypes } from "../fields-and-types/value-types.ts";

/** Numbers, nested for tuples and matrices. */
export type PlainNumbers = readonly (number | bigint | boolean | PlainNumbers)[];

/**
 * A value in JavaScript: numbers, booleans and bigints, or lists of them (flat or nested, a tuple or an array); a
 * typed array with flat numbers (for `half` also numbers, not bits); strings or lists of them. `null` is `None`. A
 * value of the model is used unchanged.
 */
export type PlainValue =
  | number
  | bigint
  | boolean
  | string
  | null
  | readonly string[]
  | PlainNumbers
  | NumericArray
  | Value;

/**
 * An entry of a dictionary: type name and value, or a nested dictionary. A Map can have any key, including
 * `__proto__`.
 */
export type PlainDictionary = { readonly [key: string]: PlainEntry } | ReadonlyMap<string, PlainEntry>;
/** An entry of a dictionary: a type name and a value, as in `["int", 1]`, or a dictionary. */
export type PlainEntry = readonly [type: string, value: PlainValue] | PlainDictionary;
/** Entries by key: an object, or a Map if a key can be `__proto__` or a number. */
export type PlainEntries<T> = { readonly [key: string]: T } | ReadonlyMap<string, T>;

/** Returns the type of a name, and whether `[]` follows it; no type if the format does not define it. */
export function parseTypeName(typeName: string): { readonly type: ValueType | undefined; readonly isArray: boolean } {
  const isArray = typeName.endsWith("[]");
  const type = valueTypes.get(isArray ? typeName.slice(0, -2) : typeName);
  return { type: isArray && type?.hasArray === false ? undefined : type, isArray };
}

/**
 * Returns the typed value for a JavaScript value.
 *
 * @throws TypeError if the type is unknown or the value does not match it.
 *
 * @example
 * ```ts
 * plainValue("float3[]", [[0, 1, 2], [3, 4, 5]]);
 * plainValue("token", "Y");
 * plainValue("int", null); // None
 * ```
 */
export function plainValue(typeName: string, value: PlainValue): Value {
  if (value === null) return { kind: "block" };
  if (isValue(value)) return value;
  const { type, isArray } = parseTypeName(typeName);
  if (type === undefined) throw new TypeError(`Unknown type "${typeName}"`);
  const invalidValue = (): TypeError => new TypeError(`Not a value of type ${typeName}: ${describe(value)}`);
  if (isTextKind(type.kind)) {
    if (isArray ? !isStrings(value) : typeof value !== "string") throw invalidValue();
    return { kind: "typed", type, isArray, data: value as string | readonly string[] };
  }
  if (typeof value === "string" || type.kind === "opaque") throw invalidValue();
  if (!isArray && type.components === 1) {
    if (typeof value === "object") throw invalidValue();
    return { kind: "typed", type, isArray, data: scalar(type.kind, value) };
  }
  if (typeof value !== "object") throw invalidValue();
  const flat = ArrayBuffer.isView(value) ? value : flatten(value);
  if (flat === undefined) throw invalidValue();
  if (isArray ? flat.length % type.components !== 0 : flat.length !== type.components) throw invalidValue();
  return { kind: "typed", type, isArray, data: pack(type.kind, flat) };
}

/**
 * Returns a dictionary built from entries of `[type, value]` and dictionaries; nesting does not deepen the call
 * stack.
 */
export function plainDictionary(plain: PlainDictionary): DictionaryValue {
  const entries = new Map<string, Value>();
  const waiting: (readonly [PlainDictionary, Map<string, Value>])[] = [[plain, entries]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const [key, entry] of entriesOf<PlainEntry>(next[0])) {
      if (isTypedEntry(entry)) {
        next[1].set(key, plainValue(entry[0], entry[1]));
        continue;
      }
      const inner = new Map<string, Value>();
      next[1].set(key, { kind: "dictionary", entries: inner });
      waiting.push([entry, inner]);
    }
  }
  return { kind: "dictionary", entries };
}

/** Returns the entries of a Map, or the own entries of an object. */
export function entriesOf<T>(plain: PlainEntries<T>): Iterable<readonly [string, T]> {
  return plain instanceof Map
    ? (plain as ReadonlyMap<string, T>)
    : Object.entries(plain as { readonly [key: string]: T });
}

function isTypedEntry(entry: PlainEntry): entry is readonly [type: string, value: PlainValue] {
  return Array.isArray(entry);
}

function isValue(value: PlainValue): value is Value {
  return typeof value === "object" && value !== null && "kind" in value;
}

function isStrings(value: PlainValue): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function describe(value: PlainValue): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return typeof value === "object" ? "an object" : String(value);
}

/** The deepest valid nesting is an array of matrices. */
function flatten(
  value: PlainNumbers | NumericArray | readonly string[] | Value | null,
): (number | bigint)[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const flat: (number | bigint)[] = [];
  for (const item of (value as unknown[]).flat(3)) {
    if (typeof item === "number" || typeof item === "bigint") flat.push(item);
    else if (typeof item === "boolean") flat.push(item ? 1 : 0);
    else return undefined;
  }
  return flat;
}

function scalar(kind: ScalarKind, value: number | bigint | boolean): boolean | number | bigint {
  switch (kind) {
    case "bool":
      return Boolean(value);
    case "int64":
    case "uint64":
      return BigInt(value);
    case "float":
      return Math.fround(Number(value));
    case "half":
      return halfBitsToFloat(floatToHalfBits(Number(value)));
    default:
      return Number(value);
  }
}

function pack(kind: ScalarKind, flat: ArrayLike<number | bigint>): NumericArray {
  switch (kind) {
    case "bool":
      return Uint8Array.from(flat, (item) => (item ? 1 : 0));
    case "uchar":
      return Uint8Array.from(flat, Number);
    case "int":
      return Int32Array.from(flat, Number);
    case "uint":
      return Uint32Array.from(flat, Number);
    case "int64":
      return BigInt64Array.from(flat, BigInt);
    case "uint64":
      return BigUint64Array.from(flat, BigInt);
    case "half":
      return Uint16Array.from(flat, (item) => floatToHalfBits(Number(item)));
    case "float":
      return Float32Array.from(flat, Number);
    default:
      return Float64Array.from(flat, Number);
  }
}
