/** Differences as JSON; `schemas/diff.schema.json` documents it. */
import type {
  DiffItem,
  Difference,
  FieldValue,
  MetadataDifference,
  NumericArray,
  SplineDifference,
  TypedValue,
} from "@usdkit/layer";
import { halfBitsToFloat } from "@usdkit/base";

/** What `JSON.stringify` takes. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Longer arrays are printed as their length and their first elements. */
const MAX_ARRAY_LENGTH = 64;
const FIRST = 8;

/** One difference; every path of the layer after, but for what was removed. */
export function differenceJson(difference: Difference): Json {
  const { kind, path } = difference;
  switch (difference.kind) {
    case "added":
    case "removed": {
      const { spec, count } = difference;
      const typeName = "typeName" in spec ? spec.typeName : null;
      return { kind, path, specType: spec.specType, typeName, count };
    }
    case "moved": {
      const { from, spec, count } = difference;
      return { kind, path, from, typeName: spec.typeName, count };
    }
    case "reordered":
      return { kind, path, what: difference.what, before: difference.before, after: difference.after };
    case "declaration":
      return { kind, path, what: difference.what, before: difference.before, after: difference.after };
    case "value":
      return { kind, path, ...sides(difference) };
    case "timeSamples":
      return { kind, path, before: difference.before ?? null, after: difference.after ?? null };
    case "timeSample":
      return { kind, path, time: number(difference.time), ...sides(difference) };
    case "spline": {
      const { part, time, before, after } = difference;
      const at = time === undefined ? {} : { time: number(time) };
      return { kind, path, part, ...at, before: splineJson(before), after: splineJson(after) };
    }
    case "list": {
      const { field, operation = null, before, after, added, removed, reordered } = difference;
      const items = (list: readonly DiffItem[] | undefined): Json => list?.map(itemJson) ?? null;
      const change = { added: items(added), removed: items(removed), reordered };
      return { kind, path, field, operation, before: items(before), after: items(after), ...change };
    }
    case "metadata":
      return { kind, path, field: difference.field, keys: difference.keys, ...sides(difference) };
  }
}

function sides({ before, after, elements }: Pick<MetadataDifference, "before" | "after" | "elements">): {
  readonly [key: string]: Json;
} {
  const both = { before: valueJson(before), after: valueJson(after) };
  if (elements === undefined) return both;
  const { differing, count, first, largest } = elements;
  return { ...both, elements: { differing, count, first, largest: largest === undefined ? null : number(largest) } };
}

/** Returns a number, or a string for a value that JSON has no number for. */
function number(value: number): Json {
  if (Number.isFinite(value)) return Object.is(value, -0) ? "-0" : value;
  return value > 0 ? "inf" : value < 0 ? "-inf" : "nan";
}

function valueJson(value: FieldValue | undefined): Json {
  if (value === undefined) return null;
  switch (value.kind) {
    case "typed":
      return typedJson(value);
    case "path":
      return { kind: value.kind, path: value.path };
    case "arrayEdit":
    case "unregistered":
      return { kind: value.kind, text: value.text };
    case "dictionary":
    case "stringMap":
      return { kind: value.kind, keys: [...value.entries.keys()].slice(0, MAX_ARRAY_LENGTH) };
    default:
      return { kind: value.kind };
  }
}

function typedJson({ type, isArray, data }: TypedValue): Json {
  const named = { kind: "typed", type: type.name + (isArray ? "[]" : "") };
  if (typeof data === "number") return { ...named, value: number(data) };
  if (typeof data === "bigint") return { ...named, value: String(data) };
  if (typeof data !== "object") return { ...named, value: data };
  if (!ArrayBuffer.isView(data)) {
    return data.length > MAX_ARRAY_LENGTH
      ? { ...named, count: data.length, first: data.slice(0, FIRST) }
      : { ...named, value: data };
  }
  if (!isArray) return { ...named, value: tuple(data, type, 0) };
  const count = data.length / type.components;
  const elements = (length: number): Json => Array.from({ length }, (_, i) => tuple(data, type, i));
  return count > MAX_ARRAY_LENGTH ? { ...named, count, first: elements(FIRST) } : { ...named, value: elements(count) };
}

/** Element `index`: a number, a tuple of them, or the rows of a matrix. */
function tuple(data: NumericArray, { kind, components, dims }: TypedValue["type"], index: number): Json {
  const numbers = Array.from({ length: components }, (_, i): Json => {
    const value = data[index * components + i] ?? 0;
    if (typeof value === "bigint") return String(value);
    if (kind === "bool") return value !== 0;
    return number(kind === "half" ? halfBitsToFloat(value) : value);
  });
  const [rows, columns] = dims;
  if (rows === undefined) return numbers[0] ?? null;
  if (columns === undefined) return numbers;
  return Array.from({ length: rows }, (_, row) => numbers.slice(row * columns, (row + 1) * columns));
}

function itemJson(item: DiffItem): Json {
  if (typeof item === "bigint") return String(item);
  if (typeof item === "number") return number(item);
  if (typeof item === "string") return item;
  if ("length" in item) return [...item];
  const { asset, layerOffset } = item;
  const offset = { offset: number(layerOffset.offset), scale: number(layerOffset.scale) };
  return "primPath" in item ? { asset, primPath: item.primPath, ...offset } : { asset, ...offset };
}

/** The parts of a spline as the model has them; of a whole one the number of knots. */
function splineJson(part: SplineDifference["before"]): Json {
  if (part === undefined) return null;
  if (typeof part === "string") return part;
  if ("knots" in part) return { curveType: part.curveType, knots: part.knots.length };
  const entries = Object.entries(part as object).flatMap(([key, value]: [string, unknown]): [string, Json][] => {
    if (typeof value === "number") return [[key, number(value)]];
    if (typeof value === "string") return [[key, value]];
    if (key !== "preTangent" && key !== "postTangent") return [];
    const { width, slope, algorithm } = value as { width: number; slope: number; algorithm: string };
    return [[key, { width: number(width), slope: number(slope), algorithm }]];
  });
  return Object.fromEntries(entries);
}
