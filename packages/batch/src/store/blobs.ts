/** Places for files that are written whole: a folder, or objects of an S3-compatible store. */

/** Bytes of a file: some of them, or the last ones. What the file does not have is left out. */
export type BlobPart = { readonly start: number; readonly length: number } | { readonly last: number };

/** Files by their names, which have no folders. */
export interface Blobs {
  /** Returns the names that begin with a prefix. */
  list(prefix: string): Promise<readonly string[]>;
  /** Returns a part of a file; undefined if there is none. */
  get(name: string, part: BlobPart): Promise<Uint8Array | undefined>;
  /** Writes a file: all of it, or nothing. */
  put(name: string, content: Uint8Array): Promise<void>;
  /** Removes a file, if there is one. */
  remove(name: string): Promise<void>;
  /**
   * Removes files whose names begin with a prefix and that no run has used for long; those of `used` count as used now. A place that
   * cannot do it has none: buckets have rules of their own for it.
   */
  expire?(prefix: string, used: ReadonlySet<string>): Promise<void>;
}
