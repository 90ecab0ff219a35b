/** Dictionaries of several layers as one. */
import type { DictionaryValue, Value } from "@usdkit/layer";

/** Returns the entries of both dictionaries, at every depth; those of the stronger one win. */
export function mergeDictionaries(stronger: DictionaryValue, weaker: DictionaryValue): DictionaryValue {
  const entries = new Map<string, Value>();
  const pending = [{ into: entries, strong: stronger.entries, weak: weaker.entries }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { into, strong, weak } = next;
    for (const [key, value] of strong) into.set(key, value);
    for (const [key, value] of weak) {
      const own = strong.get(key);
      if (own === undefined) into.set(key, value);
      else if (own.kind === "dictionary" && value.kind === "dictionary") {
        const inner = new Map<string, Value>();
        into.set(key, { kind: "dictionary", entries: inner });
        pending.push({ into: inner, strong: own.entries, weak: value.entries });
      }
    }
  }
  return { kind: "dictionary", entries };
}
