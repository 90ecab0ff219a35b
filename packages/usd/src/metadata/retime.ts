/** Times in values: time codes are mapped like the times of samples. */
import type { DictionaryValue, LayerOffset, TypedValue, Value } from "@usdkit/layer";
import { isNoOffset } from "../paths/layer-offset.ts";

/** Returns `time * scale + offset`. */
export function applyOffset({ offset, scale }: LayerOffset, time: number): number {
  return time * scale + offset;
}

/** Returns a value of a layer with its time codes as times of the stage; other values as they are. */
export function retimeValue<V extends Value>(value: V, offset: LayerOffset): V | TypedValue | DictionaryValue {
  if (isNoOffset(offset)) return value;
  return mapTyped(value, (typed) =>
    typed.type.kind === "timecode" ? mapNumbers(typed, (time) => applyOffset(offset, time)) : typed,
  );
}

/** Returns a value of time codes with each mapped by a function. */
export function mapNumbers(value: TypedValue, map: (number: number) => number): TypedValue {
  const { data } = value;
  if (typeof data === "number") return { ...value, data: map(data) };
  return data instanceof Float64Array ? { ...value, data: data.map(map) } : value;
}

/**
 * Returns a value with its typed values mapped: itself, or all that are in a dictionary at any depth. Dictionaries without a change
 * are returned as they are.
 */
export function mapTyped<V extends Value>(
  value: V,
  map: (typed: TypedValue) => TypedValue,
): V | TypedValue | DictionaryValue {
  if (value.kind === "typed") return map(value);
  if (value.kind !== "dictionary") return value;
  // The dictionaries that are mapped, outermost first; the last of them is the innermost.
  const open: OpenDictionary[] = [openDictionary(value, "")];
  for (;;) {
    const top = open[open.length - 1];
    const next = top.rest.next();
    if (next.done === true) {
      open.pop();
      const done: DictionaryValue = top.isChanged ? { kind: "dictionary", entries: top.entries } : top.source;
      const outer = open.at(-1);
      if (outer === undefined) return done;
      outer.entries.set(top.key, done);
      outer.isChanged ||= top.isChanged;
      continue;
    }
    const [key, entry] = next.value;
    if (entry.kind === "dictionary") {
      open.push(openDictionary(entry, key));
      continue;
    }
    const mapped = entry.kind === "typed" ? map(entry) : entry;
    top.entries.set(key, mapped);
    top.isChanged ||= mapped !== entry;
  }
}

interface OpenDictionary {
  readonly source: DictionaryValue;
  /** The key in the outer dictionary. */
  readonly key: string;
  readonly rest: Iterator<readonly [string, Value]>;
  readonly entries: Map<string, Value>;
  isChanged: boolean;
}

function openDictionary(source: DictionaryValue, key: string): OpenDictionary {
  return { source, key, rest: source.entries.entries(), entries: new Map(), isChanged: false };
}
