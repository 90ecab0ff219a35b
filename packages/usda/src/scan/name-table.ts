/**
 * Names as small integers.
 *
 * The scanner assigns every identifier the id of its bytes, so the grammar compares integers and builds no strings.
 * The first ids are reserved for the words of the format, in the order of `vocabulary`, so that `id < count` means
 * "keyword".
 */
import { FIRST, FIRST_NAME, NAME_BYTE } from "./characters.ts";
import { decodeUtf8, encodeUtf8 } from "@usdkit/base";

/** Room for the reserved words and a few names: a stage has hundreds of small layers, and each keeps its table. */
const INITIAL_NAMES = 256;
const INITIAL_SLOTS = 1024;
/** Traits: only ASCII letters, digits and `_`, with no digit first; contains bytes of characters beyond ASCII. */
const PLAIN = 1;
const BEYOND_ASCII = 2;
const INITIAL_ARENA = 1 << 12;

/** The state of a table with only the reserved words; copied for each layer. */
export interface NameSeed {
  /** Slots, offsets, lengths, hashes, traits and arena of initial size, one after the other: one allocation for each layer. */
  readonly buffer: ArrayBuffer;
  readonly arenaLength: number;
  readonly count: number;
}

const WORD = 4;
const OFFSETS_AT = WORD * INITIAL_SLOTS;
const LENGTHS_AT = OFFSETS_AT + WORD * INITIAL_NAMES;
const HASHES_AT = LENGTHS_AT + WORD * INITIAL_NAMES;
const TRAITS_AT = HASHES_AT + WORD * INITIAL_NAMES;
const ARENA_AT = TRAITS_AT + INITIAL_NAMES;
const INITIAL_BYTES = ARENA_AT + INITIAL_ARENA;

/**
 * Initial hash value (FNV-1a), random per process, so that no file can be crafted whose names all collide. No result
 * depends on it.
 */
export const HASH_SEED: number = Math.trunc(Math.random() * 0x100000000) | 0;
export const HASH_PRIME = 0x01000193;

const SEED = HASH_SEED;
const PRIME = HASH_PRIME;

/** Returns the hash of a name's bytes; the scanner computes the same while it reads a name. */
function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = SEED;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ bytes[i], PRIME);
  return hash;
}

export class NameTable {
  private slots: Int32Array;
  private mask: number;
  private offsets: Uint32Array;
  private lengths: Uint32Array;
  private hashes: Int32Array;
  /** `PLAIN`, `BEYOND_ASCII`. */
  private traits: Uint8Array;
  private arena: Uint8Array;
  private arenaLength: number;
  private texts: (string | undefined)[] = [];
  /** Number of names; ids start at 1, 0 means "no name". */
  count: number;

  constructor(seed?: NameSeed) {
    const buffer = seed?.buffer.slice(0) ?? new ArrayBuffer(INITIAL_BYTES);
    this.slots = new Int32Array(buffer, 0, INITIAL_SLOTS);
    this.offsets = new Uint32Array(buffer, OFFSETS_AT, INITIAL_NAMES);
    this.lengths = new Uint32Array(buffer, LENGTHS_AT, INITIAL_NAMES);
    this.hashes = new Int32Array(buffer, HASHES_AT, INITIAL_NAMES);
    this.traits = new Uint8Array(buffer, TRAITS_AT, INITIAL_NAMES);
    this.arena = new Uint8Array(buffer, ARENA_AT, INITIAL_ARENA);
    this.arenaLength = seed?.arenaLength ?? 0;
    this.count = seed?.count ?? 1;
    this.mask = this.slots.length - 1;
  }

  /** A seed with the given words as ids 1, 2, 3, … */
  static seed(words: readonly string[]): NameSeed {
    const table = new NameTable();
    for (const word of words) table.internText(word);
    // Nothing has grown: the words fit into the first size.
    if (table.slots.buffer !== table.arena.buffer || table.slots.buffer !== table.offsets.buffer) {
      throw new RangeError("The reserved words do not fit into a table of the first size");
    }
    return { buffer: table.slots.buffer as ArrayBuffer, arenaLength: table.arenaLength, count: table.count };
  }

