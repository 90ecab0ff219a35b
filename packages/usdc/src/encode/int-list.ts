/** Integers of 32 bits that are added one by one. */

const CHUNK_BITS = 13;
const CHUNK_SIZE = 1 << CHUNK_BITS;

/** A list of 32-bit integers in parts of 32 KB: to grow copies nothing, and takes no more memory than one part. */
export class IntList {
  length = 0;
  private chunks: Int32Array[] = [];

  /** Adds a number; returns its index. */
  push(value: number): number {
    const index = this.length++;
    if ((index & (CHUNK_SIZE - 1)) === 0) this.chunks.push(new Int32Array(CHUNK_SIZE));
    this.chunks[index >>> CHUNK_BITS][index & (CHUNK_SIZE - 1)] = value;
    return index;
  }

  /** The number at an index below `length`, signed. */
  get(index: number): number {
    return this.chunks[index >>> CHUNK_BITS][index & (CHUNK_SIZE - 1)];
  }

  set(index: number, value: number): void {
    this.chunks[index >>> CHUNK_BITS][index & (CHUNK_SIZE - 1)] = value;
  }

  /** Removes all numbers. */
  clear(): void {
    this.chunks = [];
    this.length = 0;
  }

  /** Returns all numbers in one array, and removes them. */
  take(): Int32Array {
    const { chunks, length } = this;
    const all = new Int32Array(length);
    this.clear();
    chunks.forEach((chunk, i) => {
      const start = i * CHUNK_SIZE;
      all.set(chunk.subarray(0, Math.min(CHUNK_SIZE, length - start)), start);
    });
    return all;
  }
}
