import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer, type Socket } from "node:net";

/** A server on a free port of this machine, for one test. */
export interface Loopback extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
}

/** An HTTP server. */
export function serveHttp(listener: RequestListener): Promise<Loopback> {
  const server = createServer(listener);
  return listen(server, () => server.closeAllConnections());
}

/** A server below HTTP, with full control of the connection. */
export function serveTcp(onConnection: (socket: Socket) => void): Promise<Loopback> {
  const open = new Set<Socket>();
  const server = createTcpServer((socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    socket.on("error", () => {});
    onConnection(socket);
  });
  return listen(server, () => {
    for (const socket of open) socket.destroy();
  });
}

async function listen(server: Server | TcpServer, cut: () => void): Promise<Loopback> {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    [Symbol.asyncDispose]: async () => {
      const closed = new Promise((resolve) => {
        server.close(resolve);
      });
      cut();
      await closed;
    },
  };
}
