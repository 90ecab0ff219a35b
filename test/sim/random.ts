/** Chance that is the same for a seed on every machine: sfc32. */
export class SimRandom {
  #a: number;
  #b: number;
  #c: number;
  #d = 1;

  constructor(seed: number) {
    this.#a = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
    this.#b = Math.imul(Math.floor(seed / 2 ** 32) ^ 0x243f6a88, 0xc2b2ae35);
    this.#c = seed | 0;
    for (let i = 0; i < 12; i++) this.next();
  }

  /** At least 0 and below 1. */
  next(): number {
    const t = (((this.#a + this.#b) | 0) + this.#d) | 0;
    this.#d = (this.#d + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + t;
    return (t >>> 0) / 2 ** 32;
  }

  /** A whole number. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[Math.floor(this.next() * items.length)] ?? items[0];
  }
}
