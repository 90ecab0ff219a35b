/** A set of whole numbers, as ids of rows: a bit for each up to the largest. */
export class IdSet {
  #bits = new Uint8Array(1 << 10);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(id: number): void {
    if (this.has(id)) return;
    this.#size++;
    if (id >> 3 >= this.#bits.length) {
      const grown = new Uint8Array(Math.max(this.#bits.length * 2, (id >> 3) + 1));
      grown.set(this.#bits);
      this.#bits = grown;
    }
    this.#bits[id >> 3] = (this.#bits[id >> 3] ?? 0) | (1 << (id & 7));
  }

  delete(id: number): void {
    if (!this.has(id)) return;
    this.#size--;
    this.#bits[id >> 3] = (this.#bits[id >> 3] ?? 0) & ~(1 << (id & 7));
  }

  has(id: number): boolean {
    return ((this.#bits[id >> 3] ?? 0) & (1 << (id & 7))) !== 0;
  }

  /** Yields the ids in their order. */
  *[Symbol.iterator](): Generator<number> {
    for (let i = 0; i < this.#bits.length; i++) {
      if (this.#bits[i] === 0) continue;
      for (let bit = 0; bit < 8; bit++) if (this.has(i * 8 + bit)) yield i * 8 + bit;
    }
  }
}
