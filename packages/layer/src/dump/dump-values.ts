import type { NumericArray, TimeSamples, TypedValue, Value } from "../model/types.ts";
import { encodeUtf8, halfBitsToFloat } from "@usdkit/base";
import type { ScalarKind, ValueType } from "../fields-and-types/value-types.ts";
import { createSha256 } from "./sha256.ts";

/** Arrays with more elements than this appear in the dump as a digest. */
const MAX_ARRAY_ELEMENTS = 64;

/** Thrown if a string contains bytes that are not UTF-8; the dump of the field is then {@link NOT_UTF8}. */
export class NotUtf8Error extends Error {
  override readonly name = "NotUtf8Error";
}

export const NOT_UTF8 = '{"notUtf8":true}';

/** Returns a string as JSON; throws {@link NotUtf8Error} for bytes that are not UTF-8. */
export function jsonString(text: string): string {
  if (!text.isWellFormed()) throw new NotUtf8Error(text);
  return JSON.stringify(text);
}

export function jsonStrings(texts: readonly string[]): string {
  return `[${texts.map(jsonString).join(",")}]`;
}

/** Returns a number as RFC 8785 writes it; a value without a JSON number becomes a string. */
export function jsonNumber(value: number): string {
  if (Number.isFinite(value)) return Object.is(value, -0) ? '"-0"' : String(value);
  if (Number.isNaN(value)) return '"nan"';
  return value > 0 ? '"inf"' : '"-inf"';
}

