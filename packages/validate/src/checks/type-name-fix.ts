/** Changes the type names of attributes in text. */
import type { Layer, PropertySpec } from "@usdkit/layer";
import { mergeEdits, type TextEdit } from "@usdkit/usda";

/** The beginning of a statement is enough. */
const MAX_LENGTH = 500;

/** What precedes the type name in a statement. */
const BEFORE_TYPE = /^\s*(?:(?:custom|uniform|varying|config|add|append|delete|prepend|reorder)\s+)*/u;

/** Returns the edits that change the type name of every statement of an attribute; none if one of them is written otherwise. */
export function typeNameEdits({ source }: Layer, { statements }: PropertySpec, from: string, to: string): TextEdit[] {
  const edits: TextEdit[] = [];
  for (const { start, end } of statements) {
    const text = new TextDecoder("latin1").decode(source?.subarray(start, Math.min(end, start + MAX_LENGTH)));
    const before = BEFORE_TYPE.exec(text)?.[0].length ?? 0;
    const next = text[before + from.length];
    if (!text.startsWith(from, before) || !/[\s]/u.test(next ?? "")) return [];
    edits.push({ start: start + before, end: start + before + from.length, text: to });
  }
  return mergeEdits(edits);
}