  /** Returns the id of `bytes[start, end)`, whose hash the caller has computed. */
  intern(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const length = end - start;
    let slot = (hash ^ (hash >>> 15)) & this.mask;
    for (;;) {
      const id = this.slots[slot];
      if (id === 0) break;
      if (this.hashes[id] === hash && this.lengths[id] === length) {
        const arena = this.arena;
        const offset = this.offsets[id];
        let i = 0;
        while (i < length && arena[offset + i] === bytes[start + i]) i++;
        if (i === length) return id;
      }
      slot = (slot + 1) & this.mask;
    }
    return this.add(bytes, start, length, hash, slot);
  }

  internText(text: string): number {
    const bytes = encodeUtf8(text);
    return this.intern(bytes, 0, bytes.length, hashBytes(bytes, 0, bytes.length));
  }

  internRange(bytes: Uint8Array, start: number, end: number): number {
    return this.intern(bytes, start, end, hashBytes(bytes, start, end));
  }

  /** Returns the name as a string; built once. */
  text(id: number): string {
    const known = this.texts[id];
    if (known !== undefined) return known;
    const offset = this.offsets[id];
    const made = decodeUtf8(this.arena, offset, offset + this.lengths[id]);
    this.texts[id] = made;
    return made;
  }

  /** Returns the bytes of the name, escapes resolved. */
  byteLength(id: number): number {
    return this.lengths[id];
  }

  /** Returns whether a name has only ASCII letters, digits and `_` and does not begin with a digit. */
  isPlainName(id: number): boolean {
    return (this.traits[id] & PLAIN) !== 0;
  }

  /** Returns whether a name has characters beyond ASCII, not all of which are valid in names. */
  isBeyondAscii(id: number): boolean {
    return (this.traits[id] & BEYOND_ASCII) !== 0;
  }

  private add(bytes: Uint8Array, start: number, length: number, hash: number, slot: number): number {
    const id = this.count++;
    if (id >= this.offsets.length) {
      this.offsets = grow(this.offsets);
      this.lengths = grow(this.lengths);
      const hashes = new Int32Array(this.hashes.length * 2);
      hashes.set(this.hashes);
      this.hashes = hashes;
      const traits = new Uint8Array(this.traits.length * 2);
      traits.set(this.traits);
      this.traits = traits;
    }
    if (this.arenaLength + length > this.arena.length) {
      const arena = new Uint8Array(Math.max(this.arena.length * 2, this.arenaLength + length));
      arena.set(this.arena.subarray(0, this.arenaLength));
      this.arena = arena;
    }
    let isPlain = length > 0 && FIRST[bytes[start]] === FIRST_NAME;
    let high = 0;
    for (let i = 0; i < length; i++) {
      const byte = bytes[start + i];
      high |= byte;
      if (NAME_BYTE[byte] !== 1) isPlain = false;
      this.arena[this.arenaLength + i] = byte;
    }
    this.offsets[id] = this.arenaLength;
    this.lengths[id] = length;
    this.hashes[id] = hash;
    this.traits[id] = high >= 128 ? BEYOND_ASCII : isPlain ? PLAIN : 0;
    this.arenaLength += length;
    this.slots[slot] = id;
    if (this.count * 2 > this.mask) this.rehash();
    return id;
  }

  private rehash(): void {
    const size = (this.mask + 1) * 2;
    const slots = new Int32Array(size);
    this.mask = size - 1;
    for (let id = 1; id < this.count; id++) {
      const hash = this.hashes[id];
      let slot = (hash ^ (hash >>> 15)) & this.mask;
      while (slots[slot] !== 0) slot = (slot + 1) & this.mask;
      slots[slot] = id;
    }
    this.slots = slots;
  }
}

function grow(array: Uint32Array): Uint32Array {
  const wider = new Uint32Array(array.length * 2);
  wider.set(array);
  return wider;
}
