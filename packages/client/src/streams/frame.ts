/** A rendered image of a stream. */
export interface Frame<Data extends Uint8Array | Blob = Uint8Array> {
  /** JPEG. */
  readonly data: Data;
  /** Counts from 1 over all received frames: dropped ones are included, those that a new connection repeats are not. */
  readonly number: number;
  /** Time of receipt by the client's clock, in milliseconds since the epoch. */
  readonly receivedAt: number;
}

/** Counts of the frames of a stream so far. A frame that a new connection repeats is not counted. */
export interface FrameCounts {
  readonly received: number;
  readonly taken: number;
  /** Frames that were not taken: replaced by a newer one, or discarded at the end of the stream or of their connection. */
  readonly dropped: number;
  /** Bytes of all received frames. */
  readonly bytes: number;
}
