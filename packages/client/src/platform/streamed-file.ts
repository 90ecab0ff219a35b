/** Bytes of a known length that are read while they are sent, so that they are never all in memory. */
export interface StreamedFile {
  /** In bytes. */
  readonly size: number;
  /** Returns the bytes from the start; every attempt opens its own stream. */
  stream(): ReadableStream<Uint8Array<ArrayBuffer>>;
}
