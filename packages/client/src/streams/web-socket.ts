/** The subset of WebSocket that a stream needs: the platform's own, or an injected one. */

/** The required interface of a WebSocket: that of browsers, of Node, and of the package `ws`. */
export interface WebSocketLike {
  binaryType: string;
  /** Sends a text message. */
  send(data: string): void;
  /** Starts closing. */
  close(code?: number, reason?: string): void;
  /** Adds a listener for `open`, `message`, `error` or `close`. */
  addEventListener(type: string, listener: (event: never) => void): void;
  /** Only in `ws`: closes immediately. */
  terminate?(): void;
}

/** Constructs a WebSocket. */
export type WebSocketConstructor = new (url: string) => WebSocketLike;

export interface SocketEvents {
  onOpen(): void;
  onText(text: string): void;
  onData(data: ArrayBuffer | Blob): void;
  /** Called once, also if it never opened. */
  onClose(code: number, reason: string): void;
}

export interface Socket {
  send(text: string): void;
  /** Starts closing; `onClose` is called when it has closed. */
  close(): void;
  /** Closes without waiting for the other side, as far as the platform can. */
  cutOff(): void;
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
    };
  };
}
