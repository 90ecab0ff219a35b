/** From keys to places in a file, for millions of them: 16 bytes a slot, at most half of the slots are used. */

/** Slots at first. */
const FIRST = 1 << 10;

/** A table from hexadecimal keys, by their first 64 bits, to offsets. Who reads at an offset compares the whole key. */
export class OffsetTable {
  #keys: Uint32Array = new Uint32Array(2 * FIRST);
  /** Offsets plus one; 0 in an empty slot. */
  #offsets: Float64Array = new Float64Array(FIRST);
  #size = 0;

  /** Number of keys. */
  get size(): number {
    return this.#size;
  }

  /** Returns the offset of a key; undefined if there is none. */
  get(key: string): number | undefined {
    const offset = this.#offsets[this.#slot(high(key), low(key))];
    return offset === 0 ? undefined : offset - 1;
  }

  set(key: string, offset: number): void {
    if (2 * (this.#size + 1) > this.#offsets.length) this.#grow();
    this.#put(high(key), low(key), offset + 1);
  }

  #put(first: number, second: number, offset: number): void {
    const slot = this.#slot(first, second);
    if (this.#offsets[slot] === 0) this.#size++;
    this.#keys[2 * slot] = first;
    this.#keys[2 * slot + 1] = second;
    this.#offsets[slot] = offset;
  }

  #slot(first: number, second: number): number {
    const mask = this.#offsets.length - 1;
    let slot = second & mask;
    while (this.#offsets[slot] !== 0 && (this.#keys[2 * slot] !== first || this.#keys[2 * slot + 1] !== second)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #grow(): void {
    const [keys, offsets] = [this.#keys, this.#offsets];
    this.#keys = new Uint32Array(2 * keys.length);
    this.#offsets = new Float64Array(2 * offsets.length);
    this.#size = 0;
    for (const [slot, offset] of offsets.entries()) {
      if (offset !== 0) this.#put(keys[2 * slot], keys[2 * slot + 1], offset);
    }
  }
}

function high(key: string): number {
  return Number.parseInt(key.slice(0, 8), 16);
}

function low(key: string): number {
  return Number.parseInt(key.slice(8, 16), 16);
}
