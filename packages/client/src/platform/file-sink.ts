/** Where a file of the service is put together, so that it appears under its name only when it is whole. */

/** What a file that is begun is known by. */
export interface FileFacts {
  /** The server's name for exactly these bytes: a strong ETag, or the time of the last change. Without it nothing can be resumed. */
  readonly validator?: string | undefined;
  /** Of the whole file, in bytes, where the server says so. */
  readonly length?: number | undefined;
}

/** A file on its way to its place. After `finish`, `keep` or `discard` it is over. */
export interface FileSink {
  /** What an earlier, interrupted time has left of it. */
  readonly kept?:
    | { readonly bytes: number; readonly validator: string; readonly length?: number | undefined }
    | undefined;
  /** Empties it for another first byte. */
  begin(facts: FileFacts): Promise<void>;
  /** Behind what is there. @throws FileError When the disk is full, for one. */
  write(pieces: readonly Uint8Array[]): Promise<void>;
  /** Puts it in its place, and says where that is. @throws FileError. */
  finish(): Promise<string>;
  /** Leaves what a later time can go on with; nothing, where it could not. */
  keep(): Promise<void>;
  /** Leaves nothing. */
  discard(): Promise<void>;
}

/** A folder: its path in Node, a `FileSystemDirectoryHandle` in a browser. */
export type Folder = string | DirectoryHandle;

/** What is needed of a browser's `FileSystemDirectoryHandle`. */
export interface DirectoryHandle {
  /** The file of that name, made where it is wanted. */
  getFileHandle(name: string, options?: { create?: boolean }): Promise<FileHandle>;
  /** Removes the file of that name. */
  removeEntry(name: string): Promise<void>;
}

/** What is needed of a browser's `FileSystemFileHandle`. */
export interface FileHandle {
  /** Starts to write the file from its beginning. */
  createWritable(): Promise<FileWriter>;
}

/** What is needed of a browser's `FileSystemWritableFileStream`. */
export interface FileWriter {
  /** Writes at its position, which moves on. */
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Moves the position, in bytes. */
  seek(position: number): Promise<void>;
  /** Cuts the file to that many bytes. */
  truncate(size: number): Promise<void>;
  /** Puts what was written in place of the file. */
  close(): Promise<void>;
  /** Throws away what was written. */
  abort(): Promise<void>;
}

/** A file by its folder and its name in it, or in Node by its path. */
export type FilePlace = string | { readonly folder: Folder; readonly name: string };

/** Which file is to be put where. */
export interface SinkRequest {
  readonly place: FilePlace;
  /** Where it comes from: only what is from there is gone on with. */
  readonly url: string;
  /** Whether a file of that name may be there already. */
  readonly overwrite: boolean;
}
