/** JSON as the custom data of prims. */
import type { PlainDictionary, PlainEntry } from "@usdkit/layer";
import type { Extras } from "../model/extras.ts";

/** Deeper objects are text. */
const MAX_DEPTH = 32;

/** Data of a program as entries of a dictionary, and what it has to know to write the same glTF again. */
export interface CustomData {
  readonly extras?: Extras;
  /** Below the key `gltf`. */
  readonly hints?: Readonly<Record<string, PlainEntry>> | undefined;
}

/** Returns the custom data of a prim; undefined if it has none. */
export function customData({ extras, hints }: CustomData): PlainDictionary | undefined {
  const entries = new Map<string, PlainEntry>();
  for (const [key, value] of Object.entries(extras ?? {})) {
    const entry = entryOf(value, 0);
    if (entry !== undefined) entries.set(key, entry);
  }
  if (hints !== undefined && Object.keys(hints).length > 0) entries.set("gltf", new Map(Object.entries(hints)));
  return entries.size === 0 ? undefined : entries;
}

/** Lists of one kind are arrays; others, which no array can have, are JSON. */
function entryOf(value: unknown, depth: number): PlainEntry | undefined {
  if (typeof value === "string") return ["string", value];
  if (typeof value === "boolean") return ["bool", value];
  if (typeof value === "number") return numberEntry(value);
  if (value === null || value === undefined) return undefined;
  if (depth >= MAX_DEPTH) return ["string", JSON.stringify(value)];
  if (Array.isArray(value)) return arrayEntry(value);
  const entries = new Map<string, PlainEntry>();
  for (const [key, member] of Object.entries(value)) {
    const entry = entryOf(member, depth + 1);
    if (entry !== undefined) entries.set(key, entry);
  }
  return entries;
}

function numberEntry(value: number): PlainEntry {
  return [isInt(value) ? "int" : "double", value];
}

function isInt(value: unknown): boolean {
  return Number.isInteger(value) && Math.abs(value as number) < 2 ** 31 && !Object.is(value, -0);
}

function arrayEntry(values: readonly unknown[]): PlainEntry {
  if (values.every((value) => typeof value === "string")) return ["string[]", values];
  if (values.every((value) => typeof value === "boolean")) return ["bool[]", values];
  if (values.every((value) => typeof value === "number")) return [values.every(isInt) ? "int[]" : "double[]", values];
  return ["string", JSON.stringify(values)];
}
