/**
 * Returns the offset of the first invalid UTF-8 sequence (RFC 3629), or -1. Overlong forms, surrogates and code points above
 * U+10FFFF are invalid.
 */
export function firstInvalidUtf8(bytes: Uint8Array): number {
  const { length } = bytes;
  for (let i = 0; i < length;) {
    const first = bytes[i];
    if (first < 0x80) {
      i++;
      continue;
    }
    const size = first >= 0xc2 && first <= 0xdf ? 2 : first >> 4 === 0xe ? 3 : first >= 0xf0 && first <= 0xf4 ? 4 : 0;
    if (size === 0 || i + size > length || !isSecond(first, bytes[i + 1])) return i;
    for (let k = i + 2; k < i + size; k++) if (bytes[k] >> 6 !== 2) return i;
    i += size;
  }
  return -1;
}

/** Checks the second byte, which rules out overlong forms, surrogates and code points above U+10FFFF. */
function isSecond(first: number, second: number): boolean {
  switch (first) {
    case 0xe0:
      return second >= 0xa0 && second <= 0xbf;
    case 0xed:
      return second >= 0x80 && second <= 0x9f;
    case 0xf0:
      return second >= 0x90 && second <= 0xbf;
    case 0xf4:
      return second >= 0x80 && second <= 0x8f;
    default:
      return second >> 6 === 2;
  }
}
