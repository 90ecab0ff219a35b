import { removeProperty, type AttributeSpec, type Layer } from "@usdkit/usda";
import type { TextEdit } from "../engine/types.ts";

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** The edits that take an attribute of one statement out; lines that hold nothing else and follow no comment without a search. */
export function removeStatement(layer: Layer, attribute: AttributeSpec): readonly TextEdit[] {
  const [{ start, end }] = attribute.statements;
  const bytes = layer.source ?? new Uint8Array();
  let from = start;
  while (isBlank(bytes[from - 1])) from--;
  let to = end;
  while (isBlank(bytes[to])) to++;
  if (bytes[to] === CARRIAGE_RETURN) to++;
  const isLine = bytes[from - 1] === LINE_FEED && bytes[to] === LINE_FEED;
  if (!isLine || endsInComment(bytes, from - 1)) return removeProperty(layer, attribute.path);
  return [{ start: from, end: to + 1, text: "" }];
}

/** Whether the line that ends at `lineEnd` may hold a comment. */
function endsInComment(bytes: Uint8Array, lineEnd: number): boolean {
  for (let i = lineEnd - 1; i >= 0 && bytes[i] !== LINE_FEED; i--) {
    // "#", "*/" and "//"
    if (bytes[i] === 35 || bytes[i] === 47) return true;
  }
  return false;
}

function isBlank(byte: number | undefined): boolean {
  return byte === 32 || byte === 9;
}
