/** The WebSocket, as little of it as a stream needs: the platform's own, or one that is given. */

/** What a WebSocket must have: that of browsers and of Node, and the one of the package `ws`. */
export interface WebSocketLike {
  binaryType: string;
  /** Sends a text message. */
  send(data: string): void;
  /** Begins to close. */
  close(code?: number, reason?: string): void;
  /** For `open`, `message`, `error` and `close`. */
  addEventListener(type: string, listener: (event: never) => void): void;
  /** Of `ws` alone: closes at once. */
  terminate?(): void;
}

/** What makes one. */
export type WebSocketConstructor = new (url: string) => WebSocketLike;

export interface SocketEvents {
  onOpen(): void;
  onText(text: string): void;
  onData(data: ArrayBuffer | Blob): void;
  /** Once, also where it never opened. */
  onClose(code: number, reason: string): void;
}

export interface Socket {
  send(text: string): void;
  /** Begins to close; `onClose` tells when it did. */
  close(): void;
  /** Closes without waiting for the other side, as far as the platform can. */
  cutOff(): void;
}

export type ConnectSocket = (url: string, events: SocketEvents) => Socket;

/** The code of a close that nothing is wrong with. */
const NORMAL = 1000;

/** @param data How frames are wanted: bytes, or blobs as browsers make images of. */
export function socketConnector(WebSocket: WebSocketConstructor, data: "bytes" | "blob"): ConnectSocket {
  return (url, events) => {
    const socket = new WebSocket(url);
    // The specification's example says blob (6). What is sent is the same.
    socket.binaryType = data === "blob" ? "blob" : "arraybuffer";
    let isClosed = false;
    socket.addEventListener("open", () => events.onOpen());
    socket.addEventListener("message", ({ data }: { data: string | ArrayBuffer | Blob }) => {
      if (typeof data === "string") events.onText(data);
      else events.onData(data);
    });
    // What is wrong is not told by this event on any platform; `close` always follows.
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
