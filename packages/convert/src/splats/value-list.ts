/** Values of some splats. */
import type { ListedValues } from "../model/splats.ts";

const FIRST_CAPACITY = 1024;

/** Collects values by ascending index. Indices are only kept from the first gap on. */
export class ValueList {
  readonly #width: number;
  readonly #most: number;
  #count = 0;
  #values: Float32Array<ArrayBuffer>;
  #indices: Int32Array<ArrayBuffer> | null = null;

  /**
   * @param width numbers of one value
   * @param most maximum number of values
   */
  constructor(width: number, most: number) {
    this.#width = width;
    this.#most = most;
    this.#values = new Float32Array(Math.min(FIRST_CAPACITY, most) * width);
  }

  /** Adds a value of one number. */
  add(index: number, value: number): void {
    const at = this.addPlace(index);
    this.#values[at] = value;
  }

  /** Adds the place of a value; returns where in `values` its numbers belong. */
  addPlace(index: number): number {
    const count = this.#count;
    const width = this.#width;
    if ((count + 1) * width > this.#values.length) {
      const larger = new Float32Array(this.#capacity(count) * width);
      larger.set(this.#values);
      this.#values = larger;
    }
    if (this.#indices !== null || index !== count) this.#addIndex(index);
    this.#count = count + 1;
    return count * width;
  }

  /** The numbers so far; another array after the next value. */
  get values(): Float32Array {
    return this.#values;
  }

  /** Returns what was added; null if nothing was. */
  finish(): ListedValues | null {
    if (this.#count === 0) return null;
    const indices = this.#indices;
    return {
      indices: indices === null ? null : fitted(indices, this.#count),
      values: fitted(this.#values, this.#count * this.#width),
    };
  }

  #addIndex(index: number): void {
    const count = this.#count;
    let indices = this.#indices;
    if (indices === null) {
      indices = new Int32Array(this.#capacity(count));
      for (let i = 0; i < count; i++) indices[i] = i;
    } else if (count === indices.length) {
      const larger = new Int32Array(this.#capacity(count));
      larger.set(indices);
      indices = larger;
    }
    indices[count] = index;
    this.#indices = indices;
  }

  #capacity(count: number): number {
    return Math.min(Math.max(FIRST_CAPACITY, 2 * count), this.#most);
  }
}

/** Returns the first numbers of an array: without a copy if that would keep little more in memory. */
function fitted<T extends Float32Array<ArrayBuffer> | Int32Array<ArrayBuffer>>(array: T, length: number): T {
  return (4 * length >= 3 * array.length ? array.subarray(0, length) : array.slice(0, length)) as T;
}
