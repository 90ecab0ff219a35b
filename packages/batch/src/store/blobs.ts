/** Places for files that are written whole: a folder, or objects of an S3-compatible store. */

/** Files by their names, which have no folders. */
export interface Blobs {
  /** Returns the names that begin with a prefix. */
  list(prefix: string): Promise<readonly string[]>;
  /** Returns the content of a file; undefined if there is none. */
  get(name: string): Promise<Uint8Array | undefined>;
  /** Writes a file: all of it, or nothing. */
  put(name: string, content: string): Promise<void>;
  /** Removes a file, if there is one. */
  remove(name: string): Promise<void>;
}
