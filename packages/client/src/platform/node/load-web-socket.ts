import type { WebSocketConstructor } from "../web-socket-like.ts";

/**
 * Returns the WebSocket of the program, if it has replaced the global one with one that sends pings; otherwise that of
 * `ws`. Unlike that of Node it sends pings, reports pongs, and closes without waiting for the other side.
 */
export async function loadWebSocket(): Promise<WebSocketConstructor> {
  const { WebSocket: own } = globalThis as { readonly WebSocket?: WebSocketConstructor };
  if (own !== undefined && "ping" in own.prototype) return own;
  const { WebSocket } = await import("ws");
  class NodeWebSocket extends WebSocket {
    constructor(url: string) {
      // Frames are JPEG: compressing them again only takes time.
      super(url, { perMessageDeflate: false });
    }
  }
  // Its types have an overload for each event.
  return NodeWebSocket as unknown as WebSocketConstructor;
}
