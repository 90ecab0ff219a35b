import { NotFoundError } from "../errors/errors.ts";
import type { FileRequest, Transport } from "../transport/transport.ts";

/** Repetitions after a 404: about 8 s with the client's default delays. */
const MAX_REPEATS = 4;

/**
 * Fetches an image that the service has just rendered: a storage may answer 404 until it has the file.
 *
 * @throws As `Transport.fetchFile`; NotFoundError after a few repetitions, or if the deadline does not allow one.
 */
export async function fetchWhenThere(transport: Transport, url: string, request: FileRequest): Promise<Response> {
  const { clock, settings } = transport;
  const { attempts, baseDelay, maxDelay } = settings.retry;
  const signals = [request.signal, settings.signal].filter((signal) => signal !== undefined);
  for (let repeats = 0; ; repeats++) {
    try {
      return await transport.fetchFile(url, request);
    } catch (error) {
      const wait = Math.min(maxDelay, baseDelay * 2 ** repeats);
      const isLast =
        repeats >= Math.min(MAX_REPEATS, attempts - 1) || clock.now() + wait >= (request.deadline ?? Infinity);
      if (!(error instanceof NotFoundError) || isLast) throw error;
      await clock.sleep(wait, AbortSignal.any(signals));
    }
  }
}
