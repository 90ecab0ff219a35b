/** WebSockets of realtime sessions (spec 6). */
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { STREAM_PATH, streamHandshakeSchema } from "@usdkit/contract";
import { WebSocketServer, type RawData, type WebSocket } from "ws";
import type { Session } from "./session.ts";
import type { SessionAccess, Sessions } from "./sessions.ts";
import { Viewer } from "./viewer.ts";

export interface StreamSocketsOptions {
  readonly sessions: Sessions;
  /** Whether a page of this origin may open a WebSocket. */
  readonly isAllowedOrigin: (origin: string) => boolean;
  /** Forwards to a session of another process; undefined in a single-process service. */
  readonly forward?: (nodeId: string, upgrade: Upgrade, reject: () => void) => void;
  /** Maximum number of viewers per session; the next one gets code 1003. */
  readonly viewers?: number;
  /** Maximum number of connections of all sessions; the next one gets code 1000. */
  readonly sockets?: number;
  /** Handshake timeout in milliseconds. */
  readonly patience?: number;
  /** Sends codes as numbers; the specification allows it. */
  readonly numericCodes?: boolean;
  /** Sends the latest frame before code 0; the specification allows it. */
  readonly frameBeforeReady?: boolean;
}

/** An upgrade request, with the server's arguments. */
export interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

/** Maximum message size in bytes: a client sends only the handshake. */
const MAX_MESSAGE_SIZE = 4096;

export class StreamSockets {
  private readonly options: Required<Omit<StreamSocketsOptions, "forward">> & Pick<StreamSocketsOptions, "forward">;
  private readonly server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_SIZE,
    perMessageDeflate: false,
    clientTracking: true,
  });

  /** Upgrade requests that another process answers. */
  private readonly forwarded = new Set<Duplex>();

  constructor(options: StreamSocketsOptions) {
    this.options = {
      viewers: 4,
      sockets: 256,
      patience: 10_000,
      numericCodes: false,
      frameBeforeReady: false,
      ...options,
    };
  }

  /** Answers a request for an upgrade, or rejects it with a plain HTTP reply. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on("error", () => socket.destroy());
    const url = URL.parse(request.url ?? "", "http://localhost");
    if (url?.pathname !== STREAM_PATH) return reject(socket, "404 Not Found");
    const { origin } = request.headers;
    if (origin !== undefined && !this.options.isAllowedOrigin(origin)) return reject(socket, "403 Forbidden");
    const { sessions, forward, sockets } = this.options;
    const nodeId = url.searchParams.get("nid") ?? "";
    if (nodeId !== sessions.nodeId && forward !== undefined) {
      if (this.forwarded.size >= sockets) return reject(socket, "503 Service Unavailable");
      this.forwarded.add(socket);
      socket.once("close", () => this.forwarded.delete(socket));
      return forward(nodeId, { request, socket, head }, () => reject(socket, "401 Unauthorized"));
    }
    const found = sessions.byToken(url.searchParams.get("token") ?? "");
    if (found === undefined || nodeId !== found.access.nodeId) {
      return reject(socket, "401 Unauthorized");
    }
    this.server.handleUpgrade(request, socket, head, (webSocket) => this.greet(webSocket, found.session, found.access));
  }

  close(): void {
    for (const socket of this.server.clients) socket.terminate();
    for (const socket of this.forwarded) socket.destroy();
    this.server.close();
  }

  private greet(socket: WebSocket, session: Session, access: SessionAccess): void {
    const { sessions, sockets, viewers, patience, numericCodes, frameBeforeReady } = this.options;
    const end = (code: string): void => {
      socket.send(JSON.stringify({ code: numericCodes ? Number(code) : code }), () => socket.close(1008));
      setTimeout(() => socket.terminate(), 2000).unref();
    };
    socket.on("error", () => socket.terminate());
    if (this.server.clients.size > sockets) return end("1000");
    const late = setTimeout(() => end("1001"), patience);
    socket.once("close", () => clearTimeout(late));
    socket.once("message", (data, isBinary) => {
      clearTimeout(late);
      if (session.state !== "ACTIVE" || !isHandshake(data, isBinary, access.streamId)) return end("1001");
      if (session.viewers.size >= viewers) return end("1003");
      const viewer = new Viewer(socket, numericCodes);
      if (frameBeforeReady && session.lastFrame !== undefined) socket.send(session.lastFrame);
      viewer.code("0");
      sessions.touch(session.id);
      session.addViewer(viewer);
      socket.once("close", () => {
        session.viewers.delete(viewer);
        sessions.touch(session.id);
      });
    });
  }
}

function isHandshake(data: RawData, isBinary: boolean, streamId: string): boolean {
  if (isBinary || !Buffer.isBuffer(data)) return false;
  try {
    const parsed = streamHandshakeSchema.safeParse(JSON.parse(data.toString("utf8")));
    return parsed.success && parsed.data.slaveInit.masterStreamingId === streamId;
  } catch {
    return false;
  }
}

function reject(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}
