/** Assembles a downloaded file, so that it appears under its name only when it is complete. */

/** Identity of a partial file. */
export interface FileFacts {
  /**
   * The server's identifier of exactly these bytes: a strong ETag, or the modification time. Without it a download
   * cannot resume.
   */
  readonly validator?: string | undefined;
  /** Size of the whole file in bytes, if the server reports it. */
  readonly length?: number | undefined;
}

/** A file being written. It ends with `finish`, `keep` or `discard`. */
export interface FileSink {
  /** The partial file of an earlier, interrupted download. */
  readonly kept?:
    | {
        readonly bytes: number;
        readonly validator: string;
        readonly length?: number | undefined;
        /** Its first bytes, at least {@link SinkRequest.headBytes}. */
        readonly head: Uint8Array;
      }
    | undefined;
  /** Truncates it to start from the first byte. */
  begin(facts: FileFacts): Promise<void>;
  /**
   * Changes the name of the destination within its folder; before the first byte of a file that is not resumed.
   *
   * @throws FileError If a file has that name: only the requested one is replaced.
   */
  rename(name: string): Promise<void>;
  /** Appends. @throws FileError If the disk is full, for example. */
  write(pieces: readonly Uint8Array[]): Promise<void>;
  /** Moves it to its destination and returns the destination. @throws FileError. */
  finish(): Promise<string>;
  /** Keeps the partial file for a later download, if it can be resumed. */
  keep(): Promise<void>;
  /** Removes the partial file. */
  discard(): Promise<void>;
}

/** A folder: its path in Node, a `FileSystemDirectoryHandle` in a browser. */
export type Folder = string | DirectoryHandle;

/** The subset of `FileSystemDirectoryHandle` that is used. */
export interface DirectoryHandle {
  /** Returns the file of that name, created on request. */
  getFileHandle(name: string, options?: { create?: boolean }): Promise<FileHandle>;
  /** Removes the file of that name. */
  removeEntry(name: string): Promise<void>;
}

/** The subset of `FileSystemFileHandle` that is used. */
export interface FileHandle {
  /** Starts writing the file from its beginning. */
  createWritable(): Promise<FileWriter>;
}

/** The subset of `FileSystemWritableFileStream` that is used. */
export interface FileWriter {
  /** Writes at its position, which advances. */
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Moves the position, in bytes. */
  seek(position: number): Promise<void>;
  /** Truncates the file to that many bytes. */
  truncate(size: number): Promise<void>;
  /** Replaces the file with the written bytes. */
  close(): Promise<void>;
  /** Discards the written bytes. */
  abort(): Promise<void>;
}

/** A file by its folder and name, or in Node by its path. */
export type FilePlace = string | { readonly folder: Folder; readonly name: string };

/** Source and destination of a file. */
export interface SinkRequest {
  readonly place: FilePlace;
  /** The source: only a partial file of the same source is resumed. */
  readonly url: string;
  /** Whether a file of that name may already exist. */
  readonly overwrite: boolean;
  /** A shorter partial file is not resumed. */
  readonly headBytes: number;
}
