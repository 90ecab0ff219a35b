/** Bytes of a known length which are read while they are sent, so that they are never in memory all at once. */
export interface StreamedFile {
  /** In bytes. */
  readonly size: number;
  /** From the first byte; every attempt takes one of its own. */
  stream(): ReadableStream<Uint8Array<ArrayBuffer>>;
}
