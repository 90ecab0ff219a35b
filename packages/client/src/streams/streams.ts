import {
  closeStream,
  createStream,
  pickFields,
  pushStream,
  type PushOperation,
  type PushStreamRequest,
  type RenderSceneRequest,
  type StreamOperation,
} from "@usdkit/contract";
import { Operation } from "../operations/operation-handle.ts";
import type { Poller } from "../operations/poller.ts";
import { newRequestId } from "../operations/request-id.ts";
import { callOptions, createOptions, type CreateOptions, type RequestOptions } from "../transport/request-options.ts";
import type { CallOptions } from "../transport/transport.ts";
import { beginStream, joinStream, type OpenOptions, type StreamContext } from "./begin-stream.ts";
import type { RenderStream } from "./render-stream.ts";
import type { ActiveSession } from "./session.ts";
import { asCreated, SESSION_ADVICE } from "./session-service.ts";
import { streamKind, type StreamHandle } from "./stream-kind.ts";
import type { ConnectOptions, FrameData, FrameForm } from "./stream-options.ts";

/** A scene to render in a session. */
export interface StreamRequest extends Omit<RenderSceneRequest, "requestId"> {
  /** 1 to 128 visible ASCII characters; by default a random one. */
  readonly requestId?: string | undefined;
}

/** How a patch is pushed, and further fields of its request. */
export interface PushOptions extends RequestOptions, Partial<Omit<PushStreamRequest, "usdContent">> {}

/** Scenes that are rendered in realtime: {@link open} for streams of frames, and the service's own calls. */
export class Streams {
  readonly #poller: Poller;
  readonly #context: StreamContext;

  constructor(context: StreamContext) {
    this.#poller = context.poller;
    this.#context = context;
  }

  /**
   * Begins a session, waits for its turn, and connects to it. Whichever way the stream is left, the session is ended; so it is
   * when it does not get as far as a stream.
   *
   * ```ts
   * await using stream = await client.streams.open(scene.toBytes(), { onProgress: console.log });
   * for await (const { data, number } of stream) show(data);
   * ```
   *
   * @param scene USDA bytes, or a text that is their Base64 already.
   * @throws OutcomeUnknownError If it is not known whether a session was created. DeadlineError when it was not ready in time.
   *   OperationFailedError when it failed. StreamError for what the rendering host says. ConnectionError when it could not be
   *   connected to. The reason of `signal`.
   */
  open<Form extends FrameForm = "bytes">(
    scene: string | Uint8Array,
    options: OpenOptions<Form> = {},
  ): Promise<RenderStream<FrameData<Form>>> {
    return beginStream(this.#context, scene, options);
  }

  /**
   * Connects to a session that is there: by its id, or by what a poll said of it just now. It is ended with the stream, unless
   * `endSession` is false. Throws as {@link open} does.
   */
  connect<Form extends FrameForm = "bytes">(
    session: string | ActiveSession,
    options: ConnectOptions<Form> = {},
  ): Promise<RenderStream<FrameData<Form>>> {
    return joinStream(this.#context, session, options);
  }

  /**
   * Begins a session, and no more. Its handle's result is there when the session is `ACTIVE`. Who begins one ends it, with
   * {@link close} or a stream that {@link connect} gives; what is left `client.close()` ends.
   *
   * @throws OutcomeUnknownError If it is not known whether it was accepted: there is no guard against a second one.
   */
  async create(request: StreamRequest, options?: CreateOptions): Promise<StreamHandle> {
    const { transport } = this.#poller;
    const { requestId = newRequestId() } = request;
    const operation = await transport.call(
      createStream,
      { body: { ...request, requestId } },
      { ...createOptions(transport, options, SESSION_ADVICE), known: { done: false } },
    );
    const update = asCreated(operation);
    const { operationId: id } = update;
    this.#context.open.addSession(id, () => this.#end(id, { regardless: true }));
    return new Operation(streamKind, this.#poller, { id, requestId, begun: true, update });
  }

  /** Asks once how far a session is. */
  async get(sessionId: string, options?: RequestOptions): Promise<StreamOperation> {
    const { transport } = this.#poller;
    return streamKind.poll(transport, sessionId, callOptions(transport, options));
  }

  /** The handle of a session by its id; nothing is sent until it is followed. */
  wait(sessionId: string): StreamHandle {
    return new Operation(streamKind, this.#poller, { id: sessionId });
  }

  /** Changes the camera of a session by a patch: Base64 of USDA text of `over` prims. */
  async push(sessionId: string, usdContent: string, options: PushOptions = {}): Promise<PushOperation> {
    const { transport } = this.#poller;
    const known = { operationId: sessionId, done: true };
    return transport.call(
      pushStream,
      { path: { sessionId }, body: { ...pickFields(pushStream.request.body, options), usdContent } },
      { ...callOptions(transport, options), known },
    );
  }

  /** Ends a session; one that has ended already is fine. Its WebSocket is closed before. */
  close(sessionId: string, options?: RequestOptions): Promise<void> {
    return this.#end(sessionId, callOptions(this.#poller.transport, options));
  }

  async #end(sessionId: string, options: CallOptions): Promise<void> {
    await this.#poller.transport.call(closeStream, { path: { sessionId } }, options);
    this.#context.open.forgetSession(sessionId);
  }
}
