/** Values as weighted sums of other values. */

/** Weighted sums: of each result, which values with which weights. */
export interface Stencils {
  /** Of each result: its first entry in `sources` and `weights`; and after the last result the number of entries. */
  readonly starts: Uint32Array;
  readonly sources: Uint32Array;
  readonly weights: Float64Array;
}

/** Writes stencils one after the other. */
export class StencilWriter {
  #starts: Uint32Array;
  #sources: Uint32Array;
  #weights: Float64Array;
  #results = 0;
  #entries = 0;

  /**
   * @param results how many are expected
   * @param entries of all of them together
   */
  constructor(results: number = 64, entries: number = 4 * results) {
    this.#starts = new Uint32Array(results + 1);
    this.#sources = new Uint32Array(entries);
    this.#weights = new Float64Array(entries);
  }

  /** Adds a value to the sum of the next result. */
  add(source: number, weight: number): void {
    if (this.#entries === this.#sources.length) {
      const length = 2 * this.#entries + 64;
      this.#sources = resized(this.#sources, new Uint32Array(length));
      this.#weights = resized(this.#weights, new Float64Array(length));
    }
    this.#sources[this.#entries] = source;
    this.#weights[this.#entries] = weight;
    this.#entries++;
  }

  /** Ends the sum of a result. */
  end(): void {
    this.#results++;
    if (this.#results === this.#starts.length) {
      this.#starts = resized(this.#starts, new Uint32Array(2 * this.#results + 64));
    }
    this.#starts[this.#results] = this.#entries;
  }

  stencils(): Stencils {
    return {
      starts: this.#starts.subarray(0, this.#results + 1),
      sources: this.#sources.subarray(0, this.#entries),
      weights: this.#weights.subarray(0, this.#entries),
    };
  }
}

function resized<T extends Uint32Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

/** Returns the weighted sums of values of some numbers each. */
export function applyStencils(
  { starts, sources, weights }: Stencils,
  values: Float32Array,
  components: number,
): Float32Array {
  const results = new Float32Array(components * (starts.length - 1));
  for (let result = 0; result + 1 < starts.length; result++) {
    for (let k = 0; k < components; k++) {
      let sum = 0;
      for (let i = starts[result]; i < starts[result + 1]; i++) sum += weights[i] * values[components * sources[i] + k];
      results[components * result + k] = sum;
    }
  }
  return results;
}
