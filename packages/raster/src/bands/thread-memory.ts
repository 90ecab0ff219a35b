/** Scratch arrays of one thread, reused between tasks. Their content is undefined between tasks. */
export class ThreadMemory {
  readonly #arrays = new Map<string, Float64Array | Float32Array | Uint32Array>();

  /** Of all arrays. */
  get bytes(): number {
    let sum = 0;
    for (const { byteLength } of this.#arrays.values()) sum += byteLength;
    return sum;
  }

  /** At least this long; of the same name and length the same array. */
  doubles(name: string, length: number): Float64Array {
    const known = this.#arrays.get(name);
    if (known instanceof Float64Array && known.length >= length) return known;
    return this.#keep(name, new Float64Array(roomFor(length)));
  }

  floats(name: string, length: number): Float32Array {
    const known = this.#arrays.get(name);
    if (known instanceof Float32Array && known.length >= length) return known;
    return this.#keep(name, new Float32Array(roomFor(length)));
  }

  words(name: string, length: number): Uint32Array {
    const known = this.#arrays.get(name);
    if (known instanceof Uint32Array && known.length >= length) return known;
    return this.#keep(name, new Uint32Array(roomFor(length)));
  }

  #keep<T extends Float64Array | Float32Array | Uint32Array>(name: string, array: T): T {
    this.#arrays.set(name, array);
    return array;
  }
}

/** A quarter more than asked for, so that slowly growing demands do not allocate each time. */
function roomFor(length: number): number {
  return Math.max(256, Math.ceil(length * 1.25));
}
