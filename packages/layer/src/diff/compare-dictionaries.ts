/** Compares dictionaries entry by entry, at any nesting depth. */
import type { DictionaryValue, Value } from "../model/types.ts";
import type { Comparison, Unlike } from "./compare-values.ts";
import { compareValues } from "./compare-values.ts";

/** The path of an entry: its key, and the path of the dictionary that contains it. */
export interface KeyPath {
  readonly key: string;
  readonly parent: KeyPath | undefined;
}

/** Callback for each entry that differs; returning `"stop"` ends the walk. */
export type OnEntry = (
  path: KeyPath,
  before: Value | undefined,
  after: Value | undefined,
  unlike: Unlike | undefined,
) => "stop" | void;

/** Receives the entries that differ, except those that the caller ignores. */
export interface EntryVisitor {
  readonly onEntry: OnEntry;
  readonly ignores?: (path: KeyPath) => boolean;
}

interface Pair {
  readonly a: DictionaryValue;
  readonly b: DictionaryValue;
  readonly path: KeyPath | undefined;
}

/** Calls `onEntry` for each entry that differs between the two sides, in any order of keys. */
export function compareDictionaries(
  before: DictionaryValue,
  after: DictionaryValue,
  comparison: Comparison,
  { onEntry, ignores }: EntryVisitor,
): void {
  const stack: Pair[] = [{ a: before, b: after, path: undefined }];
  for (let pair = stack.pop(); pair !== undefined; pair = stack.pop()) {
    const { a, b, path: parent } = pair;
    const inner: Pair[] = [];
    for (const [key, left] of a.entries) {
      const path = { key, parent };
      if (ignores?.(path) === true) continue;
      const right = b.entries.get(key);
      if (left.kind === "dictionary" && right?.kind === "dictionary") inner.push({ a: left, b: right, path });
      else {
        const unlike = right === undefined ? undefined : compareEntries(left, right, comparison);
        if ((right === undefined || unlike !== undefined) && onEntry(path, left, right, unlike) === "stop") return;
      }
    }
    for (const [key, right] of b.entries) {
      if (a.entries.has(key)) continue;
      const path = { key, parent };
      if (ignores?.(path) !== true && onEntry(path, undefined, right, undefined) === "stop") return;
    }
    for (let i = inner.length - 1; i >= 0; i--) stack.push(inner[i]);
  }
}

/** The type of an entry counts, so `int 1` and `double 1` differ; dictionaries do not keep roles. */
function compareEntries(a: Value, b: Value, comparison: Comparison): Unlike | undefined {
  if (a.kind === "typed" && b.kind === "typed" && (a.type.baseName !== b.type.baseName || a.isArray !== b.isArray)) {
    return {};
  }
  if (a.kind === "arrayEdit" && b.kind === "arrayEdit" && a.type.baseName !== b.type.baseName) return {};
  return compareValues(a, b, comparison);
}

/** Returns whether two dictionaries have the same entries; an absent one counts as empty. */
export function sameDictionary(
  a: DictionaryValue | undefined,
  b: DictionaryValue | undefined,
  comparison: Comparison,
): boolean {
  if (a === b) return true;
  let same = true;
  compareDictionaries(a ?? EMPTY, b ?? EMPTY, comparison, {
    onEntry: () => {
      same = false;
      return "stop";
    },
  });
  return same;
}

const EMPTY: DictionaryValue = { kind: "dictionary", entries: new Map() };

/** The keys, outermost first. */
export function keysOf(path: KeyPath | undefined): readonly string[] {
  const keys: string[] = [];
  for (let at = path; at !== undefined; at = at.parent) keys.push(at.key);
  return keys.reverse();
}
