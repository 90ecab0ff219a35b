import type { FileSink, SinkRequest } from "./file-sink.ts";
import type { Md5 } from "./md5.ts";
import type { WebSocketConstructor } from "./web-socket-like.ts";
import type { OpenSource, UploadSource } from "./upload-source.ts";

/**
 * The differences between Node and browsers. Each entry point of the package supplies one; everything else is shared.
 */
export interface Platform {
  /** Whether `fetch` itself repeats a request, POST included, if a reused connection breaks. */
  readonly fetchRepeats: boolean;
  /**
   * Checks a source and opens it. A stream is read to its end and kept.
   *
   * @throws InvalidRequestError If it is missing, empty, unreadable or not a file. FileError if a stream cannot be
   *   kept.
   */
  openSource(source: UploadSource, signal?: AbortSignal): Promise<OpenSource>;
  /** Checks a source without reading a stream; throws as `openSource` does. */
  checkSource(source: UploadSource): Promise<void>;
  /** @throws InvalidRequestError If the folder is missing or the destination exists. FileError. */
  openSink(request: SinkRequest): Promise<FileSink>;
  createMd5(): Md5;
  /** Resolves to undefined if there is no WebSocket. */
  webSocket(): Promise<WebSocketConstructor | undefined>;
}
