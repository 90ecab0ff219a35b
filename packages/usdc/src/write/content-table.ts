/** Values that a crate has already, found by their bytes. */
import { HashIndex } from "../encode/hash-index.ts";
import { IntList } from "../encode/int-list.ts";
import type { ValueRep } from "../values/value-rep.ts";

const ARENA_SIZE = 1 << 16;
/** Content of this length is kept as the array that it came in, which the layer has as well. */
export const KEPT_LENGTH = 1024;

/** Returns the hash of the first `length` bytes; `seed` is the type's key. */
type ContentHash = (bytes: Uint8Array, length: number, seed: number) => number;

/** Representations by type and content. */
export class ContentTable {
  private readonly index: HashIndex = new HashIndex();
  /** By entry: the type's key, and the length. */
  private readonly keys: IntList = new IntList();
  private readonly lengths: IntList = new IntList();
  /** By entry: the position of the bytes in the arenas; for longer content, its index in `large`. */
  private readonly places: IntList = new IntList();
  private readonly lows: IntList = new IntList();
  private readonly highs: IntList = new IntList();
  private readonly arenas: Uint8Array[] = [];
  /** Bytes of the last arena that are taken. */
  private taken: number = ARENA_SIZE;
  private readonly large: Uint8Array[] = [];
  private readonly hash: ContentHash;

  /** @param hash for tests, in which all content has the same one */
  constructor(hash: ContentHash = hashBytes) {
    this.hash = hash;
  }

  /**
   * The representation of content that was added before, or what `write` returns for it. The content is the first `length`
   * bytes; longer content than {@link KEPT_LENGTH} must not change after.
   */
  addOnce(key: number, bytes: Uint8Array, length: number, write: () => ValueRep): ValueRep {
    const { index } = this;
    const hash = this.hash(bytes, length, key);
    for (let entry = index.first(hash); entry >= 0; entry = index.next()) {
      if (this.keys.get(entry) !== key || !this.isSame(entry, bytes, length)) continue;
      return { low: this.lows.get(entry) >>> 0, high: this.highs.get(entry) >>> 0 };
    }
    const rep = write();
    index.add(hash);
    this.keys.push(key);
    this.lengths.push(length);
    this.places.push(this.keep(bytes, length));
    this.lows.push(rep.low);
    this.highs.push(rep.high);
    return rep;
  }

  private keep(bytes: Uint8Array, length: number): number {
    if (length >= KEPT_LENGTH) return this.large.push(bytes) - 1;
    if (this.taken + length > ARENA_SIZE) {
      this.arenas.push(new Uint8Array(ARENA_SIZE));
      this.taken = 0;
    }
    const at = this.taken;
    const arena = this.arenas[this.arenas.length - 1];
    for (let i = 0; i < length; i++) arena[at + i] = bytes[i];
    this.taken += length;
    return (this.arenas.length - 1) * ARENA_SIZE + at;
  }

  private isSame(entry: number, bytes: Uint8Array, length: number): boolean {
    if (this.lengths.get(entry) !== length) return false;
    const place = this.places.get(entry) >>> 0;
    if (length >= KEPT_LENGTH) return areSame(this.large[place], bytes);
    const other = this.arenas[Math.floor(place / ARENA_SIZE)];
    const start = place % ARENA_SIZE;
    for (let i = 0; i < length; i++) if (other[start + i] !== bytes[i]) return false;
    return true;
  }
}

/** Whether arrays of the same length are equal: four bytes at a time where both are aligned. */
function areSame(a: Uint8Array, b: Uint8Array): boolean {
  let i = 0;
  if (a.byteOffset % 4 === 0 && b.byteOffset % 4 === 0) {
    const words = new Uint32Array(a.buffer, a.byteOffset, a.length >> 2);
    const others = new Uint32Array(b.buffer, b.byteOffset, a.length >> 2);
    for (let k = 0; k < words.length; k++) if (words[k] !== others[k]) return false;
    i = words.length * 4;
  }
  for (; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/**
 * Four bytes at a time in long content that is aligned; equal content gives equal hashes only if it is aligned alike. What is
 * shorter comes from builders mostly.
 */
function hashBytes(bytes: Uint8Array, length: number, seed: number): number {
  let hash = Math.imul(length ^ (seed << 16), 0x9e3779b1);
  let i = 0;
  if (length >= 64 && length === bytes.length && bytes.byteOffset % 4 === 0) {
    const words = new Uint32Array(bytes.buffer, bytes.byteOffset, length >> 2);
    hash = hashWords(words, hash);
    i = words.length * 4;
  }
  for (; i < length; i++) hash = Math.imul(hash ^ bytes[i], 0x01000193);
  return hash ^ (hash >>> 16);
}

/** Four hashes of every fourth word each: none waits for the multiplication of another. */
function hashWords(words: Uint32Array, seed: number): number {
  let [a, b, c, d] = [seed, ~seed, seed ^ 0x27d4eb2f, seed ^ 0x165667b1];
  const end = words.length & ~3;
  for (let i = 0; i < end; i += 4) {
    a = Math.imul(a ^ words[i], 0x85ebca6b);
    b = Math.imul(b ^ words[i + 1], 0x85ebca6b);
    c = Math.imul(c ^ words[i + 2], 0x85ebca6b);
    d = Math.imul(d ^ words[i + 3], 0x85ebca6b);
    a ^= a >>> 13;
    b ^= b >>> 13;
    c ^= c >>> 13;
    d ^= d >>> 13;
  }
  for (let i = end; i < words.length; i++) a = Math.imul(a ^ words[i], 0x85ebca6b);
  for (const lane of [b, c, d]) a = Math.imul(a ^ (a >>> 15) ^ lane, 0x85ebca6b);
  return a;
}
