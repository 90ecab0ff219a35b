import type { DictionaryValue, Value } from "../model/types.ts";
import { jsonString, typedJson, valueJson } from "./dump-values.ts";

interface Frame {
  readonly keys: readonly string[];
  readonly entries: ReadonlyMap<string, Value>;
  next: number;
}

function frame(dictionary: DictionaryValue): Frame {
  return { keys: [...dictionary.entries.keys()].sort(), entries: dictionary.entries, next: 0 };
}

function typeName(value: Value): string {
  if (value.kind === "typed") return value.type.baseName + (value.isArray ? "[]" : "");
  return value.kind === "arrayEdit" ? `${value.type.baseName}[]` : value.kind;
}

/**
 * Returns a dictionary as JSON: `{key: {"t": type, "v": value}}`, or `{key: value}` if `plain`. Keeps a list of
 * pending dictionaries instead of recursing, so nesting depth does not affect the call stack.
 */
export function dictionaryJson(dictionary: DictionaryValue, plain = false): string {
  const stack: Frame[] = [frame(dictionary)];
  let text = "{";
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const key = top.keys[top.next];
    const value = key === undefined ? undefined : top.entries.get(key);
    if (key === undefined || value === undefined) {
      stack.pop();
      text += plain || stack.length === 0 ? "}" : "}}";
      continue;
    }
    if (top.next++ > 0) text += ",";
    text += jsonString(key) + (plain ? ":" : `:{"t":"${typeName(value)}","v":`);
    if (value.kind === "dictionary") {
      stack.push(frame(value));
      text += "{";
      continue;
    }
    text += value.kind === "typed" ? typedJson(value, plain) : valueJson(value, plain);
    if (!plain) text += "}";
  }
  return text;
}
