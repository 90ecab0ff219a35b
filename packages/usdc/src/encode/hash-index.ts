/** Entries of a table by a hash of their content. */
import { IntList } from "./int-list.ts";

const FREE = -1;
const MIN_SIZE = 256;

/**
 * Finds entries, which are numbered as they are added, by their hash; the caller compares their content. Open addressing in
 * typed arrays: a map of the language takes several times the memory.
 *
 * ```ts
 * for (let entry = index.first(hash); entry >= 0; entry = index.next()) if (isEqual(entry)) return entry;
 * return index.add(hash);
 * ```
 */
export class HashIndex {
  private slots: Int32Array = new Int32Array(MIN_SIZE).fill(FREE);
  private readonly hashes: IntList = new IntList();
  /** Of the search that was begun last: its hash, and the slot after the entry that was returned. */
  private hash = 0;
  private slot = 0;

  /** Returns the first entry with a hash, -1 if there is none. */
  first(hash: number): number {
    this.hash = hash | 0;
    this.slot = slotOf(hash) & (this.slots.length - 1);
    return this.next();
  }

  /** Returns the next entry with the requested hash, -1 if there is none. */
  next(): number {
    const { slots, hashes, hash } = this;
    const mask = slots.length - 1;
    let { slot } = this;
    for (let entry = slots[slot]; entry !== FREE; entry = slots[slot]) {
      slot = (slot + 1) & mask;
      if (hashes.get(entry) === hash) {
        this.slot = slot;
        return entry;
      }
    }
    return FREE;
  }

  /** Adds an entry; returns its number. */
  add(hash: number): number {
    const entry = this.hashes.push(hash);
    if ((entry + 1) * 3 > this.slots.length * 2) this.grow();
    else this.place(entry);
    return entry;
  }

  /** Removes all entries. */
  clear(): void {
    this.slots = new Int32Array(MIN_SIZE).fill(FREE);
    this.hashes.clear();
  }

  private place(entry: number): void {
    const { slots } = this;
    const mask = slots.length - 1;
    let slot = slotOf(this.hashes.get(entry)) & mask;
    while (slots[slot] !== FREE) slot = (slot + 1) & mask;
    slots[slot] = entry;
  }

  private grow(): void {
    this.slots = new Int32Array(this.slots.length * 2).fill(FREE);
    for (let entry = 0; entry < this.hashes.length; entry++) this.place(entry);
  }
}

/** Spreads hashes, of which neighbours may be alike. */
function slotOf(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return mixed ^ (mixed >>> 13);
}
