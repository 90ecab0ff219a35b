/** The sequences of LZ4 blocks. */
import { keepInstances } from "@usdkit/base";

/** Matches of LZ4 have at least so many bytes. */
export const MIN_MATCH = 4;
/** The format wants the last five bytes to be literals, and no match to begin in the last twelve. */
export const LAST_LITERALS = 5;
export const MATCH_LIMIT = 12;
export const MAX_DISTANCE = 0xffff;

/** The most bytes that a block of `size` bytes can become. */
export function bound(size: number): number {
  return size + Math.floor(size / 255) + 16;
}

/** The sequences of a block as they are written. */
export class BlockWriter {
  /** Position of the next byte. */
  at: number;
  private readonly source: Uint8Array;
  private readonly target: Uint8Array;

  constructor(source: Uint8Array, target: Uint8Array, at: number) {
    this.source = source;
    this.target = target;
    this.at = at;
  }

  /** Writes `length - 15` in bytes of up to 255, as lengths beyond four bits are. */
  private length(length: number): void {
    let rest = length - 15;
    while (rest >= 255) {
      this.target[this.at++] = 255;
      rest -= 255;
    }
    this.target[this.at++] = rest;
  }

  /** Writes literals `[start, end)` with the token of their sequence; `matchLength` is 0 at the end of a block. */
  literals(start: number, end: number, matchLength: number): void {
    const { source, target } = this;
    const count = end - start;
    const match = matchLength === 0 ? 0 : Math.min(matchLength - MIN_MATCH, 15);
    target[this.at++] = (Math.min(count, 15) << 4) | match;
    if (count >= 15) this.length(count);
    if (count > 24) target.set(source.subarray(start, end), this.at);
    else for (let i = 0; i < count; i++) target[this.at + i] = source[start + i];
    this.at += count;
  }

  match(distance: number, length: number): void {
    this.target[this.at++] = distance & 0xff;
    this.target[this.at++] = distance >>> 8;
    if (length - MIN_MATCH >= 15) this.length(length - MIN_MATCH);
  }
}

keepInstances(new BlockWriter(new Uint8Array(0), new Uint8Array(0), 0));
