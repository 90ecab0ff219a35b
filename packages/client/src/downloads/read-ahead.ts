/** Maximum number of bytes that are buffered for writing. */
const MAX_BUFFERED_BYTES = 1 << 20;

/**
 * Reads a stream as fast as it arrives while earlier pieces are written. A stream that breaks drops its unread bytes,
 * so none are left in it that would have to be fetched again. Pieces are returned in batches, which are cheaper to
 * write.
 */
export class ReadAhead {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #pieces: Uint8Array[] = [];
  #waiting = 0;
  #end: { readonly error?: unknown } | undefined;
  #wake: () => void = () => undefined;

  constructor(stream: ReadableStream<Uint8Array>) {
    this.#reader = stream.getReader();
    void this.#pump();
  }

  /**
   * Returns the pieces that arrived since the last call, at least one; undefined at the end.
   *
   * @throws The error that ended the stream, after the last piece was returned.
   */
  async next(): Promise<readonly Uint8Array[] | undefined> {
    while (this.#pieces.length === 0 && this.#end === undefined) await this.#change();
    const pieces = this.#pieces;
    if (pieces.length > 0) {
      this.#pieces = [];
      this.#waiting = 0;
      this.#wake();
      return pieces;
    }
    if (this.#end !== undefined && "error" in this.#end) throw this.#end.error as Error;
    return undefined;
  }

  /** Stops reading. */
  async cancel(): Promise<void> {
    this.#end ??= {};
    this.#wake();
    await this.#reader.cancel().catch(() => undefined);
  }

  async #pump(): Promise<void> {
    try {
      while (this.#end === undefined) {
        if (this.#waiting >= MAX_BUFFERED_BYTES) {
          await this.#change();
          continue;
        }
        const { done, value } = await this.#reader.read();
        if (done) break;
        this.#pieces.push(value);
        this.#waiting += value.length;
        this.#wake();
      }
      this.#end ??= {};
    } catch (error) {
      this.#end ??= { error };
    }
    this.#wake();
  }

  /** Only one side waits at a time: the reader for pieces, or the writer for space. */
  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
