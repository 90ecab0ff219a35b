/** LZ4 blocks of small tables: of all sequences of matches those with the fewest bytes. */
import { BlockWriter, LAST_LITERALS, MATCH_LIMIT, MIN_MATCH } from "./lz4-block.ts";

/** Longer blocks take too long; in these each place is near enough to every other one. */
export const MAX_SMALL = 0x4000;
const HASH_BITS = 14;
/** Places that are compared with one. */
const MAX_TRIES = 16;
/** Matches that are long enough to end the search at their place, and at those in them. */
const LONG = 256;
/** Shorter matches than the longest one of a place are tried up to this length. */
const MAX_SHORTER = 32;
/** A token and a distance. */
const SEQUENCE = 3;

/** The longest match of each place: 0 without one. */
interface Matches {
  readonly lengths: Uint16Array;
  readonly distances: Uint16Array;
}

/** Compresses a block of at most {@link MAX_SMALL} bytes; returns the place after it in the target. */
export function compressSmallBlock(source: Uint8Array, target: Uint8Array, from: number): number {
  const size = source.length;
  const { lengths, distances } = longestMatches(source);
  const chosen = shortestSequences(lengths, size);
  const writer = new BlockWriter(source, target, from);
  let anchor = 0;
  for (let p = 0; p < size;) {
    const length = chosen[p];
    if (length === 0) {
      p++;
      continue;
    }
    writer.literals(anchor, p, length);
    writer.match(distances[p], length);
    p += length;
    anchor = p;
  }
  writer.literals(anchor, size, 0);
  return writer.at;
}

function longestMatches(source: Uint8Array): Matches {
  const size = source.length;
  const lengths = new Uint16Array(size);
  const distances = new Uint16Array(size);
  const last = new Int32Array(1 << HASH_BITS).fill(-1);
  const earlier = new Int32Array(size);
  const word = (p: number): number => source[p] | (source[p + 1] << 8) | (source[p + 2] << 16) | (source[p + 3] << 24);
  const end = size - LAST_LITERALS;
  for (let p = 0; p < size - MATCH_LIMIT; p++) {
    const hash = Math.imul(word(p), 0x9e3779b1) >>> (32 - HASH_BITS);
    earlier[p] = last[hash];
    last[hash] = p;
    if (p > 0 && lengths[p - 1] > LONG) {
      // Runs of one byte have matches everywhere.
      lengths[p] = lengths[p - 1] - 1;
      distances[p] = distances[p - 1];
      continue;
    }
    let longest = MIN_MATCH - 1;
    let candidate = earlier[p];
    for (let tries = MAX_TRIES; candidate >= 0 && tries > 0 && longest < LONG; tries--) {
      const place = candidate;
      candidate = earlier[place];
      // A longer match has the next byte too.
      if (source[place + longest] !== source[p + longest]) continue;
      let length = 0;
      while (p + length < end && source[place + length] === source[p + length]) length++;
      if (length <= longest) continue;
      longest = length;
      distances[p] = p - place;
    }
    if (longest >= MIN_MATCH) lengths[p] = longest;
  }
  return { lengths, distances };
}

/** Returns the length of the match that begins at each place; 0: it is a literal. From the end, the fewest bytes for the rest. */
function shortestSequences(lengths: Uint16Array, size: number): Uint16Array {
  const chosen = new Uint16Array(size);
  const costs = new Uint32Array(size + 1);
  for (let p = size - 1; p >= 0; p--) {
    let least = 1 + costs[p + 1];
    const longest = lengths[p];
    for (let length = longest; length >= MIN_MATCH;) {
      const more = length - MIN_MATCH - 15;
      const cost = SEQUENCE + (more < 0 ? 0 : 1 + Math.floor(more / 255)) + costs[p + length];
      // Of equal ones a match: a long run of literals has further bytes.
      if (cost < least || (cost === least && chosen[p] === 0)) {
        least = cost;
        chosen[p] = length;
      }
      length = Math.min(length - 1, MAX_SHORTER);
    }
    costs[p] = least;
  }
  return chosen;
}
