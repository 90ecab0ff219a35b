import type { StreamedFile } from "./streamed-file.ts";

/**
 * What can be uploaded: in Node the path of a file (or its `file:` URL), and everywhere a Blob or File, bytes, or a stream of
 * bytes. A stream is kept whole before anything is sent, since its md5 and length come first: in Node in a temporary file
 * when it is long, in browsers in a Blob of at most 512 MiB.
 */
export type UploadSource =
  | string
  | URL
  | Blob
  | Uint8Array
  | ArrayBuffer
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>;

/** A source that was found fit to be read. Whoever opened it closes it. */
export interface OpenSource {
  /** What it is called where it comes from; empty where it has no name. */
  readonly name: string;
  /** In bytes; at least 1. */
  readonly size: number;
  /** Aborted as soon as it is found to be unfit while its bytes are on their way; `check` says why. */
  readonly unfit: AbortSignal;
  /**
   * Reads it once from end to end.
   *
   * @param onBytes Called with the count of bytes read so far.
   * @returns The md5, in lowercase hexadecimal digits.
   * @throws FileChangedError, FileError; the reason of `signal`.
   */
  digest(onBytes?: (read: number) => void, signal?: AbortSignal): Promise<string>;
  /**
   * The bytes from `start` up to `end`. After `digest`: bytes that are not those which it read are not given out.
   *
   * @param onBytes Called with the count of bytes given out in an attempt so far, where that is known.
   */
  part(start: number, end: number, onBytes?: (given: number) => void): SourcePart;
  /** @throws FileChangedError When it is not what was opened any more; FileError. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Bytes on their way. */
export interface SourcePart {
  readonly content: Blob | StreamedFile;
  /**
   * To be called when the answer to the request that carried the bytes is there, and not before: their memory is used again. After
   * a fault nothing is to be called, as they may still be sent.
   */
  readonly release: () => void;
}
