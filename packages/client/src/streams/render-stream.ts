import { StreamError } from "../errors/stream-error.ts";
import type { Frame, FrameCounts } from "./frame.ts";
import { errorOf, notEnded, type StreamEnd } from "./stream-end.ts";
import type { PushOutcome, StreamRunner } from "./stream-runner.ts";
import type { StreamStateName } from "./stream-state.ts";

/** Encodes a patch for `usdContent`. */
export type EncodeContent = (content: string | Uint8Array) => string;

/**
 * A realtime stream: frames to take, patches to push. Whichever way it is left, the WebSocket is closed first and the session
 * ended then.
 *
 * @typeParam Data What a frame's image is given as.
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

  /** @internal From `streams.open` or `streams.connect`. */
  constructor(runner: StreamRunner, encode: EncodeContent) {
    this.#runner = runner;
    this.#encode = encode;
  }

  get sessionId(): string {
    // Its id was known before it was ready.
    return this.#runner.sessionId ?? "";
  }

  get state(): StreamStateName {
    return this.#runner.state;
  }

  /** What became of the frames so far. */
  get counts(): FrameCounts {
    return this.#runner.counts;
  }

  /**
   * The newest frame that was not taken yet, or the next one. Frames that come while none is awaited replace each other.
   *
   * @returns undefined after the stream was closed.
   * @throws What ended the stream, where that was not asked for: {@link StreamError}, ConnectionError, the reason of the signal.
   */
  nextFrame(): Promise<Frame<Data> | undefined> {
    return this.#runner.mailbox.take() as Promise<Frame<Data> | undefined>;
  }

  /** Takes one frame after the other; leaving the loop closes the stream. Throws as {@link nextFrame} and {@link close}. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Frame<Data>, undefined> {
    try {
      for (let frame = await this.nextFrame(); frame !== undefined; frame = await this.nextFrame()) yield frame;
    } finally {
      await this.close();
    }
    return undefined;
  }

  /**
   * Sends a camera patch. One is on its way at a time; of those that come meanwhile the newest waits, and the others are never
   * sent: a camera that is dragged costs as many calls as the service can answer.
   *
   * @param patch USDA bytes, or a text that is Base64 already
   * @returns `sent` when the service took it; `superseded` when a later one was sent in its place; `closed` when the stream
   * closed before either: it may have been taken, or not.
   * @throws What the service says against it (InvalidRequestError, NotFoundError, …); the stream goes on. StreamError `closed`
   * where the stream had closed before the call.
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
   * No more patches; then the WebSocket closes (waited for up to 2 s); then the session is ended. However often it is called,
   * that happens once.
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
   * Resolves after the end of the stream, whatever ended it.
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
