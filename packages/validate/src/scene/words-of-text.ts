/** Finds ranges in the text that the layer does not store. */
import type { ByteRange, PrimSpec } from "@usdkit/layer";
import { latin1Text } from "../text/byte-text.ts";

/** Returns the range of the type in `def Mesh "Chair"`; undefined if it is in the metadata or next to a comment. */
export function typeRange(source: Uint8Array | undefined, prim: PrimSpec): ByteRange | undefined {
  const { range, nameRange, specifier, typeName } = prim;
  if (source === undefined || range === undefined || nameRange === undefined) return undefined;
  const head = new TextDecoder().decode(source.subarray(range.start, nameRange.start));
  const start = head.indexOf(typeName, specifier.length);
  if (start < 0 || head.slice(specifier.length, start).trim() !== "") return undefined;
  const after = head.slice(start + typeName.length).trim();
  if (after !== '"' && after !== "'" && after !== '"""' && after !== "'''") return undefined;
  const from = range.start + new TextEncoder().encode(head.slice(0, start)).length;
  return { start: from, end: from + new TextEncoder().encode(typeName).length };
}

/** Matches the comments and strings of a value; the last group is the content of a string without escapes. */
const COMMENT_OR_STRING = /#[^\n]*|\/\/[^\n]*|\/\*[^]*?\*\/|"""[^]*?"""|'''[^]*?'''|(["'])((?:\\.|(?!\1)[^\\\n])*)\1/g;

/** Returns the range of a plain string in the text of a value, without its quotes; comments are skipped. */
export function findToken(
  source: Uint8Array | undefined,
  value: ByteRange | undefined,
  token: string,
): ByteRange | undefined {
  if (source === undefined || value === undefined) return undefined;
  const text = source.subarray(value.start, value.end);
  const wanted = latin1Text(new TextEncoder().encode(token));
  for (const { index, 2: content } of latin1Text(text).matchAll(COMMENT_OR_STRING)) {
    if (content !== wanted) continue;
    const start = value.start + index + 1;
    return { start, end: start + content.length };
  }
  return undefined;
}
