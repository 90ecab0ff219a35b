/** Most bytes of one part whose buffers are used again: parts of 8 MiB, as upload hosts commonly have them, and what is read ahead. */
const OF_A_PART = 10 * 1024 * 1024;
/** Parts on their way at once. */
const PARTS = 2;

/**
 * Buffers of one size that are used again. Without it, an upload of 1 GB leaves 1 GB for the garbage collector, which looks at the
 * small objects that hold them and lets some 80 MB pile up.
 */
export class BufferPool {
  readonly size: number;
  readonly #free: Buffer<ArrayBuffer>[] = [];

  constructor(size: number) {
    this.size = size;
  }

  /** How many buffers of one part are worth giving back; the others are left to the collector. */
  get share(): number {
    return Math.ceil(OF_A_PART / this.size);
  }

  take(): Buffer<ArrayBuffer> {
    return this.#free.pop() ?? Buffer.allocUnsafeSlow(this.size);
  }

  /** Only for buffers that have no readers. */
  give(buffers: readonly Buffer<ArrayBuffer>[]): void {
    for (const buffer of buffers) if (this.#free.length < PARTS * this.share) this.#free.push(buffer);
  }
}
