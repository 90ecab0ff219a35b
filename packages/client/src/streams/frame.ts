/** A rendered image of a stream. */
export interface Frame<Data extends Uint8Array | Blob = Uint8Array> {
  /** JPEG. */
  readonly data: Data;
  /** Counts from 1 over all received frames, dropped ones included. */
  readonly number: number;
  /** Milliseconds since the epoch, of the client's clock. */
  readonly receivedAt: number;
}

/** What became of the frames of a stream so far. */
export interface FrameCounts {
  readonly received: number;
  readonly taken: number;
  /** Dropped frames: replaced by a newer one, or received while the stream was not ready. */
  readonly dropped: number;
  /** Bytes of all that came. */
  readonly bytes: number;
}
