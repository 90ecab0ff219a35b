import { InvalidRequestError } from "../errors/errors.ts";

/** A stream of bytes, of either kind. */
export type ByteStream = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** Whether a value is a stream: has a reader or an iterator. */
export function isByteStream(value: object): value is ByteStream {
  return "getReader" in value || Symbol.asyncIterator in value;
}

/**
 * Yields the pieces of a stream. If `signal` is aborted the stream is cancelled immediately, even while it waits.
 *
 * @throws InvalidRequestError If a piece is not bytes. The reason of `signal`, and any error of the stream.
 */
export async function* piecesOf(stream: ByteStream, signal?: AbortSignal): AsyncGenerator<Uint8Array, void, undefined> {
  signal?.throwIfAborted();
  const pieces = "getReader" in stream ? fromReader(stream.getReader()) : stream[Symbol.asyncIterator]();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  // The rejection may have no listener yet.
  aborted.catch(() => undefined);
  const onAbort = (): void => reject(signal?.reason as Error);
  signal?.addEventListener("abort", onAbort, { once: true });
  let isOver = false;
  try {
    for (;;) {
      const next = await Promise.race([pieces.next(), aborted]);
      if (next.done === true) {
        isOver = true;
        return;
      }
      // By its tag: bytes of another realm (a frame, a test runner's sandbox) are accepted too.
      if (!isBytes(next.value)) {
        throw new InvalidRequestError(
          `A stream to upload gave ${describe(next.value)}: expected bytes (Uint8Array). Nothing was sent.`,
        );
      }
      yield next.value;
    }
  } finally {
    signal?.removeEventListener("abort", onAbort);
    // Not awaited: a stream that hangs would hang here too.
    if (!isOver) void Promise.resolve(pieces.return?.()).catch(() => undefined);
  }
}

function fromReader(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncIterator<Uint8Array, void> {
  return {
    next: async () => {
      const { done, value } = await reader.read();
      return done ? { done: true, value: undefined } : { done: false, value };
    },
    return: async () => {
      await reader.cancel();
      return { done: true, value: undefined };
    },
  };
}

/** Whether a value is a Uint8Array, of any realm. */
export function isBytes(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value) && Object.prototype.toString.call(value) === "[object Uint8Array]";
}

function describe(value: unknown): string {
  if (value === null || typeof value !== "object") return typeof value === "string" ? "text" : typeof value;
  return Object.prototype.toString.call(value).slice(8, -1);
}

/** Collects pieces in Blobs, which the platform may store outside of the memory of scripts. */
export class BlobCollector {
  readonly #blobs: Blob[] = [];
  #pieces: Uint8Array<ArrayBuffer>[] = [];
  #pending = 0;
  #size = 0;

  /** In bytes. */
  get size(): number {
    return this.#size;
  }

  /** Copies the piece: its owner may reuse the memory. */
  add(piece: Uint8Array): void {
    this.#pieces.push(new Uint8Array(piece));
    this.#size += piece.length;
    this.#pending += piece.length;
    if (this.#pending >= FOLD) this.#fold();
  }

  blob(): Blob {
    this.#fold();
    return new Blob(this.#blobs);
  }

  #fold(): void {
    this.#blobs.push(new Blob(this.#pieces));
    this.#pieces = [];
    this.#pending = 0;
  }
}

const FOLD = 1 << 20;