/** Returns `{"a":1,"b":2}` from members whose values are already JSON; names are sorted by UTF-16 units (RFC 8785). */
export function jsonObject(members: readonly (readonly [name: string, json: string])[]): string {
  const sorted = members.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${sorted.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(",")}}`;
}

function component(data: NumericArray, index: number, kind: ScalarKind): string {
  if (data instanceof BigInt64Array || data instanceof BigUint64Array) return `"${data[index]}"`;
  const value = data[index];
  if (kind === "bool") return value === 0 ? "false" : "true";
  return jsonNumber(kind === "half" ? halfBitsToFloat(value) : value);
}

function row(data: NumericArray, start: number, count: number, kind: ScalarKind): string {
  let text = "[";
  for (let i = 0; i < count; i++) text += (i === 0 ? "" : ",") + component(data, start + i, kind);
  return text + "]";
}

/** Returns one element of flat data: a number, a vector, or the rows of a matrix. */
function element(data: NumericArray, index: number, type: ValueType): string {
  const start = index * type.components;
  const [rows, columns] = type.dims;
  if (rows === undefined) return component(data, start, type.kind);
  if (columns === undefined) return row(data, start, rows, type.kind);
  let text = "[";
  for (let i = 0; i < rows; i++) text += (i === 0 ? "" : ",") + row(data, start + i * columns, columns, type.kind);
  return text + "]";
}

function elements(data: NumericArray, count: number, type: ValueType): string {
  let text = "[";
  for (let i = 0; i < count; i++) text += (i === 0 ? "" : ",") + element(data, i, type);
  return text + "]";
}

const digestNames: Readonly<Partial<Record<ScalarKind, string>>> = {
  bool: "bool",
  uchar: "u8",
  int: "i32",
  uint: "u32",
  int64: "i64",
  uint64: "u64",
  half: "f16",
  float: "f32",
  double: "f64",
  timecode: "f64",
};

/** Returns the bits with every NaN replaced by the positive quiet NaN; the array itself if it has none. */
function withPlainNans(data: NumericArray, kind: ScalarKind): NumericArray {
  if (kind === "half" && data instanceof Uint16Array) {
    return data.some((half) => (half & 0x7fff) > 0x7c00)
      ? data.map((half) => ((half & 0x7fff) > 0x7c00 ? 0x7e00 : half))
      : data;
  }
  if (!(data instanceof Float32Array || data instanceof Float64Array)) return data;
  let count = 0;
  for (let i = 0; i < data.length; i++) if (data[i] !== data[i]) count++;
  if (count === 0) return data;
  // NaN assigned in JavaScript may keep any bits, so the bits themselves are written.
  const copy = data.slice();
  const words = new Uint32Array(copy.buffer);
  for (let i = 0; i < copy.length; i++) {
    if (copy[i] === copy[i]) continue;
    if (copy instanceof Float32Array) words[i] = 0x7fc00000;
    else [words[2 * i], words[2 * i + 1]] = [0, 0x7ff80000];
  }
  return copy;
}

/**
 * Returns the digest of a long array: the hash of its little-endian bytes, the byte order of every current platform.
 */
function digest(data: NumericArray, count: number, type: ValueType): string {
  const plain = withPlainNans(data, type.kind);
  const hash = createSha256();
  hash.update(new Uint8Array(plain.buffer, plain.byteOffset, plain.byteLength));
  const name = digestNames[type.kind] ?? type.kind;
  const first = elements(data, Math.min(count, 8), type);
  return `{"array":"${name}","first8":${first},"n":${count},"sha256":"${hash.hex()}","shape":[${type.dims.join(",")}]}`;
}

function digestStrings(texts: readonly string[]): string {
  const hash = createSha256();
  hash.update(encodeUtf8(jsonStrings(texts)));
  const first = jsonStrings(texts.slice(0, 8));
  return `{"array":"string","first8":${first},"n":${texts.length},"sha256":"${hash.hex()}"}`;
}

/** Returns a typed value as JSON; `plain` is for fields whose 64-bit integers are written as numbers. */
export function typedJson(value: TypedValue, plain = false): string {
  const { data, type } = value;
  if (typeof data === "string") return jsonString(data);
  if (typeof data === "number") return jsonNumber(data);
  if (typeof data === "boolean") return String(data);
  if (typeof data === "bigint") return plain ? jsonNumber(Number(data)) : `"${data}"`;
  if (ArrayBuffer.isView(data)) {
    if (!value.isArray) return element(data, 0, type);
    const count = data.length / type.components;
    return count > MAX_ARRAY_ELEMENTS ? digest(data, count, type) : elements(data, count, type);
  }
  return data.length > MAX_ARRAY_ELEMENTS ? digestStrings(data) : jsonStrings(data);
}

/**
 * Returns elements of an array as JSON, however long it is: what a dump shortens to a digest.
 *
 * ```ts
 * dumpElements(points, 8, 16); // "[[0,1,0],…]"
 * ```
 *
 * @param from index of the first element
 * @param to index after the last one
 */
export function dumpElements({ data, type }: TypedValue, from: number, to: number): string {
  if (Array.isArray(data)) return jsonStrings((data as readonly string[]).slice(from, to));
  if (!ArrayBuffer.isView(data)) return "[]";
  const texts: string[] = [];
  const count = data.length / type.components;
  for (let i = from; i < Math.min(to, count); i++) texts.push(element(data, i, type));
  return `[${texts.join(",")}]`;
}

/** Returns the number of elements of an array. */
export function elementCount({ data, type }: TypedValue): number {
  if (ArrayBuffer.isView(data)) return data.length / type.components;
  return Array.isArray(data) ? data.length : 1;
}

/** Returns the value of an attribute, a time sample or a field. `dictionaryJson` handles dictionaries. */
export function valueJson(value: Exclude<Value, { kind: "dictionary" }>, plain = false): string {
  switch (value.kind) {
    case "typed":
      return value.type.kind === "opaque" ? '{"opaque":true}' : typedJson(value, plain);
    case "block":
      return '{"block":true}';
    case "animationBlock":
      return '{"animationBlock":true}';
    case "arrayEdit":
      return `{"arrayEdit":${jsonString(value.text)}}`;
    case "path":
      return `{"path":${jsonString(value.path)}}`;
    case "unregistered":
      return `{"unregistered":${jsonString(value.text)}}`;
  }
}

/** Returns `[[time, value], …]`. */
export function timeSamplesJson(samples: TimeSamples): string {
  const { times, packed } = samples;
  const parts: string[] = [];
  for (let i = 0; i < times.length; i++) {
    let json: string;
    if (packed !== undefined) json = element(packed.data, i, packed.type);
    else {
      const value = samples.value(i);
      // No attribute type is a dictionary.
      json = value.kind === "dictionary" ? "{}" : valueJson(value);
    }
    parts.push(`[${jsonNumber(times[i])},${json}]`);
  }
  return `[${parts.join(",")}]`;
}
