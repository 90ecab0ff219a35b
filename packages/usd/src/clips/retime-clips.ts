/** The stage times of clips in times of another layer. */
import type { DictionaryValue, LayerOffset } from "@usdkit/layer";
import { applyOffset } from "../metadata/retime.ts";

/** Entries of a set whose values are pairs, the first number of which is a time of the stage. */
const PAIRS: readonly string[] = ["active", "times"];

/** Returns a set of clips, as it is authored, with its stage times mapped. */
export function retimeClips(info: DictionaryValue, offset: LayerOffset): DictionaryValue {
  const entries = new Map(info.entries);
  for (const key of PAIRS) {
    const value = info.entries.get(key);
    const pairs = clipPairs(info, key);
    if (pairs !== undefined && value?.kind === "typed")
      entries.set(key, { ...value, data: offsetPairs(pairs, offset) });
  }
  return { kind: "dictionary", entries };
}

/** Returns pairs, flat, with the first number of each mapped. */
export function offsetPairs(pairs: Float64Array, offset: LayerOffset): Float64Array {
  return pairs.map((number, i) => (i % 2 === 0 ? applyOffset(offset, number) : number));
}

/** Returns an entry that is an array of `double2`, flat. */
export function clipPairs(info: DictionaryValue, key: string): Float64Array | undefined {
  const value = info.entries.get(key);
  return value?.kind === "typed" && value.isArray && value.type.components === 2 && value.data instanceof Float64Array
    ? value.data
    : undefined;
}
