import type { ByteRange } from "@usdkit/layer";

const MAX_LENGTH = 80;

/** Returns a value in the syntax of the text for a message: on one line, truncated if long. */
export function valueWords(source: Uint8Array | undefined, range: ByteRange | undefined, otherwise: string): string {
  if (source === undefined || range === undefined) return otherwise;
  const isLong = range.end - range.start > MAX_LENGTH;
  const end = isLong ? range.start + MAX_LENGTH : range.end;
  const text = new TextDecoder().decode(source.subarray(range.start, end)).replaceAll(/\s+/g, " ");
  return isLong ? `${text.replaceAll("\ufffd", "")}…` : text;
}
