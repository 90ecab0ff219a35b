import { checkImage } from "../downloads/check-content.ts";
import { fetchWhenThere } from "../downloads/fetch-when-there.ts";
import { ConnectionError, ProtocolError } from "../errors/errors.ts";
import type { Transport } from "../transport/transport.ts";

/** Progress of fetching an image. */
export interface ImageProgress {
  /** Bytes received. Drops to 0 if the connection was cut and the image is fetched again. */
  readonly bytes: number;
  /** Total size in bytes, if the server reports it. */
  readonly total: number | undefined;
}

/** Options of fetching an image. */
export interface FetchImageOptions {
  readonly signal?: AbortSignal | undefined;
  /** In milliseconds of the clock. */
  readonly deadline?: number | undefined;
  readonly onProgress?: ((progress: ImageProgress) => void) | undefined;
}

/** Larger than any image of the maximum resolution. */
const MAX_BYTES = 1024 ** 3;

/**
 * Returns the bytes of an image by its URL; restarts if the connection is cut, as often as the client's retries allow.
 *
 * @throws ProtocolError if it exceeds the size limit, or is no image; ConnectionError, NotFoundError, DeadlineError and the like.
 */
export async function fetchImage(transport: Transport, url: string, options: FetchImageOptions): Promise<Uint8Array> {
  const { clock, settings } = transport;
  const { attempts, baseDelay, maxDelay } = settings.retry;
  for (let attempt = 1; ; attempt++) {
    try {
      return await fetchOnce(transport, url, options);
    } catch (error) {
      if (!(error instanceof ConnectionError) || attempt >= attempts) throw error;
      const wait = clock.random() * Math.min(maxDelay, baseDelay * 2 ** (attempt - 1));
      await clock.sleep(Math.min(wait, (options.deadline ?? Infinity) - clock.now()), options.signal);
    }
  }
}

async function fetchOnce(
  transport: Transport,
  url: string,
  { signal, deadline, onProgress }: FetchImageOptions,
): Promise<Uint8Array> {
  const { body, headers } = await fetchWhenThere(transport, url, { signal, deadline });
  const length = Number(headers.get("content-length") ?? Number.NaN);
  const total = headers.get("content-encoding") === null && length >= 0 ? length : undefined;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const reader = (body as ReadableStream<Uint8Array> | null)?.getReader();
  for (let piece = await reader?.read(); piece?.value !== undefined; piece = await reader?.read()) {
    bytes += piece.value.length;
    if (bytes > MAX_BYTES) {
      reader?.cancel().catch(() => {});
      throw new ProtocolError("files.get: the image has more than 1 GiB, which none can have.");
    }
    chunks.push(piece.value);
    onProgress?.({ bytes, total });
  }
  if (total !== undefined && bytes !== total) {
    throw new ConnectionError(`files.get: ${bytes} bytes of ${total} came. Try again.`);
  }
  const image = new Uint8Array(bytes);
  let at = 0;
  for (const chunk of chunks) {
    image.set(chunk, at);
    at += chunk.length;
  }
  checkImage("files.get", image);
  return image;
}
