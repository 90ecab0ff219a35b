/** Values that a crate has already, found by their bytes. */
import { HashIndex } from "../encode/hash-index.ts";
import { IntList } from "../encode/int-list.ts";
import type { ValueRep } from "../values/value-rep.ts";
import { hashBytes, type ContentHash } from "./content-hash.ts";
import { areSame } from "./same-bytes.ts";
import { SAMPLED_LENGTH, SampledContents } from "./sampled-contents.ts";

const ARENA_SIZE = 1 << 16;
/** Content of this length is kept as the array that it came in, which the layer has as well. */
export const KEPT_LENGTH = 1024;

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
  private readonly sampled: SampledContents;

  /** @param hash for tests, in which all content has the same one */
  constructor(hash: ContentHash = hashBytes) {
    this.hash = hash;
    this.sampled = new SampledContents(hash);
  }

  /**
   * The representation of content that was added before, or what `write` returns for it. The content is the first `length`
   * bytes; longer content than {@link KEPT_LENGTH} must not change after.
   */
  addOnce(key: number, bytes: Uint8Array, length: number, write: () => ValueRep): ValueRep {
    if (length >= SAMPLED_LENGTH) return this.sampled.addOnce(key, bytes, write);
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
