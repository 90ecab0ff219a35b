/** Values of some splats. */
import type { ListedValues } from "../model/splats.ts";

const FIRST_CAPACITY = 1024;

/** Collects values by ascending index. Indices are only kept from the first gap on. */
export class ValueList {
  readonly #width: number;
  #count = 0;
  #values: Float32Array;
  #indices: Int32Array | null = null;

  /** @param width numbers of one value */
  constructor(width: number) {
    this.#width = width;
    this.#values = new Float32Array(FIRST_CAPACITY * width);
  }

  /** Adds `width` numbers of an array from `from` on. */
  add(index: number, numbers: Float64Array, from = 0): void {
    const count = this.#count;
    const width = this.#width;
    if ((count + 1) * width > this.#values.length) {
      const larger = new Float32Array(2 * this.#values.length);
      larger.set(this.#values);
      this.#values = larger;
    }
    if (this.#indices === null && index !== count) {
      this.#indices = new Int32Array(Math.max(FIRST_CAPACITY, 2 * count));
      for (let i = 0; i < count; i++) this.#indices[i] = i;
    }
    if (this.#indices !== null) {
      if (count === this.#indices.length) {
        const larger = new Int32Array(2 * count);
        larger.set(this.#indices);
        this.#indices = larger;
      }
      this.#indices[count] = index;
    }
    for (let k = 0; k < width; k++) this.#values[count * width + k] = numbers[from + k];
    this.#count++;
  }

  /** Returns what was added; null if nothing was. */
  finish(): ListedValues | null {
    if (this.#count === 0) return null;
    return {
      indices: this.#indices?.slice(0, this.#count) ?? null,
      values: this.#values.slice(0, this.#count * this.#width),
    };
  }
}
