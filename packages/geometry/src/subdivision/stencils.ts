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
  readonly #starts: number[] = [0];
  readonly #sources: number[] = [];
  readonly #weights: number[] = [];

  /** Adds a value to the sum of the next result. */
  add(source: number, weight: number): void {
    this.#sources.push(source);
    this.#weights.push(weight);
  }

  /** Ends the sum of a result. */
  end(): void {
    this.#starts.push(this.#sources.length);
  }

  stencils(): Stencils {
    return {
      starts: Uint32Array.from(this.#starts),
      sources: Uint32Array.from(this.#sources),
      weights: Float64Array.from(this.#weights),
    };
  }
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
