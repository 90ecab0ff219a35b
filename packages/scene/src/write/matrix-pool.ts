/** Matrices as typed arrays. */

/** Matrices in one buffer. */
const MATRICES = 512;

/**
 * Typed arrays that share buffers: separate buffers for each of 100,000 matrices would dominate their cost.
 */
export class MatrixPool {
  readonly #reuses: boolean;
  #numbers: Float64Array = new Float64Array(0);
  #used = 0;

  /** @param reuses Whether to reuse memory after a few hundred matrices, for a reader that keeps none */
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
