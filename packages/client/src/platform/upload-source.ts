import type { StreamedFile } from "./streamed-file.ts";

/**
 * The accepted upload sources: in Node the path of a file (or its `file:` URL), and everywhere a Blob or File, bytes,
 * or a stream of bytes. A stream is buffered completely before anything is sent, since its md5 and length come first:
 * in Node in a temporary file if it is long, in browsers in a Blob of at most 512 MiB.
 */
export type UploadSource =
  | string
  | URL
  | Blob
  | Uint8Array
  | ArrayBuffer
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>;

/** A source that passed its checks. The code that opened it closes it. */
export interface OpenSource {
  /** The source's own name; empty if it has none. */
  readonly name: string;
  /** In bytes; at least 1. */
  readonly size: number;
  /** Aborted as soon as the source is found to be invalid while its bytes are sent; `check` returns the error. */
  readonly unfit: AbortSignal;
  /**
   * Reads the source once from start to end.
   *
   * @param onBytes Called with the count of bytes read so far.
   * @returns The md5, in lowercase hexadecimal digits.
   * @throws FileChangedError, FileError; the reason of `signal`.
   */
  digest(onBytes?: (read: number) => void, signal?: AbortSignal): Promise<string>;
  /**
   * Returns the bytes from `start` up to `end`. After `digest`, bytes that differ from those that it read are not
   * returned.
   *
   * @param onBytes Called with the number of bytes read in an attempt so far, if that is known.
   */
  part(start: number, end: number, onBytes?: (given: number) => void): SourcePart;
  /** @throws FileChangedError If it is no longer the file that was opened; FileError. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Bytes being sent. */
export interface SourcePart {
  readonly content: Blob | StreamedFile;
  /**
   * Call this only after the answer to the request that carried the bytes: their memory is reused. After
   * a fault do not call it, as the bytes may still be in use.
   */
  readonly release: () => void;
}
