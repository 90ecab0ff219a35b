/** A record of a reply, as returned by a tolerant reader. */
export interface Received {
  /**
   * The value before it was read; integers beyond ±(2^53 − 1) are strings of their digits. Not enumerable: copies and JSON of a record omit it. Undefined for
   * records that were not read from a reply.
   */
  readonly raw?: unknown;
}
