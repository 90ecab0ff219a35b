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
  /** Only in `ws`: sends a ping. */
  readonly ping?: (() => void) | undefined;
  /** Only in `ws`: adds a listener for received pings and pongs. */
  readonly on?: ((event: "ping" | "pong", listener: () => void) => unknown) | undefined;
}

/** Constructs a WebSocket. */
export interface WebSocketConstructor {
  new (url: string): WebSocketLike;
  readonly prototype: object;
}
