/** Custom data of prims as JSON. */
import type { FieldValue, Value } from "@usdkit/layer";
import { numbersOf, textOf, textsOf } from "@usdkit/usd";
import type { Extras } from "../model/extras.ts";

/** Deeper dictionaries are left out. */
const MAX_DEPTH = 32;
/** What `write-usd` keeps for itself. */
const HINTS = "gltf";

/** Returns custom data as JSON; undefined without any. */
export function extrasOf(value: FieldValue | undefined): Extras {
  if (value?.kind !== "dictionary") return undefined;
  const entries = Array.from(value.entries).filter(([key]) => key !== HINTS);
  return entries.length === 0 ? undefined : objectOf(entries, 0);
}

/** Whether custom data has a hint of what a conversion from glTF made of it. */
export function hasHint(value: FieldValue | undefined, name: string): boolean {
  const hint = hintOf(value, name);
  return hint?.kind === "typed" && hint.data === true;
}

/** Returns the texts of a hint that is a dictionary. */
export function hintTexts(value: FieldValue | undefined, name: string): ReadonlyMap<string, string> {
  const hint = hintOf(value, name);
  const entries = hint?.kind === "dictionary" ? Array.from(hint.entries) : [];
  return new Map(
    entries.flatMap(([key, each]) => {
      const text = textOf(each);
      return text === undefined ? [] : [[key, text] as const];
    }),
  );
}

function hintOf(value: FieldValue | undefined, name: string): Value | undefined {
  const hints = value?.kind === "dictionary" ? value.entries.get(HINTS) : undefined;
  return hints?.kind === "dictionary" ? hints.entries.get(name) : undefined;
}

function objectOf(entries: Iterable<readonly [string, Value]>, depth: number): Readonly<Record<string, unknown>> {
  const members = Array.from(entries, ([key, value]) => [key, plainOf(value, depth)] as const);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

function plainOf(value: Value, depth: number): unknown {
  if (value.kind === "dictionary") return depth >= MAX_DEPTH ? undefined : objectOf(value.entries, depth + 1);
  if (value.kind === "path") return value.path;
  if (value.kind !== "typed") return undefined;
  const { data, isArray, type } = value;
  if (typeof data === "string" || typeof data === "boolean") return data;
  const texts = textsOf(value);
  if (texts !== undefined) return texts;
  const numbers = numbersOf(value);
  if (numbers === undefined) return undefined;
  const plain = Array.from(numbers, (number) => (Number.isFinite(number) ? number : null));
  if (type.kind === "bool") return isArray ? plain.map((number) => number === 1) : plain[0] === 1;
  return isArray || plain.length !== 1 ? plain : plain[0];
}
