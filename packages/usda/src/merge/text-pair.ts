/** Compares parts of two versions of a text. */
import type { ByteRange } from "@usdkit/layer";

/**
 * Two texts. What they have in common at their start and at their end is found once: a merge compares the text of a prim,
 * then that of each prim in it.
 */
export class TextPair {
  private readonly a: Uint8Array;
  private readonly b: Uint8Array;
  /** Number of equal bytes at the start, and at the end. */
  private readonly prefix: number;
  private readonly suffix: number;

  constructor(a: Uint8Array, b: Uint8Array) {
    this.a = a;
    this.b = b;
    this.prefix = commonPrefix(a, b);
    // It may overlap the start, as in `ab` and `abab`.
    this.suffix = this.isEqual ? a.length : commonSuffix(a, b);
  }

  /** Whether the texts are equal. */
  get isEqual(): boolean {
    return this.a.length === this.b.length && this.prefix === this.a.length;
  }

  /** Returns whether the ranges have the same bytes; false if one is undefined. */
  same(left: ByteRange | undefined, right: ByteRange | undefined): boolean {
    if (left === undefined || right === undefined || left.end - left.start !== right.end - right.start) return false;
    const { a, b, prefix, suffix } = this;
    if (left.start === right.start && left.start <= prefix) return left.end <= prefix;
    const rest = a.length - left.end;
    if (rest === b.length - right.end && rest <= suffix) return a.length - left.start <= suffix;
    for (let i = left.start, k = right.start; i < left.end; i++, k++) if (a[i] !== b[k]) return false;
    return true;
  }
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

/** Four bytes at a time. */
function commonPrefix(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  const [left, right] = [viewOf(a), viewOf(b)];
  let at = 0;
  while (at + 4 <= length && left.getUint32(at) === right.getUint32(at)) at += 4;
  while (at < length && a[at] === b[at]) at++;
  return at;
}

function commonSuffix(a: Uint8Array, b: Uint8Array): number {
  const limit = Math.min(a.length, b.length);
  const [left, right] = [viewOf(a), viewOf(b)];
  let size = 0;
  while (size + 4 <= limit && left.getUint32(a.length - size - 4) === right.getUint32(b.length - size - 4)) size += 4;
  while (size < limit && a[a.length - 1 - size] === b[b.length - 1 - size]) size++;
  return size;
}
