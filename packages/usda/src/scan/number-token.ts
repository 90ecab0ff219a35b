/** Number literals, as the format writes them. */
import { isDigit, DOT, MINUS, NAME_BYTE } from "./characters.ts";

/**
 * Returns the end of the number at `start`, whose first byte is `byte`. Returns `start` if there is none, only a dot;
 * a negative end if the number is incomplete (`1e`, `-`).
 */
export function numberEnd(bytes: Uint8Array, start: number, limit: number, byte: number): number {
  let p = start;
  if (byte === MINUS) byte = ++p < limit ? bytes[p] : 0;
  if (isDigit(byte)) {
    do byte = ++p < limit ? bytes[p] : 0;
    while (isDigit(byte));
    if (byte === DOT) {
      do byte = ++p < limit ? bytes[p] : 0;
      while (isDigit(byte));
    }
  } else if (byte === DOT && p + 1 < limit && isDigit(bytes[p + 1])) {
    do byte = ++p < limit ? bytes[p] : 0;
    while (isDigit(byte));
  } else if (p > start) {
    if (byte === 105 && bytes[p + 1] === 110 && bytes[p + 2] === 102 && NAME_BYTE[bytes[p + 3] ?? 0] !== 1) {
      return p + 3;
    }
    // `-nan`, `-a`: the whole word is not a number.
    while (p < limit && NAME_BYTE[bytes[p]] === 1) p++;
    return -p;
  } else {
    return start;
  }
  if (byte === 101 || byte === 69) {
    let q = p + 1;
    if (bytes[q] === 43 || bytes[q] === MINUS) q++;
    if (!isDigit(bytes[q])) return -q;
    do q++;
    while (q < limit && isDigit(bytes[q]));
    p = q;
  }
  return p;
}
