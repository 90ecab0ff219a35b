/** One request of a URL, ended when the server sends nothing for too long. */
import { ResolveError } from "./resolver.ts";

/** The part of a response that is read. The `Response` of `fetch` is one. */
export interface FetchedReply {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: AsyncIterable<Uint8Array> | ByteStream | null;
}

/** A stream of bytes: the `ReadableStream` of browsers, which not all of them can iterate over. */
export interface ByteStream {
  getReader(): ByteStreamReader;
}

/** Reads a {@link ByteStream}. */
export interface ByteStreamReader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
}

/** The AbortSignal of the platform; `unknown` for programs without the types of one. */
export type RequestSignal = typeof globalThis extends { readonly AbortSignal: { readonly prototype: infer Signal } }
  ? Signal
  : unknown;

/** Requests a URL; rejects if the reply is a redirect, or the signal is aborted. The global `fetch` is one. */
export type FetchUrl = (
  url: string,
  init: {
    readonly redirect: "error";
    readonly headers: Readonly<Record<string, string>>;
    readonly signal: RequestSignal;
  },
) => Promise<FetchedReply>;

/** How requests are sent. */
export interface HttpRequests {
  readonly fetch: FetchUrl;
  /** Milliseconds without a byte after which a request is ended. */
  readonly timeout: number;
}

/** Sends one request and reads its reply. */
export class HttpRequest {
  private readonly url: string;
  private readonly timeout: number;
  private readonly abort = new AbortController();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(url: string, { timeout }: HttpRequests) {
    this.url = url;
    this.timeout = timeout;
  }

  /**
   * Sends the request; once again if the connection fails, since a server may have ended one that was kept.
   *
   * @throws ResolveError if there is no reply in time, or the server cannot be reached
   */
  async send(fetch: FetchUrl, headers: Readonly<Record<string, string>> = {}): Promise<FetchedReply> {
    this.restart();
    const init = { redirect: "error", headers, signal: this.abort.signal } as const;
    try {
      return await fetch(this.url, init).catch(async (error: unknown) => {
        if (this.abort.signal.aborted) throw error;
        return fetch(this.url, init);
      });
    } catch (error) {
      throw this.failure(error);
    }
  }

  /**
   * Returns the bytes of a reply, and ends the request.
   *
   * @param maxBytes what is left of a longer body is not read
   * @throws ResolveError if no byte comes in time, or the connection ends
   */
  async read({ body }: FetchedReply, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
    const chunks: Uint8Array[] = [];
    let length = 0;
    try {
      for await (const chunk of body === null ? [] : chunksOf(body)) {
        this.restart();
        chunks.push(chunk);
        length += chunk.length;
        if (length >= maxBytes) break;
      }
    } catch (error) {
      throw this.failure(error);
    } finally {
      this.end();
    }
    return joined(chunks, Math.min(length, maxBytes));
  }

  /** Ends the request; the rest of its body is not transferred. */
  end(): void {
    clearTimeout(this.timer);
    this.abort.abort();
  }

  private restart(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.abort.abort(new Error(`nothing came for ${this.timeout} ms`)), this.timeout);
  }

  private failure(error: unknown): ResolveError {
    const { signal } = this.abort;
    const reason: unknown = signal.aborted ? signal.reason : error;
    this.end();
    return new ResolveError(`${JSON.stringify(this.url)} cannot be read: ${messageOf(reason)}`);
  }
}

/** The reason of a failed fetch is its cause. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}

async function* chunksOf(body: NonNullable<FetchedReply["body"]>): AsyncGenerator<Uint8Array> {
  if (Symbol.asyncIterator in body) {
    yield* body;
    return;
  }
  const reader = body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) if (part.value) yield part.value;
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk.subarray(0, length - at), at);
    at += chunk.length;
  }
  return bytes;
}
