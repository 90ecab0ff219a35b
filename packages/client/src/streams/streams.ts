import { closeStream, createStream, pushStream, type PushOperation, type StreamOperation } from "@usdkit/contract";
import { Operation } from "../operations/operation-handle.ts";
import type { Poller } from "../operations/poller.ts";
import { newRequestId } from "../operations/request-id.ts";
import { callOptions, type RequestOptions } from "../transport/request-options.ts";
import { streamKind, type StreamHandle } from "./stream-kind.ts";

/** A scene that is to be rendered in a session. */
export interface StreamRequest {
  /** Base64 of the UTF-8 bytes of USDA text. */
  readonly usdContent: string;
  /** 1 to 128 visible ASCII characters; a new one where it is left out. */
  readonly requestId?: string | undefined;
}

/** Scenes that are rendered in realtime, as plain calls. */
export class Streams {
  readonly #poller: Poller;

  constructor(poller: Poller) {
    this.#poller = poller;
  }

  /**
   * Begins a session. Its handle's result is there when the session is `ACTIVE`; who begins one ends it with {@link close}.
   *
   * @throws OutcomeUnknownError When nobody can tell whether it was accepted: there is no guard against a second one.
   */
  async create(request: StreamRequest, options?: RequestOptions): Promise<StreamHandle> {
    const { transport } = this.#poller;
    const { requestId = newRequestId(), usdContent } = request;
    const advice = "It is not sent again, as nothing guards against a second session.";
    const update = await transport.call(
      createStream,
      { body: { requestId, usdContent } },
      callOptions(transport, options, advice),
    );
    return new Operation(streamKind, this.#poller, { id: update.operationId, requestId, begun: true, update });
  }

  /** Asks once how far a session is. */
  get(sessionId: string, options?: RequestOptions): Promise<StreamOperation> {
    const { transport } = this.#poller;
    return streamKind.poll(transport, sessionId, callOptions(transport, options));
  }

  /** The handle of a session by its id; nothing is sent before somebody follows it. */
  wait(sessionId: string): StreamHandle {
    return new Operation(streamKind, this.#poller, { id: sessionId });
  }

  /** Changes the camera of a session by a patch: Base64 of USDA text of `over` prims. */
  push(sessionId: string, usdContent: string, options?: RequestOptions): Promise<PushOperation> {
    const { transport } = this.#poller;
    return transport.call(pushStream, { path: { sessionId }, body: { usdContent } }, callOptions(transport, options));
  }

  /** Ends a session; one that has ended already is fine. Its WebSocket is closed before. */
  async close(sessionId: string, options?: RequestOptions): Promise<void> {
    const { transport } = this.#poller;
    await transport.call(closeStream, { path: { sessionId } }, callOptions(transport, options));
  }
}
