/** Finds prims, variant sets or variants by parent and name, in an open-addressed table of their records. */
import { IDENTITY, NAME, PARENT } from "./tape.ts";

export class OwnerTable {
  private slots: Uint32Array = new Uint32Array(1 << 10);
  private count = 0;

  /** Clears the table, for a new text. */
  reset(): void {
    if (this.count > 0) this.slots.fill(0);
    this.count = 0;
  }

  /**
   * Adds the record, unless there is one with the same parent and name; returns that one, otherwise 0.
   *
   * @param words the words of the tape
   * @param parent the record that represents the parent (its identity)
   */
  add(words: Uint32Array, parent: number, name: number, record: number): number {
    if (this.count * 2 >= this.slots.length) this.grow(words);
    const slots = this.slots;
    const mask = slots.length - 1;
    let slot = hashOf(parent, name) & mask;
    for (;;) {
      const other = slots[slot];
      if (other === 0) break;
      if (words[other + NAME] === name && words[words[other + PARENT] + IDENTITY] === parent) return other;
      slot = (slot + 1) & mask;
    }
    slots[slot] = record;
    this.count++;
    return 0;
  }

  private grow(words: Uint32Array): void {
    const old = this.slots;
    const slots = new Uint32Array(old.length * 4);
    const mask = slots.length - 1;
    for (const record of old) {
      if (record === 0) continue;
      let slot = hashOf(words[words[record + PARENT] + IDENTITY], words[record + NAME]) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = record;
    }
    this.slots = slots;
  }
}

function hashOf(parent: number, name: number): number {
  const hash = Math.imul(parent, 0x9e3779b1) ^ Math.imul(name, 0x85ebca6b);
  return hash ^ (hash >>> 15);
}
