/** LZ4 blocks, compressed: greedy, with a table of the last place of each hash of four bytes. */

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

/** Writes `length - 15` in bytes of up to 255, as lengths beyond four bits are. */
function writeLength(target: Uint8Array, at: number, length: number): number {
  let rest = length - 15;
  while (rest >= 255) {
    target[at++] = 255;
    rest -= 255;
  }
  target[at++] = rest;
  return at;
}

/** Writes literals `[start, end)` with the token of the sequence; `matchLength` is 0 at the end of a block. */
function writeSequence(
  source: Uint8Array,
  start: number,
  end: number,
  target: Uint8Array,
  at: number,
  matchLength: number,
): number {
  const literals = end - start;
  const match = matchLength === 0 ? 0 : Math.min(matchLength - MIN_MATCH, 15);
  target[at++] = (Math.min(literals, 15) << 4) | match;
  let out = literals >= 15 ? writeLength(target, at, literals) : at;
  if (literals > 24) {
    target.set(source.subarray(start, end), out);
    out += literals;
  } else for (let i = start; i < end; i++) target[out++] = source[i];
  return out;
}

function compressBlock(source: Uint8Array, target: Uint8Array, from: number): number {
  const size = source.length;
  const table = new Int32Array(1 << HASH_BITS).fill(-1);
  const limit = size - MATCH_LIMIT;
  const word = (p: number): number => source[p] | (source[p + 1] << 8) | (source[p + 2] << 16) | (source[p + 3] << 24);
  let at = from;
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
    const length = end - p;
    at = writeSequence(source, anchor, p, target, at, length);
    const distance = p - candidate;
    target[at++] = distance & 0xff;
    target[at++] = distance >>> 8;
    if (length - MIN_MATCH >= 15) at = writeLength(target, at, length - MIN_MATCH);
    p = end;
    anchor = end;
    tries = 1 << SKIP_SHIFT;
  }
  return writeSequence(source, anchor, size, target, at, 0);
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
