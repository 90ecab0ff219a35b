/** A record of a reply, as a tolerant reader returns it. */
export interface Received {
  /**
   * The value as it came, before it was read. Not enumerable: copies and JSON of a record do not repeat it. Undefined for
   * records that were not read from a reply.
   */
  readonly raw?: unknown;
}
