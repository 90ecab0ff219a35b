import { ConnectionError, ProtocolError } from "../errors/errors.ts";
import { FileError } from "../errors/file-errors.ts";
import type { FileSink, SinkRequest } from "../platform/file-sink.ts";
import type { Platform } from "../platform/platform.ts";
import { callOptions, type RequestOptions } from "../transport/request-options.ts";
import type { CallOptions, Transport } from "../transport/transport.ts";
import { ReadAhead } from "./read-ahead.ts";
import { readRange, type RangeAnswer } from "./range-answer.ts";

/** Progress of a download. */
export interface DownloadProgress {
  /** Path or name of the file on this machine. */
  readonly name: string;
  /** In bytes, including those of an earlier attempt. Drops to 0 if the file has to be fetched from its start. */
  readonly bytes: number;
  /** In bytes, if the server reports it. */
  readonly total?: number | undefined;
}

/** Options of a download. */
export interface SaveOptions extends RequestOptions {
  /** Whether an existing file is replaced, once the new one is complete; default true. */
  readonly overwrite?: boolean | undefined;
  /** Called with the number of bytes received. */
  readonly onProgress?: ((progress: DownloadProgress) => void) | undefined;
}

/** A saved file. */
export interface SavedFile {
  /** Its path in Node, its name in a browser. */
  readonly path: string;
  /** In bytes. */
  readonly size: number;
}

/** Source and destination of a file. */
export type DownloadTarget = Pick<SinkRequest, "place" | "url">;

/** A cut after at least this many new bytes resets the count of consecutive cuts. */
const PROGRESS_BYTES = 64 * 1024;

/**
 * Downloads a URL of the service to a file.
 *
 * The bytes are assembled next to the destination and moved there once complete: whatever happens, there is no
 * partial file under the name. A download that was interrupted, in this call or an earlier one, resumes where it
 * stopped if the file is unchanged.
 *
 * @throws InvalidRequestError If the folder is missing or the destination exists: nothing was fetched. FileError if it
 *   cannot be written; the partial file is removed. NotFoundError, PermissionError, ConnectionError, RateLimitError,
 *   ServerError, DeadlineError, ProtocolError; the reason of `signal`.
 */
export async function saveFile(
  transport: Transport,
  platform: Platform,
  target: DownloadTarget,
  options: SaveOptions = {},
): Promise<SavedFile> {
  const { overwrite = true } = options;
  const call = callOptions(transport, options);
  const sink = await platform.openSink({ ...target, overwrite });
  try {
    const size = await new Download({ transport, sink, target, call, onProgress: options.onProgress }).run();
    return { path: await sink.finish(), size };
  } catch (error) {
    // The partial file of a full disk, or of a wrong answer, cannot be resumed.
    const isInTheWay = error instanceof FileError || error instanceof ProtocolError;
    // The error that ended the download is more important than a failed cleanup.
    await (isInTheWay ? sink.discard() : sink.keep()).catch(() => undefined);
    throw error;
  }
}

interface DownloadParts {
  readonly transport: Transport;
  readonly sink: FileSink;
  readonly target: DownloadTarget;
  readonly call: CallOptions;
  readonly onProgress: SaveOptions["onProgress"];
}

class Download {
  readonly #transport: Transport;
  readonly #sink: FileSink;
  readonly #url: string;
  readonly #name: string;
  readonly #call: CallOptions;
  readonly #onProgress: SaveOptions["onProgress"];
  #bytes: number;
  #validator: string | undefined;
  #length: number | undefined;
  /** The most bytes received so far, and the cuts since. */
  #most = 0;
  #cuts = 0;

  constructor({ transport, sink, target, call, onProgress }: DownloadParts) {
    const { url, place } = target;
    this.#transport = transport;
    this.#sink = sink;
    this.#url = url;
    this.#name = typeof place === "string" ? (place.split(/[/\\]/).at(-1) ?? place) : place.name;
    this.#call = call;
    this.#onProgress = onProgress;
    this.#bytes = sink.kept?.bytes ?? 0;
    this.#validator = sink.kept?.validator;
    this.#length = sink.kept?.length;
  }

  async run(): Promise<number> {
    const { clock } = this.#transport;
    for (;;) {
      const problem = await this.#fetch();
      if (problem === undefined) return this.#bytes;
      if (this.#bytes >= this.#most + PROGRESS_BYTES) this.#cuts = 0;
      this.#most = Math.max(this.#most, this.#bytes);
      const { attempts, baseDelay, maxDelay } = this.#transport.settings.retry;
      if (++this.#cuts >= attempts) throw problem;
      await clock.sleep(clock.random() * Math.min(maxDelay, baseDelay * 2 ** (this.#cuts - 1)), this.#call.signal);
    }
  }

  /** Makes one request and writes its bytes; returns undefined when complete, otherwise the error. */
  async #fetch(): Promise<Error | undefined> {
    const { signal, deadline } = this.#call;
    // Bytes of what may be another file are not resumed.
    const from = this.#validator === undefined ? 0 : this.#bytes;
    const response = await this.#transport.fetchFile(this.#url, {
      signal,
      deadline,
      from,
      validator: this.#validator,
    });
    const body = response.body as ReadableStream<Uint8Array> | null;
    const pieces = body === null ? undefined : new ReadAhead(body);
    try {
      const answer = readRange(response);
      if (answer?.start === undefined) {
        // The range starts at the end of the file: it was already complete.
        if (response.status === 416 && from > 0 && answer?.length === from) return undefined;
        return this.#refuse("the answer does not say which bytes it brings");
      }
      if (answer.start === 0) await this.#begin(answer);
      else if (!this.#continues(answer, from)) return this.#refuse("the file changed");
      return await this.#write(pieces);
    } finally {
      await pieces?.cancel();
    }
  }

  async #begin({ validator, length }: RangeAnswer): Promise<void> {
    this.#bytes = 0;
    this.#validator = validator;
    this.#length = length;
    await this.#sink.begin({ validator, length });
  }

  #continues({ start, validator, length }: RangeAnswer, from: number): boolean {
    if (start !== from || (validator !== undefined && validator !== this.#validator)) return false;
    if (length !== undefined && this.#length !== undefined && length !== this.#length) return false;
    this.#length ??= length;
    return true;
  }

  async #write(pieces: ReadAhead | undefined): Promise<Error | undefined> {
    this.#report();
    while (pieces !== undefined) {
      let batch: readonly Uint8Array[] | undefined;
      try {
        batch = await pieces.next();
      } catch (error) {
        if (error instanceof ConnectionError) return error;
        throw error;
      }
      if (batch === undefined) break;
      const size = batch.reduce((sum, piece) => sum + piece.length, 0);
      if (this.#bytes + size > (this.#length ?? Infinity)) {
        throw new ProtocolError(`${this.#name}: more came than the ${this.#length} bytes that were announced.`);
      }
      await this.#sink.write(batch);
      this.#bytes += size;
      this.#report();
    }
    if (this.#length === undefined || this.#bytes === this.#length) return undefined;
    return new ConnectionError(
      `${this.#name}: ${this.#bytes} of ${this.#length} bytes came, and then the connection ended. Fetch it again: it goes on from there.`,
    );
  }

  /** Starts from the beginning the next time. */
  #refuse(why: string): Error {
    this.#validator = undefined;
    this.#length = undefined;
    this.#bytes = 0;
    return new ProtocolError(`${this.#name} could not be taken up where it broke: ${why}.`);
  }

  #report(): void {
    this.#onProgress?.({ name: this.#name, bytes: this.#bytes, total: this.#length });
  }
}
