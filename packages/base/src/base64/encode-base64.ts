/** Base64 encoder: standard alphabet, padding, no line breaks (RFC 4648, 4), as `usdContent` requires. */
import { Base64Error } from "./base64-error.ts";

/** Maximum length of a string in V8, in UTF-16 units: 2^29 - 24. */
const LONGEST_STRING = 536_870_888;

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const LETTERS: Uint8Array = Uint8Array.from(ALPHABET, (letter) => letter.charCodeAt(0));
const PADDING = 61;

/** Bytes that are encoded together: a multiple of 3. */
const CHUNK = 3 << 16;

/**
 * Encodes bytes as Base64. Works in chunks, so it needs about 100 KB in addition to the result; also runs in browsers.
 *
 * @throws {Base64Error} with the code `too-long` if the result would not fit a string (more than 402,653,166 bytes).
 */
export function encodeBase64(bytes: Uint8Array): string {
  const length = Math.ceil(bytes.length / 3) * 4;
  if (length > LONGEST_STRING) {
    throw new Base64Error(
      "too-long",
      length,
      `${bytes.length} bytes make ${length} letters of Base64; a string holds ${LONGEST_STRING}. Split the scene`,
    );
  }
  const decoder = new TextDecoder();
  const letters = new Uint8Array((Math.min(CHUNK, bytes.length + 2) / 3 + 1) * 4);
  let text = "";
  for (let start = 0; start < bytes.length; start += CHUNK) {
    const end = Math.min(start + CHUNK, bytes.length);
    text += decoder.decode(letters.subarray(0, encodeChunk(bytes, start, end, letters)));
  }
  return text;
}

function encodeChunk(bytes: Uint8Array, start: number, end: number, letters: Uint8Array): number {
  let p = 0;
  const whole = end - ((end - start) % 3);
  for (let i = start; i < whole; i += 3) {
    const bits = (bytes[i] << 16) | (bytes[i + 1] << 8) | bytes[i + 2];
    letters[p++] = LETTERS[bits >> 18];
    letters[p++] = LETTERS[(bits >> 12) & 63];
    letters[p++] = LETTERS[(bits >> 6) & 63];
    letters[p++] = LETTERS[bits & 63];
  }
  if (whole < end) {
    const isTwo = end - whole === 2;
    const bits = (bytes[whole] << 16) | (isTwo ? bytes[whole + 1] << 8 : 0);
    letters[p++] = LETTERS[bits >> 18];
    letters[p++] = LETTERS[(bits >> 12) & 63];
    letters[p++] = isTwo ? LETTERS[(bits >> 6) & 63] : PADDING;
    letters[p++] = PADDING;
  }
  return p;
}
