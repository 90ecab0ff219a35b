import type { FileSink, SinkRequest } from "./file-sink.ts";
import type { Md5 } from "./md5.ts";
import type { OpenSource, UploadSource } from "./upload-source.ts";

/** What Node and browsers do differently. Each entry point of the package brings one; all else is shared. */
export interface Platform {
  /** Whether `fetch` sends a request again by itself, POST included, when a connection breaks that it had used before. */
  readonly fetchRepeats: boolean;
  /**
   * Looks at a source and opens it. A stream is read to its end and kept.
   *
   * @throws InvalidRequestError For what is missing, empty, no file or unreadable. FileError where a stream cannot be kept.
   */
  openSource(source: UploadSource, signal?: AbortSignal): Promise<OpenSource>;
  /** Only looks, and does not read a stream; throws as `openSource` does. */
  checkSource(source: UploadSource): Promise<void>;
  /** @throws InvalidRequestError For a folder that is missing, and a place that is taken. FileError. */
  openSink(request: SinkRequest): Promise<FileSink>;
  createMd5(): Md5;
}
