/**
 * Maximum bytes of one part whose buffers are reused: parts of 8 MiB, as upload hosts commonly use, plus read-ahead.
 */
const OF_A_PART = 10 * 1024 * 1024;
/** Maximum parts in flight. */
const PARTS = 2;

/**
 * Buffers of one size that are reused. Without it, an upload of 1 GB leaves 1 GB to the garbage collector, which
 * considers only the small wrapper objects and lets some 80 MB accumulate.
 */
export class BufferPool {
  readonly size: number;
  readonly #free: Buffer<ArrayBuffer>[] = [];

  constructor(size: number) {
    this.size = size;
  }

  /** How many buffers of one part are kept; the others are left to the collector. */
  get share(): number {
    return Math.ceil(OF_A_PART / this.size);
  }

  take(): Buffer<ArrayBuffer> {
    return this.#free.pop() ?? Buffer.allocUnsafeSlow(this.size);
  }

  /** Returns a buffer to the pool; it must have no readers. */
  give(buffers: readonly Buffer<ArrayBuffer>[]): void {
    for (const buffer of buffers) if (this.#free.length < PARTS * this.share) this.#free.push(buffer);
  }
}
