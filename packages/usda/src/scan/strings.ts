/** Converts quoted text to content: strings and asset paths. */
import { AT, BACKSLASH } from "./characters.ts";
import { decodeUtf8, decodeUtf8Keeping } from "@usdkit/base";

const SIMPLE_ESCAPES: ReadonlyMap<number, number> = new Map(
  [
    ["a", 7],
    ["b", 8],
    ["t", 9],
    ["n", 10],
    ["v", 11],
    ["f", 12],
    ["r", 13],
  ].map(([letter, code]) => [(letter as string).charCodeAt(0), code as number]),
);

/** Returns the text inside of a string token's quotes, escapes resolved. */
export function decodeStringToken(bytes: Uint8Array, start: number, end: number): string {
  const quote = bytes[start];
  const marks = end - start >= 6 && bytes[start + 1] === quote && bytes[start + 2] === quote ? 3 : 1;
  return decodeEscapes(bytes, start + marks, end - marks);
}

/**
 * Returns `bytes[start, end)` with backslash escapes resolved; resulting bytes that are not UTF-8 become
 * U+DC80–U+DCFF.
 */
export function decodeEscapes(bytes: Uint8Array, start: number, end: number): string {
  let backslash = start;
  while (backslash < end && bytes[backslash] !== BACKSLASH) backslash++;
  if (backslash === end) return decodeUtf8(bytes, start, end);
  const out = new Uint8Array(end - start);
  let length = 0;
  let i = start;
  while (i < end) {
    const byte = bytes[i++];
    if (byte !== BACKSLASH || i >= end) {
      out[length++] = byte;
      continue;
    }
    const letter = bytes[i++];
    const simple = SIMPLE_ESCAPES.get(letter);
    if (simple !== undefined) out[length++] = simple;
    else if (letter === 120) {
      // \x takes up to two hexadecimal digits.
      let value = 0;
      for (let n = 0; n < 2 && i < end; n++, i++) {
        const digit = hexDigit(bytes[i]);
        if (digit < 0) break;
        value = value * 16 + digit;
      }
      out[length++] = value;
    } else if (letter >= 48 && letter <= 55) {
      // Up to three octal digits.
      let value = letter - 48;
      for (let n = 0; n < 2 && i < end && bytes[i] >= 48 && bytes[i] <= 55; n++, i++) value = value * 8 + bytes[i] - 48;
      out[length++] = value & 255;
    } else out[length++] = letter;
  }
  return decodeUtf8Keeping(out.subarray(0, length));
}

/** Returns the path inside of an asset token's marks: one `@` on each side, or three, where `\@@@` means `@@@`. */
export function decodeAssetToken(bytes: Uint8Array, start: number, end: number): string {
  if (end - start < 6 || bytes[start + 1] !== AT || bytes[start + 2] !== AT)
    return decodeUtf8(bytes, start + 1, end - 1);
  return decodeUtf8(bytes, start + 3, end - 3).replaceAll("\\@@@", "@@@");
}

function hexDigit(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48;
  if (byte >= 65 && byte <= 70) return byte - 55;
  if (byte >= 97 && byte <= 102) return byte - 87;
  return -1;
}
