/** Decides between three versions of one value. */
import type { DictionaryValue, Field, FieldValue, SpecType, TimeSamples, Value } from "@usdkit/layer";
import { fieldText, typedText } from "./spec-text.ts";

/** Three versions; undefined if absent. */
export interface Versions<T> {
  readonly base: T | undefined;
  readonly ours: T | undefined;
  readonly theirs: T | undefined;
}

/**
 * Returns ours or theirs, whichever was changed; if both were changed, to different content, returns ours and calls
 * `onConflict`.
 */
export function choose<T>(
  versions: Versions<T>,
  textOf: (value: T | undefined) => string,
  onConflict: () => void,
): T | undefined {
  const { base, ours, theirs } = versions;
  const [before, left, right] = [base, ours, theirs].map(textOf);
  if (left === right || before === right) return ours;
  if (before === left) return theirs;
  onConflict();
  return ours;
}

type Fields = ReadonlyMap<string, Field>;

/** The merged fields of a spec. */
export interface MergedFields {
  readonly values: ReadonlyMap<string, FieldValue>;
  /** Names of the fields that differ from ours. */
  readonly changed: readonly string[];
  /** Names of the fields that both sides changed; they have the values of ours. */
  readonly conflicts: readonly string[];
}

/** Merges metadata field by field, and dictionaries and maps of texts key by key. */
export function mergeFields(specType: SpecType, { base, ours, theirs }: Versions<Fields>): MergedFields {
  const values = new Map<string, FieldValue>();
  const changed: string[] = [];
  const conflicts: string[] = [];
  for (const name of new Set([...(ours?.keys() ?? []), ...(theirs?.keys() ?? [])])) {
    const versions = { base: base?.get(name)?.value, ours: ours?.get(name)?.value, theirs: theirs?.get(name)?.value };
    const textOf = (value: FieldValue | undefined): string => fieldText(specType, name, value);
    const merged = choose(versions, textOf, () => undefined);
    let value = merged;
    if (merged === versions.ours && isContested(versions, textOf)) {
      value = mergeKeys(versions);
      if (value === undefined) {
        conflicts.push(name);
        value = versions.ours;
      }
    }
    if (value !== undefined) values.set(name, value);
    if (textOf(value) !== textOf(versions.ours)) changed.push(name);
  }
  return { values, changed, conflicts };
}

function isContested<T>({ base, ours, theirs }: Versions<T>, textOf: (value: T | undefined) => string): boolean {
  const [before, left, right] = [base, ours, theirs].map(textOf);
  return left !== right && before !== right && before !== left;
}

/** Returns the merged dictionary or map; undefined if the value is neither, or both sides changed the same key. */
function mergeKeys({ base, ours, theirs }: Versions<FieldValue>): FieldValue | undefined {
  if (ours?.kind === "dictionary" && theirs?.kind === "dictionary") {
    return mergeDictionaries({ base: base?.kind === "dictionary" ? base : undefined, ours, theirs });
  }
  if (ours?.kind !== "stringMap" || theirs?.kind !== "stringMap") return undefined;
  const before = base?.kind === "stringMap" ? base.entries : undefined;
  const entries = mergeMaps({ base: before, ours: ours.entries, theirs: theirs.entries }, (text) => text ?? "\0");
  return entries === undefined ? undefined : { kind: "stringMap", entries };
}

function mergeDictionaries({ base, ours, theirs }: Versions<DictionaryValue>): DictionaryValue | undefined {
  const maps = { base: base?.entries, ours: ours?.entries, theirs: theirs?.entries };
  const entries = mergeMaps<Value>(maps, typedText);
  return entries === undefined ? undefined : { kind: "dictionary", entries };
}

function mergeMaps<T>(
  { base, ours, theirs }: Versions<ReadonlyMap<string, T>>,
  textOf: (value: T | undefined) => string,
): Map<string, T> | undefined {
  const merged = new Map<string, T>();
  let isConflict = false;
  for (const key of new Set([...(ours?.keys() ?? []), ...(theirs?.keys() ?? [])])) {
    const versions = { base: base?.get(key), ours: ours?.get(key), theirs: theirs?.get(key) };
    const value = choose(versions, textOf, () => (isConflict = true));
    if (value !== undefined) merged.set(key, value);
  }
  return isConflict ? undefined : merged;
}

/** Merges time samples time by time; undefined if both sides changed the sample at the same time. */
export function mergeSamples({ base, ours, theirs }: Versions<TimeSamples>): TimeSamples | undefined {
  const [before, left, right] = [base, ours, theirs].map(samplesByTime);
  const merged = mergeMaps({ base: before, ours: left, theirs: right }, typedText);
  if (merged === undefined) return undefined;
  const samples = [...merged].map(([time, value]) => [Number(time), value] as const).sort(([a], [b]) => a - b);
  return {
    times: Float64Array.from(samples, ([time]) => time),
    packed: undefined,
    value: (index) => samples[index][1],
  };
}

function samplesByTime(samples: TimeSamples | undefined): Map<string, Value> {
  return new Map(Array.from(samples?.times ?? [], (time, i) => [String(time), (samples as TimeSamples).value(i)]));
}
