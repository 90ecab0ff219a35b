/** Opens streams for the calls of `client.streams`. */
import { createStream, pickFields, streamHandshake, streamUrl, type RenderSceneRequest } from "@usdkit/contract";
import { InvalidRequestError } from "../errors/errors.ts";
import type { Poller } from "../operations/poller.ts";
import { newRequestId } from "../operations/request-id.ts";
import { openStream } from "./open-stream.ts";
import type { OpenStreams } from "./open-streams.ts";
import type { RenderStream } from "./render-stream.ts";
import type { ActiveSession } from "./session.ts";
import { sessionService } from "./session-service.ts";
import { streamSettings, type ConnectOptions, type FrameData, type FrameForm } from "./stream-options.ts";
import { usdContent } from "./usd-content.ts";
import type { WebSocketConstructor } from "../platform/web-socket-like.ts";
import { socketConnector } from "./web-socket.ts";

/** The dependencies of a client's streams. */
export interface StreamContext {
  readonly poller: Poller;
  /** Resolves to undefined if there is no WebSocket. */
  readonly webSocket: () => Promise<WebSocketConstructor | undefined>;
  readonly open: OpenStreams;
}

/** Options of a new session, in addition to those of every connection. */
export interface OpenOptions<Form extends FrameForm = "bytes">
  extends ConnectOptions<Form>, Partial<Omit<RenderSceneRequest, "usdContent" | "requestId">> {
  /**
   * Any text that is not empty; random by default. Sessions have no guard against a duplicate with the same
   * id.
   */
  readonly requestId?: string | undefined;
  /** See `CreateOptions.retryAmbiguous`. */
  readonly retryAmbiguous?: boolean | undefined;
}

/** Creates a session for a scene and connects to it. */
export function beginStream<Form extends FrameForm>(
  context: StreamContext,
  scene: string | Uint8Array,
  options: OpenOptions<Form>,
): Promise<RenderStream<FrameData<Form>>> {
  const { requestId = newRequestId() } = options;
  const fields = pickFields(createStream.request.body, options);
  return begin(context, options, { scene: { ...fields, requestId, usdContent: usdContent(scene) } });
}

/** Connects to an existing session. */
export function joinStream<Form extends FrameForm>(
  context: StreamContext,
  session: string | ActiveSession,
  options: ConnectOptions<Form>,
): Promise<RenderStream<FrameData<Form>>> {
  if (typeof session === "string") return begin(context, options, { sessionId: session });
  context.poller.transport.protect(session.token);
  return begin(context, options, { sessionId: session.sessionId, active: session });
}

interface Beginning {
  readonly scene?: RenderSceneRequest;
  readonly sessionId?: string;
  readonly active?: ActiveSession;
}

async function begin<Form extends FrameForm>(
  { poller, webSocket, open }: StreamContext,
  options: ConnectOptions<Form>,
  { scene, sessionId, active }: Beginning,
): Promise<RenderStream<FrameData<Form>>> {
  const settings = streamSettings(options);
  const { transport } = poller;
  const WebSocket = await webSocket();
  if (WebSocket === undefined) {
    throw new InvalidRequestError(
      "SpatialClient: the platform has no WebSocket. Give one, as `ws` exports it: new SpatialClient({ WebSocket, … }).",
    );
  }
  const secure = new URL(transport.settings.baseUrl).protocol === "https:";
  return openStream({
    ports: {
      clock: transport.clock,
      service: sessionService(poller, settings, scene),
      connect: socketConnector(WebSocket, settings.frames),
      urlOf: (session) => streamUrl(session, secure),
      handshakeOf: ({ streamId }) => JSON.stringify(streamHandshake(streamId)),
      redact: (text) => transport.redact(text),
    },
    settings,
    encode: usdContent,
    open,
    signals: [options.signal, transport.settings.signal],
    sessionId,
    active,
  });
}
