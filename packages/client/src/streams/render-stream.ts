import { StreamError } from "../errors/stream-error.ts";
import type { Frame, FrameCounts } from "./frame.ts";
import { errorOf, notEnded, type StreamEnd } from "./stream-end.ts";
import type { PushOutcome, StreamRunner } from "./stream-runner.ts";
import type { StreamStateName } from "./stream-state.ts";

/** Encodes a patch for `usdContent`. */
export type EncodeContent = (content: string | Uint8Array) => string;

/**
 * A realtime stream: frames to take, patches to push. However the stream ends, the WebSocket is closed first and then
 * the session is ended.
 *
 * @typeParam Data The type of a frame's image.
 * @example
 * await using stream = await client.streams.open(usda);
 * for await (const { data, number } of stream) {
 *   await writeFile(`frame-${number}.jpg`, data);
 *   if (number >= 100) break; // closes the stream
 * }
 */
export class RenderStream<Data extends Uint8Array | Blob = Uint8Array>
  implements AsyncIterable<Frame<Data>>, AsyncDisposable
{
  readonly #runner: StreamRunner;
  readonly #encode: EncodeContent;

  /** @internal Created by `streams.open` or `streams.connect`. */
  constructor(runner: StreamRunner, encode: EncodeContent) {
    this.#runner = runner;
    this.#encode = encode;
  }

  get sessionId(): string {
    // The id is known before the stream is ready.
    return this.#runner.sessionId ?? "";
  }

  get state(): StreamStateName {
    return this.#runner.state;
  }

  /** Counts of the frames so far. */
  get counts(): FrameCounts {
    return this.#runner.counts;
  }

  /**
   * Returns the newest untaken frame, or waits for the next one. Frames that arrive while none is awaited replace
   * each other.
   *
   * @returns undefined after the stream was closed.
   * @throws The error that ended the stream: {@link StreamError}, ConnectionError, ProtocolError, an error of the
   *   service or of a callback, or the reason of the signal.
   */
  nextFrame(): Promise<Frame<Data> | undefined> {
    return this.#runner.mailbox.take() as Promise<Frame<Data> | undefined>;
  }

  /** Yields frames; leaving the loop closes the stream. Throws as {@link nextFrame} and {@link close}. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Frame<Data>, undefined> {
    try {
      for (let frame = await this.nextFrame(); frame !== undefined; frame = await this.nextFrame()) yield frame;
    } finally {
      await this.close();
    }
    return undefined;
  }

  /**
   * Sends a camera patch. One is in flight at a time; of those pushed meanwhile only the newest waits, and the others
   * are never sent: dragging a camera makes as many calls as the service can answer.
   *
   * @param patch USDA bytes, or their Base64 text
   * @returns `sent` if the service accepted it; `superseded` if a later one was sent instead; `closed` if the stream
   *   closed before either: it may have been accepted, or not.
   * @throws The service's error (InvalidRequestError, NotFoundError, …); the stream continues. StreamError `closed`
   *   if the stream had closed before the call.
   */
  async push(patch: string | Uint8Array): Promise<PushOutcome> {
    const { state } = this.#runner;
    if (state !== "ready" && state !== "reconnecting") {
      const message = "The stream is closed: nothing can be pushed any more. Open a new one.";
      throw new StreamError("closed", message, { operationId: this.sessionId });
    }
    return this.#runner.push(this.#encode(patch));
  }

  /**
   * Closes the stream: stops patches, closes the WebSocket (waits up to 2 s), then ends the session. Further calls
   * have no effect.
   *
   * @throws StreamError `notEnded` if the session could not be ended at the service.
   */
  async close(): Promise<void> {
    const { ending, endError } = await this.#close();
    if (endError === undefined) return;
    throw notEnded(endError, this.sessionId, ending.cause === "asked" ? undefined : ending.error);
  }

  /** As {@link close}. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /**
   * Resolves after the end of the stream, for any cause.
   *
   * @throws As {@link nextFrame}.
   */
  async closed(): Promise<void> {
    const end = await this.#runner.finished;
    const error = errorOf(end, this.sessionId);
    if (error !== undefined) throw error as Error;
  }

  #close(): Promise<StreamEnd> {
    this.#runner.dispatch({ type: "close", ending: { cause: "asked" } });
    return this.#runner.finished;
  }
}
