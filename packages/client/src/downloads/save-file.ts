import { ConnectionError, ProtocolError } from "../errors/errors.ts";
import { FileError } from "../errors/file-errors.ts";
import type { FileSink, SinkRequest } from "../platform/file-sink.ts";
import type { Platform } from "../platform/platform.ts";
import { callOptions, type RequestOptions } from "../transport/request-options.ts";
import { logWarning } from "../transport/log.ts";
import type { CallOptions, Transport } from "../transport/transport.ts";
import { checkContent } from "./check-content.ts";
import { expectedContent, HEAD_BYTES } from "./content-type.ts";
import { fetchWhenThere } from "./fetch-when-there.ts";
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
  /**
   * `image` for a file that is an image whatever its name. Default: by the extension of the name. Content of another
   * type is an error; an image of another type is saved under the extension of that type, with a warning.
   */
  readonly content?: "image" | undefined;
  /** Called with the number of bytes received. */
  readonly onProgress?: ((progress: DownloadProgress) => void) | undefined;
}

/** A saved file. */
export interface SavedFile {
  /** Its path in Node, its name in a browser; see {@link SaveOptions.content} for when it is not the given one. */
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
 *   cannot be written; the partial file is removed. ProtocolError with its first bytes if it is not what its name
 *   announces: the existing file stays. NotFoundError, PermissionError, ConnectionError, RateLimitError,
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
  const sink = await platform.openSink({ ...target, overwrite, headBytes: HEAD_BYTES });
  try {
    const size = await new Download({ transport, sink, target, call, options }).run();
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
  readonly options: SaveOptions;
}

class Download {
  readonly #transport: Transport;
  readonly #sink: FileSink;
  readonly #url: string;
  readonly #name: string;
  readonly #call: CallOptions;
  readonly #onProgress: SaveOptions["onProgress"];
  readonly #isImage: boolean;
  #bytes: number;
  /** The first bytes that were written; undefined until there are enough to check them. */
  #head: Uint8Array | undefined;
  /** Bytes that are not written yet, as there are not enough to check them. */
  #unchecked: Uint8Array[] = [];
  #validator: string | undefined;
  #length: number | undefined;
  /** The most bytes received so far, and the cuts since. */
  #most = 0;
  #cuts = 0;

  constructor({ transport, sink, target, call, options }: DownloadParts) {
    const { url, place } = target;
    this.#transport = transport;
    this.#sink = sink;
    this.#url = url;
    this.#name = typeof place === "string" ? (place.split(/[/\\]/).at(-1) ?? place) : place.name;
    this.#call = call;
    this.#onProgress = options.onProgress;
    this.#isImage = expectedContent(this.#name, options.content === "image").isImage;
    this.#bytes = sink.kept?.bytes ?? 0;
    this.#validator = sink.kept?.validator;
    this.#length = sink.kept?.length;
    this.#head = sink.kept?.head;
  }

  async run(): Promise<number> {
    const { clock } = this.#transport;
    if (this.#head !== undefined) await this.#checkKept(this.#head);
    for (;;) {
      const problem = await this.#fetch();
      if (problem === undefined) {
        await this.#writeChecked([], true);
        return this.#bytes;
      }
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
    const request = { signal, deadline, from, validator: this.#validator };
    const response = this.#isImage
      ? await fetchWhenThere(this.#transport, this.#url, request)
      : await this.#transport.fetchFile(this.#url, request);
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
    this.#head = undefined;
    this.#unchecked = [];
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
      this.#bytes += size;
      await this.#writeChecked(batch, false);
      this.#report();
    }
    if (this.#length === undefined || this.#bytes === this.#length) return undefined;
    return new ConnectionError(
      `${this.#name}: ${this.#bytes} of ${this.#length} bytes came before the connection ended. Fetch it again: the download resumes there.`,
    );
  }

  /** Writes bytes once enough have come to check what they are, or all of them. */
  async #writeChecked(pieces: readonly Uint8Array[], isWhole: boolean): Promise<void> {
    if (this.#head !== undefined) {
      await this.#sink.write(pieces);
      return;
    }
    this.#unchecked.push(...pieces);
    if (this.#bytes < HEAD_BYTES && !isWhole) return;
    const [head, all] = [headOf(this.#unchecked), this.#unchecked];
    this.#unchecked = [];
    await this.#check(head);
    this.#head = head;
    await this.#sink.write(all);
  }

  /** Starts again if the partial file of an earlier download cannot be right. */
  async #checkKept(head: Uint8Array): Promise<void> {
    try {
      await this.#check(head);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.#validator = undefined;
    }
  }

  async #check(head: Uint8Array): Promise<void> {
    const name = checkContent(this.#name, head, this.#isImage);
    if (name === this.#name) return;
    await this.#sink.rename(name);
    const problem = `${this.#name}: the image is of another type; it is saved as ${name}.`;
    logWarning(this.#transport.settings.logger, problem);
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

function headOf(pieces: readonly Uint8Array[]): Uint8Array {
  const head = new Uint8Array(
    Math.min(
      HEAD_BYTES,
      pieces.reduce((sum, piece) => sum + piece.length, 0),
    ),
  );
  let at = 0;
  for (const piece of pieces) {
    if (at >= head.length) break;
    head.set(piece.subarray(0, head.length - at), at);
    at += piece.length;
  }
  return head;
}
