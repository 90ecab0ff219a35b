import type { UploadStatus } from "@usdkit/contract";
import type { Platform } from "../platform/platform.ts";
import type { UploadSource } from "../platform/upload-source.ts";
import { callOptions, type RequestOptions } from "../transport/request-options.ts";
import type { Transport } from "../transport/transport.ts";
import type { UploadedAsset } from "./run-upload.ts";
import { uploadAll, type UploadAllOptions, type UploadItem } from "./upload-all.ts";
import { uploadStatus } from "./upload-status.ts";
import { upload, type AssetUploadOptions } from "./upload.ts";

/** Uploads files to the service. */
export class Assets {
  readonly #transport: Transport;
  readonly #platform: Platform;

  constructor(transport: Transport, platform: Platform) {
    this.#transport = transport;
    this.#platform = platform;
  }

  /**
   * Uploads a file and returns its public URL.
   *
   * The file is read twice, first for its md5, and never held in memory. A file larger than the service's `blockSize`
   * is sent in parts, two at a time. Parts that the service already has are not sent. After a network error the
   * upload continues with the missing parts, in this call or, if that fails, in the next call with the same file.
   *
   * ```ts
   * const { url } = await client.assets.upload("room.mp4", { onProgress: ({ bytes, total }) => bar(bytes / total) });
   * ```
   *
   * @throws InvalidRequestError If the source is missing, empty, unreadable or not a file; nothing was sent.
   * @throws FileChangedError If the file changes while it is uploaded.
   * @throws OutcomeUnknownError, with `upload`, if all bytes were sent and the service did not report the result
   *   within 5 s.
   * @throws AuthenticationError, PermissionError, RateLimitError, ServerError, ConnectionError, ProtocolError,
   *   OperationFailedError, DeadlineError, FileError; the reason of `signal`.
   */
  upload(source: UploadSource, options?: AssetUploadOptions): Promise<UploadedAsset> {
    return upload(this.#transport, this.#platform, source, options);
  }

  /**
   * Returns the state of an upload by its `taskId`; 5 is success, with the file's `url`. Makes two requests: for a token,
   * and for the state.
   *
   * The specification identifies an upload only by its token. Ours: the query `taskId`, so other services may report another
   * upload, or none.
   *
   * ```ts
   * const { status, url } = await client.assets.status(error.upload.taskId);
   * ```
   *
   * @throws As every call that reads; InvalidRequestError with `bizCode` if the host does not know the upload.
   */
  status(taskId: string, options?: RequestOptions): Promise<UploadStatus> {
    return uploadStatus(this.#transport, taskId, callOptions(this.#transport, options));
  }

  /**
   * Uploads many files, several at a time, and returns the result of each, in the order of the files.
   *
   * All files are checked first: if one is missing, empty or not a file, nothing is sent. A later error of one file
   * does not stop the others.
   *
   * ```ts
   * for (const result of await client.assets.uploadAll(paths)) {
   *   if (result.status === "fulfilled") urls.push(result.value.url);
   * }
   * ```
   *
   * @throws InvalidRequestError If a file is invalid; nothing was sent.
   */
  uploadAll(files: Iterable<UploadItem>, options?: UploadAllOptions): Promise<PromiseSettledResult<UploadedAsset>[]> {
    return uploadAll(this.#transport, this.#platform, files, options);
  }
}
