/** Places in a file with a small number each, as a set. */

/** Numbers are below this, so that a place and its number are one number. */
const NUMBERS = 256;
const EMPTY = -1;
const MIN_SIZE = 1024;
const MAX_FIRST_SIZE = 1 << 21;

/** Open addressing: a set of the language keeps an object for each of these numbers. */
export class PlaceSet {
  private keys: Float64Array;
  private count = 0;

  /** @param expected how many places may come: the set grows beyond, in steps that take time */
  constructor(expected = 0) {
    let size = MIN_SIZE;
    while (size < expected && size < MAX_FIRST_SIZE) size *= 2;
    this.keys = new Float64Array(size).fill(EMPTY);
  }

  /** Adds a place; returns whether it was not there. */
  add(place: number, number: number): boolean {
    const key = place * NUMBERS + number;
    let slot = this.slot(place, number);
    for (let found = this.keys[slot]; found !== EMPTY; found = this.keys[slot]) {
      if (found === key) return false;
      slot = (slot + 1) & (this.keys.length - 1);
    }
    this.keys[slot] = key;
    if (++this.count * 2 > this.keys.length) this.grow();
    return true;
  }

  private slot(place: number, number: number): number {
    let hash = Math.imul(place | 0, 0x9e3779b1) ^ Math.imul(number, 0x85ebca6b);
    hash ^= hash >>> 15;
    return Math.imul(hash, 0x2c1b3c6d) & (this.keys.length - 1);
  }

  private grow(): void {
    const old = this.keys;
    this.keys = new Float64Array(old.length * 2).fill(EMPTY);
    for (const key of old) {
      if (key === EMPTY) continue;
      let slot = this.slot(Math.floor(key / NUMBERS), key % NUMBERS);
      while (this.keys[slot] !== EMPTY) slot = (slot + 1) & (this.keys.length - 1);
      this.keys[slot] = key;
    }
  }
}
