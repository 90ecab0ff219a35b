/** Connects the WebSocket of a stream. */
import type { WebSocketConstructor } from "../platform/web-socket-like.ts";

export interface SocketEvents {
  onOpen(): void;
  onText(text: string): void;
  onData(data: ArrayBuffer | Blob): void;
  /** A ping or a pong came. */
  onAlive(): void;
  /** Called once, also if it never opened. */
  onClose(code: number, reason: string): void;
}

export interface Socket {
  send(text: string): void;
  /** Starts closing; `onClose` is called when it has closed. */
  close(): void;
  /** Closes without waiting for the other side, as far as the platform can. */
  cutOff(): void;
  /** Sends a ping, whose pong is reported by `onAlive`; undefined if the platform cannot. */
  readonly ping: (() => void) | undefined;
}

export type ConnectSocket = (url: string, events: SocketEvents) => Socket;

/** The code of a normal close. */
const NORMAL = 1000;

/** @param data Format of frames: bytes, or blobs for browsers. */
export function socketConnector(WebSocket: WebSocketConstructor, data: "bytes" | "blob"): ConnectSocket {
  return (url, events) => {
    const socket = new WebSocket(url);
    // The specification's example uses a blob (6). The bytes sent are the same.
    socket.binaryType = data === "blob" ? "blob" : "arraybuffer";
    let isClosed = false;
    socket.addEventListener("open", () => events.onOpen());
    socket.addEventListener("message", ({ data }: { data: string | ArrayBuffer | Blob }) => {
      if (typeof data === "string") events.onText(data);
      else events.onData(data);
    });
    // This event has no details on any platform; `close` always follows.
    socket.addEventListener("error", () => {});
    const canPing = socket.ping !== undefined && socket.on !== undefined;
    if (canPing) for (const event of ["ping", "pong"] as const) socket.on?.(event, () => events.onAlive());
    socket.addEventListener("close", ({ code, reason }: { code: number; reason: string }) => {
      if (isClosed) return;
      isClosed = true;
      events.onClose(code, reason);
    });
    return {
      send: (text) => socket.send(text),
      close: () => socket.close(NORMAL),
      cutOff() {
        socket.close(NORMAL);
        socket.terminate?.();
      },
      ping: canPing ? () => socket.ping?.() : undefined,
    };
  };
}
