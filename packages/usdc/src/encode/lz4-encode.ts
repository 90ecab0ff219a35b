/** LZ4 blocks, compressed: greedy, with a table of the last place of each hash of four bytes. */
import { BlockWriter, bound, LAST_LITERALS, MATCH_LIMIT, MAX_DISTANCE, MIN_MATCH } from "./lz4-block.ts";
import { compressSmallBlock, MAX_SMALL } from "./lz4-small.ts";

const HASH_BITS = 14;
/** A search takes larger steps the longer it finds nothing: one byte more after so many tries (2^6). */
const SKIP_SHIFT = 6;
/** The reference splits longer input into chunks of this many bytes (`LZ4_MAX_INPUT_SIZE`). */
const MAX_CHUNK = 0x7e000000;

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

/** Compresses a table that a file has once as {@link compress} does, with the shortest sequences if it is small. */
export function compressTable(source: Uint8Array): Uint8Array {
  if (source.length > MAX_SMALL) return compress(source);
  const greedy = compress(source);
  const target = new Uint8Array(1 + bound(source.length));
  const size = compressSmallBlock(source, target, 1);
  return size < greedy.length ? target.subarray(0, size) : greedy;
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
