// Slow connections: they start a request and send it a byte at a time without completing it.

import { connect, type Socket } from "node:net";

/** The open connections. */
export interface SlowConnections extends Disposable {
  /** Now. */
  readonly open: number;
  /** Closed by the other side so far. */
  readonly ended: number;
}

export interface SlowOptions {
  readonly count: number;
  /** Whether a closed connection is opened again. */
  readonly again: boolean;
  /** Milliseconds from byte to byte. */
  readonly pause?: number;
}

/** Opens connections; half never complete the header of a request, half never its body. Resolves when all are open. */
export async function openSlowConnections(
  url: string,
  key: string,
  { count, again, pause = 500 }: SlowOptions,
): Promise<SlowConnections> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let ended = 0;
  let isOver = false;
  const open = (i: number): Promise<void> =>
    new Promise((resolve) => {
      const socket = connect(Number(port), hostname, () => {
        sockets.add(socket);
        socket.write(i % 2 === 0 ? headOf("GET /healthz", key) : bodyHead(key));
        resolve();
      });
      socket.on("error", () => undefined);
      socket.resume();
      socket.on("end", () => socket.destroy());
      socket.on("close", () => {
        resolve();
        sockets.delete(socket);
        if (isOver) return;
        ended++;
        if (again) void open(i);
      });
    });
  for (let i = 0; i < count; i += 100) {
    await Promise.all(Array.from({ length: Math.min(100, count - i) }, (_, k) => open(i + k)));
  }
  const timer = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write("a");
  }, pause);
  return {
    get open() {
      return sockets.size;
    },
    get ended() {
      return ended;
    },
    [Symbol.dispose]: () => {
      isOver = true;
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** A head whose last header goes on for ever. */
function headOf(target: string, key: string): string {
  return `${target} HTTP/1.1\r\nhost: localhost\r\nauthorization: ${key}\r\nx-slow: `;
}

function bodyHead(key: string): string {
  const body = "content-type: application/json\r\ncontent-length: 1000000\r\n\r\n{";
  return `POST /global/world/v1/list HTTP/1.1\r\nhost: localhost\r\nauthorization: ${key}\r\n${body}`;
}
