/** Matrices as typed arrays. */

/** Matrices in one buffer. */
const MATRICES = 512;

/**
 * Typed arrays that share buffers: a buffer of its own for each of 100,000 matrices costs more than everything else about
 * them.
 */
export class MatrixPool {
  readonly #reuses: boolean;
  #numbers: Float64Array = new Float64Array(0);
  #used = 0;

  /** @param reuses Returns the same memory again after some hundred matrices: for a reader that keeps none. */
  constructor(reuses: boolean) {
    this.#reuses = reuses;
  }

  copyOf(matrix: readonly number[]): Float64Array {
    if (this.#used === this.#numbers.length) {
      if (!this.#reuses || this.#used === 0) this.#numbers = new Float64Array(MATRICES * 16);
      this.#used = 0;
    }
    const copy = this.#numbers.subarray(this.#used, (this.#used += 16));
    for (let i = 0; i < 16; i++) copy[i] = matrix[i];
    return copy;
  }
}
