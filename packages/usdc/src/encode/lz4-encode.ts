/** LZ4 blocks, compressed: greedy, with a table of the last place of each hash of four bytes. */
import { keepInstances } from "@usdkit/base";

const MIN_MATCH = 4;
/** The format wants the last five bytes to be literals, and no match to begin in the last twelve. */
const LAST_LITERALS = 5;
const MATCH_LIMIT = 12;
const MAX_DISTANCE = 0xffff;
const HASH_BITS = 14;
/** A search takes larger steps the longer it finds nothing: one byte more after so many tries (2^6). */
const SKIP_SHIFT = 6;
/** The reference splits longer input into chunks of this many bytes (`LZ4_MAX_INPUT_SIZE`). */
const MAX_CHUNK = 0x7e000000;

/** The most bytes that a block of `size` bytes can become. */
function bound(size: number): number {
  return size + Math.floor(size / 255) + 16;
}

/** The sequences of a block as they are written. */
class BlockWriter {
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

/** By hash, the last place of a block. */
const places = new Int32Array(1 << HASH_BITS);

function compressBlock(source: Uint8Array, target: Uint8Array, from: number): number {
  const size = source.length;
  const table = places.fill(-1);
  const limit = size - MATCH_LIMIT;
  const word = (p: number): number => source[p] | (source[p + 1] << 8) | (source[p + 2] << 16) | (source[p + 3] << 24);
  const writer = new BlockWriter(source, target, from);
  let anchor = 0;
  let p = 0;
  let tries = 1 << SKIP_SHIFT;
  while (p < limit) {
    const value = word(p);
    const hash = Math.imul(value, 0x9e3779b1) >>> (32 - HASH_BITS);
    const candidate = table[hash];
    table[hash] = p;
    if (candidate < 0 || p - candidate > MAX_DISTANCE || word(candidate) !== value) {
      p += tries++ >>> SKIP_SHIFT;
      continue;
    }
    let end = p + MIN_MATCH;
    let other = candidate + MIN_MATCH;
    while (end < size - LAST_LITERALS && source[end] === source[other]) {
      end++;
      other++;
    }
    writer.literals(anchor, p, end - p);
    writer.match(p - candidate, end - p);
    p = end;
    anchor = end;
    tries = 1 << SKIP_SHIFT;
  }
  writer.literals(anchor, size, 0);
  return writer.at;
}

/** Compresses as the reference's `TfFastCompression` does: a zero byte and a block, or for long input a count and chunks. */
export function compress(source: Uint8Array): Uint8Array {
  if (source.length <= MAX_CHUNK) {
    const target = new Uint8Array(1 + bound(source.length));
    return target.subarray(0, compressBlock(source, target, 1));
  }
  const count = Math.ceil(source.length / MAX_CHUNK);
  const target = new Uint8Array(1 + count * 4 + bound(source.length));
  target[0] = count;
  let at = 1;
  for (let start = 0; start < source.length; start += MAX_CHUNK) {
    const end = compressBlock(source.subarray(start, start + MAX_CHUNK), target, at + 4);
    new DataView(target.buffer).setInt32(at, end - at - 4, true);
    at = end;
  }
  return target.subarray(0, at);
}
