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
  /** Any text that is not empty; random by default. */
  readonly requestId?: string | undefined;
}

/** Options of pushing a patch, and further fields of its request. */
export interface PushOptions extends RequestOptions, Partial<Omit<PushStreamRequest, "usdContent">> {}

/** Renders scenes in realtime: {@link open} for streams of frames, and the service's own calls. */
export class Streams {
  readonly #poller: Poller;
  readonly #context: StreamContext;

  constructor(context: StreamContext) {
    this.#poller = context.poller;
    this.#context = context;
  }

  /**
   * Creates a session, waits until it is ready, and connects to it. The session is ended however the stream ends, also
   * if it never opens.
   *
   * ```ts
   * await using stream = await client.streams.open(scene.toBytes(), { onProgress: console.log });
   * for await (const { data, number } of stream) show(data);
   * ```
   *
   * @param scene USDA bytes, or their Base64 text.
   * @throws OutcomeUnknownError if it is not known whether a session was created. DeadlineError if it was not ready
   *   in time. OperationFailedError if it failed. StreamError for errors of the rendering host. ConnectionError if no
   *   connection could be made. The reason of `signal`.
   */
  open<Form extends FrameForm = "bytes">(
    scene: string | Uint8Array,
    options: OpenOptions<Form> = {},
  ): Promise<RenderStream<FrameData<Form>>> {
    return beginStream(this.#context, scene, options);
  }

  /**
   * Connects to an existing session: by its id, or by the result of a recent poll. The session is ended with the
   * stream, unless `endSession` is false. Throws as {@link open} does.
   */
  connect<Form extends FrameForm = "bytes">(
    session: string | ActiveSession,
    options: ConnectOptions<Form> = {},
  ): Promise<RenderStream<FrameData<Form>>> {
    return joinStream(this.#context, session, options);
  }

  /**
   * Creates a session without connecting to it. Its handle's result is available once the session is `ACTIVE`. The
   * caller ends it, with {@link close} or a stream that {@link connect} returns; `client.close()` ends the remaining
   * ones.
   *
   * @throws OutcomeUnknownError if it is not known whether it was accepted: there is no guard against a duplicate.
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

  /** Returns the current state of a session; makes one request. */
  async get(sessionId: string, options?: RequestOptions): Promise<StreamOperation> {
    const { transport } = this.#poller;
    return streamKind.poll(transport, sessionId, callOptions(transport, options));
  }

  /** Returns the handle of a session by its id; nothing is sent until it is followed. */
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

  /** Ends a session; succeeds if it has already ended. Close its WebSocket first. */
  close(sessionId: string, options?: RequestOptions): Promise<void> {
    return this.#end(sessionId, callOptions(this.#poller.transport, options));
  }

  async #end(sessionId: string, options: CallOptions): Promise<void> {
    await this.#poller.transport.call(closeStream, { path: { sessionId } }, options);
    this.#context.open.forgetSession(sessionId);
  }
}
