/** The WebSocket of realtime sessions, spec 6: `/streaming/ws/session?nid=…&token=…` on the render nodes. */
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer, type RawData, type WebSocket } from "ws";
import type { VariantBehaviour } from "@usdkit/contract/variants";
import type { OpenSocket } from "../record/record.ts";
import type { ServiceParts } from "../model/service-settings.ts";
import type { Session, SessionStates } from "../states/session-states.ts";
import type { SessionPlan } from "../script/session-plan.ts";
import * as plans from "../script/session-plans.ts";
import { SessionRunner, type SessionConnection } from "./session-runner.ts";

const SOCKET_PATH = "/streaming/ws/session";
const MAX_MESSAGE = 1 << 20;

export class SocketServer {
  readonly #parts: ServiceParts;
  readonly #sessions: SessionStates;
  readonly #behaviour: VariantBehaviour;
  readonly #server = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: MAX_MESSAGE });
  readonly #open = new Map<WebSocket, Session>();

  constructor(parts: ServiceParts, sessions: SessionStates, behaviour: VariantBehaviour = {}) {
    this.#behaviour = behaviour;
    this.#parts = parts;
    this.#sessions = sessions;
  }

  listenTo(server: Server): void {
    server.on("upgrade", (request, wire, head) => this.#upgrade(request, wire, head));
  }

  isConnected(sessionId: string): boolean {
    for (const [socket, session] of this.#open) {
      if (session.id === sessionId && socket.readyState === socket.OPEN && !socket.isPaused) return true;
    }
    return false;
  }

  #upgrade(request: IncomingMessage, wire: Duplex, head: Buffer): void {
    const { record, clock, script } = this.#parts;
    const url = new URL(request.url ?? "/", "ws://node");
    const seen = record.begin({
      at: clock.now(),
      host: "nodes",
      method: "GET",
      path: url.pathname,
      query: url.search.slice(1),
      headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
    });
    seen.endpoint = "streams.socket";
    if (request.headers.authorization !== undefined) record.addViolation("the key went to a render node");
    const session =
      url.pathname === SOCKET_PATH
        ? this.#sessions.takeByToken(url.searchParams.get("nid") ?? "", url.searchParams.get("token") ?? "")
        : undefined;
    const plan = session === undefined ? plans.refuses(401) : (script.takePlan() ?? plans.usual(this.#behaviour));
    if (session === undefined) record.addViolation("a WebSocket was opened without a token fresh from a poll");
    seen.fault = plan.name === "usual" ? "ok" : plan.name;
    const socket = record.addSocket({ sessionId: session?.id ?? null, plan: plan.name });
    if (plan.upgrade === "accept" && session !== undefined) {
      seen.landed = true;
      seen.status = 101;
      seen.end = "answered";
      this.#server.handleUpgrade(request, wire, head, (ws) => this.#connect({ ws, wire, session, seen: socket }, plan));
      return;
    }
    seen.end = plan.upgrade === "silence" ? "held" : "broken";
    wire.on("error", () => undefined);
    wire.on("end", () => wire.destroy());
    wire.on("close", () => {
      socket.closedWith = 1006;
      record.changed();
    });
    socket.closedBy = "service";
    refuse(plan, wire);
  }

  #connect(connection: SessionConnection, plan: SessionPlan): void {
    const { ws, session, seen } = connection;
    const { clock, record } = this.#parts;
    this.#open.set(ws, session);
    record.addEvent("socket-open", session.id, clock.now());
    ws.on("message", (data: RawData, isBinary) => {
      const text = isBinary ? "(binary)" : (data as Buffer).toString();
      seen.messages.push(text);
      if (seen.messages.length === 1) this.#shakeHands(text, session, seen);
      record.changed();
    });
    // Client errors of a connection are recorded; they are not errors of the service.
    ws.on("error", () => undefined);
    ws.on("close", (code) => {
      this.#open.delete(ws);
      seen.closedWith = code;
      seen.closedBy ??= "client";
      record.addEvent("socket-closed", session.id, clock.now());
    });
    void new SessionRunner(this.#parts, connection).run(plan);
  }

  #shakeHands(text: string, session: Session, seen: OpenSocket): void {
    const { clock, record } = this.#parts;
    seen.handshake = isHandshake(text, session.streamId) ? "good" : "bad";
    if (seen.handshake === "bad")
      record.addViolation("the first message of a WebSocket was not the handshake (spec 6)");
    record.addEvent("socket-handshake", session.id, clock.now());
  }
}

function isHandshake(text: string, streamId: string): boolean {
  try {
    const { type, slaveInit } = JSON.parse(text) as { type?: unknown; slaveInit?: Readonly<Record<string, unknown>> };
    return type === 3 && slaveInit?.["masterStreamingId"] === streamId && slaveInit["receiveImage"] === true;
  } catch {
    return false;
  }
}

function refuse({ upgrade }: SessionPlan, wire: Duplex): void {
  if (typeof upgrade === "number") {
    wire.end(`HTTP/1.1 ${upgrade} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  } else if (upgrade === "noise") wire.end("220 mail.example ESMTP ready\r\n\r\n");
  else if (upgrade === "reset" && "resetAndDestroy" in wire) (wire.resetAndDestroy as () => void)();
  else if (upgrade === "hang-up") wire.end();
  else wire.resume();
}
