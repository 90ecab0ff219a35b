/** Bytes that are waited for. */

/** Promises of bytes, until they are settled. */
export class PendingBytes {
  private readonly waiting: Set<Promise<void>> = new Set();
  /** Whether anything was waited for so far. */
  hasWaited = false;

  /** Whether bytes are not there yet. */
  get isPending(): boolean {
    return this.waiting.size > 0;
  }

  /** Waits for bytes; what `onError` does is part of it. */
  add(bytes: Promise<unknown>, onError: (error: unknown) => void): void {
    const done = bytes
      .then(() => undefined, onError)
      .then(() => {
        this.waiting.delete(done);
      });
    this.waiting.add(done);
    this.hasWaited = true;
  }

  /** Waits until all bytes are there, those that are asked for in the meantime too. */
  async settle(): Promise<void> {
    while (this.waiting.size > 0) await Promise.all(this.waiting);
  }
}
