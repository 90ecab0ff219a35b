/** A record of a reply, as returned by a tolerant reader. */
export interface Received {
  /**
   * The value before it was parsed. Not enumerable: copies and JSON of a record omit it. Undefined for
   * records that were not read from a reply.
   */
  readonly raw?: unknown;
}
