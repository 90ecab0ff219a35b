/** Compares text byte for byte. */
import type { ByteRange } from "@usdkit/layer";

/** Returns whether two texts are equal. */
export function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && sameBytes(a, { start: 0, end: a.length }, b, 0);
}

function sameBytes(a: Uint8Array, { start, end }: ByteRange, b: Uint8Array, at: number): boolean {
  for (let i = start; i < end; i++) if (a[i] !== b[at + i - start]) return false;
  return true;
}

/** Returns whether the ranges of two texts have the same bytes; false if one has no range. */
export function sameRange(
  a: Uint8Array,
  left: ByteRange | undefined,
  b: Uint8Array,
  right: ByteRange | undefined,
): boolean {
  if (left === undefined || right === undefined || left.end - left.start !== right.end - right.start) return false;
  return sameBytes(a, left, b, right.start);
}
