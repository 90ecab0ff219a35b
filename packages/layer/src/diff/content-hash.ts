/** Hashes the content of a prim; prims with the same content have the same hash, whatever their name and path. */
import type { Field, FieldValue, PrimSpec, PropertySpec, Value, VariantSpec } from "../model/types.ts";

/** Number of array elements that are hashed. The comparison of two candidates covers the rest. */
const MAX_ELEMENTS = 32;

/**
 * Returns the hash of a prim or variant without its child prims and variants: its type, metadata and properties. The
 * order of these does not matter, and paths are left out, since they follow a prim that moves.
 *
 * @param exact false where numbers may differ by a tolerance: those that may are left out
 */
export function hashOwner(spec: PrimSpec | VariantSpec, properties: readonly PropertySpec[], exact: boolean): number {
  let sum = spec.specType === "prim" ? mix(hashText(spec.typeName), hashText(spec.specifier)) : 1;
  sum = (sum + hashFields(spec.fields, exact)) | 0;
  for (const { name } of spec.variantSets) sum = (sum + mix(hashText(name), 5)) | 0;
  for (const property of properties) sum = (sum + hashProperty(property, exact)) | 0;
  return sum;
}

function hashProperty(property: PropertySpec, exact: boolean): number {
  let hash = mix(hashText(property.name), hashFields(property.fields, exact));
  if (property.specType === "relationship") return mix(hash, 7);
  const { typeName, defaultValue, timeSamples, spline } = property;
  hash = mix(hash, hashText(typeName));
  if (defaultValue !== undefined) hash = mix(hash, hashValue(defaultValue, exact));
  if (timeSamples !== undefined) {
    hash = mix(hash, timeSamples.times.length);
    if (timeSamples.times.length > 0) hash = mix(hash, hashValue(timeSamples.value(0), exact));
  }
  return spline === undefined ? hash : mix(hash, spline.knots.length);
}

function hashFields(fields: ReadonlyMap<string, Field>, exact: boolean): number {
  let sum = 0;
  for (const [name, { value }] of fields) {
    // The spec's own type replaces it.
    if (name !== "typeName") sum = (sum + mix(hashText(name), hashField(value, exact))) | 0;
  }
  return sum;
}

function hashField(value: FieldValue, exact: boolean): number {
  switch (value.kind) {
    case "valueListOp":
    case "unregisteredListOp": {
      const lists = Object.values(value.listOp) as readonly (readonly unknown[] | undefined)[];
      return hashText(lists.map((items) => items?.map(String).join(" ") ?? "").join("|"));
    }
    case "stringMap": {
      let sum = 0;
      for (const [key, text] of value.entries) sum = (sum + mix(hashText(key), hashText(text))) | 0;
      return sum;
    }
    case "names":
      return hashText(value.names.join(" "));
    case "pathListOp":
    case "subLayers":
    case "relocates":
      return 11;
    case "referenceListOp": {
      const lists = Object.values(value.listOp) as readonly (typeof value.listOp.explicit)[];
      return hashText(lists.map((items) => items?.map(({ asset }) => asset).join(" ") ?? "").join("|"));
    }
    default:
      return hashValue(value, exact);
  }
}

function hashValue(value: Value, exact: boolean): number {
  switch (value.kind) {
    case "typed":
      break;
    case "dictionary":
      return mix(13, value.entries.size);
    case "arrayEdit":
    case "unregistered":
      return hashText(value.text);
    default:
      return hashText(value.kind);
  }
  const { data, type } = value;
  if (typeof data === "string") return hashText(data);
  if (typeof data === "boolean") return data ? 17 : 19;
  const countsNumbers = exact || !FLOATING.has(type.kind);
  if (typeof data === "number") return countsNumbers ? hashNumber(data) : 23;
  if (typeof data === "bigint") return hashText(String(data));
  let hash = data.length;
  if (!countsNumbers) return hash;
  const count = Math.min(data.length, MAX_ELEMENTS);
  for (let i = 0; i < count; i++) {
    const item = data[i];
    hash = mix(hash, typeof item === "number" ? hashNumber(item) : hashText(String(item)));
  }
  return hash;
}

const FLOATING: ReadonlySet<string> = new Set(["half", "float", "double", "timecode"]);
const double = /* @__PURE__ */ new Float64Array(1);
const words = /* @__PURE__ */ new Int32Array(double.buffer);

function hashNumber(value: number): number {
  double[0] = value === value ? value : 0;
  return mix(words[0], words[1]);
}

/** FNV-1a over UTF-16 units. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash;
}

/** Combines two 32-bit numbers into one; the order counts (the finalizer of MurmurHash3). */
export function mix(a: number, b: number): number {
  let hash = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ b;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
