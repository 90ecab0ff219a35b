/** Strict Base64 decoder (RFC 4648, 4): accepts only the canonical text for each byte sequence. */
import { Base64Error } from "./base64-error.ts";

const EQUALS = 61;
const NO_LETTER = 64;
/** The six bits of each Base64 character; {@link NO_LETTER} for all other bytes. */
const BITS: Uint8Array = new Uint8Array(128).fill(NO_LETTER);
"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".split("").forEach((letter, bits) => {
  BITS[letter.charCodeAt(0)] = bits;
});

/**
 * Decodes Base64: standard alphabet, with padding, without line breaks.
 *
 * @throws {Base64Error} with the offset of the first invalid character: URL-safe characters and white space (`alphabet`),
 * missing, excess or misplaced padding (`padding`), unused bits that are not 0 (`bits`).
 */
export function decodeBase64(text: string): Uint8Array {
  const { length } = text;
  let end = length;
  while (end > 0 && end > length - 2 && text.charCodeAt(end - 1) === EQUALS) end--;
  const rest = end % 4;
  const bytes = new Uint8Array(Math.floor((end * 3) / 4));
  let p = 0;
  for (let i = 0; i + 4 <= end; i += 4) {
    const bits =
      (bitsAt(text, i) << 18) | (bitsAt(text, i + 1) << 12) | (bitsAt(text, i + 2) << 6) | bitsAt(text, i + 3);
    bytes[p++] = bits >> 16;
    bytes[p++] = bits >> 8;
    bytes[p++] = bits;
  }
  const tail: number[] = [];
  for (let i = end - rest; i < end; i++) tail.push(bitsAt(text, i));
  checkPadding(length, end);
  if (rest === 0) return bytes;
  const [first, second, third = 0] = tail;
  bytes[p++] = (first << 2) | (second >> 4);
  if (rest === 3) bytes[p] = (second << 4) | (third >> 2);
  const unused = rest === 3 ? third & 3 : second & 15;
  if (unused !== 0) {
    throw new Base64Error("bits", end - 1, `Letter ${end - 1} of the Base64 text has bits set that belong to no byte`);
  }
  return bytes;
}

function checkPadding(length: number, end: number): void {
  const rest = end % 4;
  const padding = length - end;
  const wanted = rest === 0 ? 0 : 4 - rest;
  if (rest === 1) throw new Base64Error("padding", end, "The Base64 text ends in the middle of a byte");
  if (padding === wanted) return;
  throw new Base64Error(
    "padding",
    padding > wanted ? end + wanted : length,
    `The Base64 text must end in ${wanted} "=", not in ${padding}`,
  );
}

function bitsAt(text: string, i: number): number {
  const unit = text.charCodeAt(i);
  const bits = unit < 128 ? BITS[unit] : NO_LETTER;
  if (bits !== NO_LETTER) return bits;
  if (unit === EQUALS) throw new Base64Error("padding", i, `"=" before the end of the Base64 text, at ${i}`);
  throw new Base64Error("alphabet", i, `Letter ${i} of the Base64 text is ${describe(text, i)}`);
}

function describe(text: string, i: number): string {
  const unit = text.charCodeAt(i);
  if (unit === 45 || unit === 95) return `"${text[i]}", of the URL-safe alphabet; the standard one is needed`;
  if (unit === 32 || (unit >= 9 && unit <= 13)) return "white space";
  return unit > 32 && unit < 127 ? `"${text[i]}"` : `U+${unit.toString(16).toUpperCase().padStart(4, "0")}`;
}
