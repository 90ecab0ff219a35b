/** A passive WebSocket client: records what it receives, in order. */
import { WebSocket } from "ws";
import { endpoints, streamHandshake } from "@usdkit/contract";
import { readFrame } from "../images/jpeg.ts";
import type { TestService } from "../service/service.ts";
import { base64, json, SCENE, send } from "../examples/examples.ts";

export interface Connection {
  readonly sessionId: string;
  readonly host: string;
  readonly nodeId: string;
  readonly streamId: string;
  readonly token: string;
}

/** Returns an active session, after as many polls as it takes. */
export async function openSession(service: TestService, requestId = "s-1"): Promise<Connection> {
  const body = { requestId, usdContent: base64(SCENE) };
  const { operationId } = await json<{ operationId: string }>(await send(service, endpoints.createStream, { body }));
  return await pollSession(service, operationId);
}

export async function pollSession(service: TestService, operationId: string): Promise<Connection> {
  for (;;) {
    const response = await send(service, endpoints.getStream, { body: { operationId } });
    const { done, result } = await json<{ done: boolean; result: Connection }>(response);
    if (done) return result;
  }
}

export type PeerEvent = readonly ["open" | "text" | "frame" | "close" | "error", string | number];

export class SocketPeer {
  readonly events: PeerEvent[] = [];
  readonly sizes: number[] = [];
  readonly socket: WebSocket;
  #watchers: (() => void)[] = [];

  constructor({ host, nodeId, streamId, token }: Connection, sendsHandshake = true) {
    const query = `nid=${encodeURIComponent(nodeId)}&token=${encodeURIComponent(token)}`;
    this.socket = new WebSocket(`ws://${host}/streaming/ws/session?${query}`, { perMessageDeflate: false });
    this.socket.on("open", () => {
      this.#add(["open", ""]);
      if (sendsHandshake) this.socket.send(JSON.stringify(streamHandshake(streamId)));
    });
    this.socket.on("message", (data: Buffer, isBinary) => {
      if (isBinary) this.sizes.push(data.length);
      this.#add(isBinary ? ["frame", readFrame(data)?.number ?? -1] : ["text", data.toString()]);
    });
    this.socket.on("close", (code) => this.#add(["close", code]));
    this.socket.on("error", (error: Error & { code?: string }) => this.#add(["error", error.code ?? error.message]));
  }

  async until(wanted: (events: readonly PeerEvent[]) => boolean): Promise<readonly PeerEvent[]> {
    while (!wanted(this.events)) await new Promise<void>((resolve) => this.#watchers.push(resolve));
    return this.events;
  }

  async untilClosed(): Promise<readonly PeerEvent[]> {
    return await this.until((events) => events.at(-1)?.[0] === "close");
  }

  #add(event: PeerEvent): void {
    this.events.push(event);
    const watchers = this.#watchers;
    this.#watchers = [];
    for (const watcher of watchers) watcher();
  }
}
