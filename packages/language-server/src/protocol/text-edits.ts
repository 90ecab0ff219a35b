/** Edits of bytes as edits of the protocol. */
import type { TextEdit as ByteTextEdit } from "@usdkit/usda";
import type { Position, Range, TextEdit } from "vscode-languageserver-types";

interface Positions {
  rangeOf(range: { readonly start: number; readonly end: number }): Range;
  positionAt(offset: number): Position;
}

/** Returns the protocol's edits for edits of a text's bytes. */
export function toTextEdits(text: Positions, edits: readonly ByteTextEdit[]): TextEdit[] {
  return edits.map(({ start, end, text: newText }) => ({ range: text.rangeOf({ start, end }), newText }));
}

/** Returns the bytes of `before` that differ: those of `after` before and behind them are the same. */
function differenceRange(before: Uint8Array, after: Uint8Array): { readonly start: number; readonly end: number } {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let same = 0;
  while (same < shorter - start && before[before.length - 1 - same] === after[after.length - 1 - same]) same++;
  return { start, end: before.length - same };
}

/** Returns the one edit that turns a text into another: what both begin and end with stays. */
export function differenceOf(before: Uint8Array, after: Uint8Array): ByteTextEdit | undefined {
  let { start, end } = differenceRange(before, after);
  if (start === end && before.length === after.length) return undefined;
  // Not within a character: its first bytes may be those of another.
  while (start > 0 && isContinuation(before[start] ?? after[start])) start--;
  while (end < before.length && isContinuation(before[end])) end++;
  const text = new TextDecoder().decode(after.subarray(start, after.length - (before.length - end)));
  return { start, end, text };
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
