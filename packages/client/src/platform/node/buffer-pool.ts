/** Most bytes that are kept for the next one: two parts of 8 MiB, and what is read ahead. */
const KEPT = 20 * 1024 * 1024;

/**
 * Buffers of one size that are used again. Without it, an upload of 1 GB leaves 1 GB for the garbage collector, which lets
 * some 80 MB of it pile up: it sees the small objects, and not the memory behind them.
 */
export class BufferPool {
  readonly #size: number;
  readonly #free: Buffer<ArrayBuffer>[] = [];

  constructor(size: number) {
    this.#size = size;
  }

  take(): Buffer<ArrayBuffer> {
    return this.#free.pop() ?? Buffer.allocUnsafeSlow(this.#size);
  }

  /** Only for buffers that nobody reads from any more. */
  give(buffers: readonly Buffer<ArrayBuffer>[]): void {
    for (const buffer of buffers) {
      if ((this.#free.length + 1) * this.#size > KEPT) return;
      this.#free.push(buffer);
    }
  }
}
