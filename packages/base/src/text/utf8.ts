/** Converts between UTF-8 and strings, avoiding strings where bytes suffice. */

const SHORT = 32;
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Returns `text` as UTF-8 bytes; lone surrogates become U+FFFD. */
export function encodeUtf8(text: string): Uint8Array {
  // Short ASCII text needs no encoder.
  if (text.length > SHORT) return encoder.encode(text);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 128) return encoder.encode(text);
    bytes[i] = code;
  }
  return bytes;
}

/** Node's native conversion of bytes to a Latin-1 string: faster than concatenating characters from twelve bytes on. */
type SliceLatin1 = (this: Uint8Array, start: number, end: number) => string;
const sliceLatin1 = (globalThis as { Buffer?: { prototype: { latin1Slice?: SliceLatin1 } } }).Buffer?.prototype
  .latin1Slice;

/**
 * Returns `bytes[start, end)` as a string; bytes that are not UTF-8 become U+FFFD. Short ASCII text needs no decoder.
 */
export function decodeUtf8(bytes: Uint8Array, start: number, end: number): string {
  const length = end - start;
  if (sliceLatin1 !== undefined && length > 12 && length <= 256) {
    let i = start;
    while (i < end && bytes[i] < 128) i++;
    if (i === end) return sliceLatin1.call(bytes, start, end);
  } else if (length <= 24) {
    let text = "";
    let i = start;
    for (; i < end; i++) {
      const byte = bytes[i];
      if (byte >= 128) break;
      text += String.fromCharCode(byte);
    }
    if (i === end) return text;
  }
  return decoder.decode(bytes.subarray(start, end));
}

/**
 * Returns `bytes` as a string in which each byte that is not part of a UTF-8 sequence becomes a lone surrogate
 * U+DC80–U+DCFF, so that it can be recognised and written back.
 */
export function decodeUtf8Keeping(bytes: Uint8Array): string {
  let text = "";
  let from = 0;
  while (from < bytes.length) {
    const bad = firstInvalidUtf8(bytes, from);
    if (bad < 0) return text + decodeUtf8(bytes, from, bytes.length);
    text += decodeUtf8(bytes, from, bad) + String.fromCharCode(0xdc00 + bytes[bad]);
    from = bad + 1;
  }
  return text;
}

/**
 * Returns the offset of the first byte that no valid UTF-8 sequence covers, or -1. Overlong forms, surrogates and
 * code points above U+10FFFF are invalid (RFC 3629).
 */
export function firstInvalidUtf8(bytes: Uint8Array, start = 0): number {
  const length = bytes.length;
  let i = start;
  while (i < length) {
    const byte = bytes[i];
    if (byte < 0x80) {
      i++;
      continue;
    }
    const size = sequenceLength(bytes, i, length);
    if (size === 0) return i;
    i += size;
  }
  return -1;
}

/** Returns the length of the valid multi-byte sequence at `i`, or 0. */
function sequenceLength(bytes: Uint8Array, i: number, length: number): number {
  const lead = bytes[i];
  const second = i + 1 < length ? bytes[i + 1] : 0;
  if (lead >= 0xc2 && lead <= 0xdf) return isContinuation(second) ? 2 : 0;
  const third = i + 2 < length ? bytes[i + 2] : 0;
  if (lead >= 0xe0 && lead <= 0xef) {
    if (!isContinuation(second) || !isContinuation(third)) return 0;
    if (lead === 0xe0 && second < 0xa0) return 0;
    if (lead === 0xed && second > 0x9f) return 0;
    return 3;
  }
  const fourth = i + 3 < length ? bytes[i + 3] : 0;
  if (lead >= 0xf0 && lead <= 0xf4) {
    if (!isContinuation(second) || !isContinuation(third) || !isContinuation(fourth)) return 0;
    if (lead === 0xf0 && second < 0x90) return 0;
    if (lead === 0xf4 && second > 0x8f) return 0;
    return 4;
  }
  return 0;
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}
