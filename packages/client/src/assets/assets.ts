import type { Platform } from "../platform/platform.ts";
import type { UploadSource } from "../platform/upload-source.ts";
import type { Transport } from "../transport/transport.ts";
import type { UploadedAsset } from "./run-upload.ts";
import { uploadAll, type UploadAllOptions, type UploadItem } from "./upload-all.ts";
import { upload, type AssetUploadOptions } from "./upload.ts";

/** Files on their way to the service. */
export class Assets {
  readonly #transport: Transport;
  readonly #platform: Platform;

  constructor(transport: Transport, platform: Platform) {
    this.#transport = transport;
    this.#platform = platform;
  }

  /**
   * Uploads a file and gives its public URL.
   *
   * It is read twice, first for its md5, and never held in memory: a file that is larger than the service's `blockSize` goes in
   * parts, two at once. What the service has already is not sent. Interrupted by a fault of the network it goes on with the
   * parts that are missing, in this call or, if that fails, in the next one with the same file.
   *
   * ```ts
   * const { url } = await client.assets.upload("room.mp4", { onProgress: ({ bytes, total }) => bar(bytes / total) });
   * ```
   *
   * @throws InvalidRequestError For a source that is missing, empty, no file or unreadable: nothing was sent.
   * @throws FileChangedError When the file is written to while it is uploaded.
   * @throws OutcomeUnknownError, with `upload`, if all was sent and the service did not report within 5 s what became of it.
   * @throws AuthenticationError, PermissionError, RateLimitError, ServerError, ConnectionError, ProtocolError,
   *   OperationFailedError, DeadlineError, FileError; the reason of `signal`.
   */
  upload(source: UploadSource, options?: AssetUploadOptions): Promise<UploadedAsset> {
    return upload(this.#transport, this.#platform, source, options);
  }

  /**
   * Uploads many files, some of them at once, and gives what came of each, in their order.
   *
   * All are looked at first: if one is missing, empty or no file, nothing is sent. Later faults of one do not end the others.
   *
   * ```ts
   * for (const result of await client.assets.uploadAll(paths)) {
   *   if (result.status === "fulfilled") urls.push(result.value.url);
   * }
   * ```
   *
   * @throws InvalidRequestError For a file that is unfit; nothing was sent.
   */
  uploadAll(files: Iterable<UploadItem>, options?: UploadAllOptions): Promise<PromiseSettledResult<UploadedAsset>[]> {
    return uploadAll(this.#transport, this.#platform, files, options);
  }
}
