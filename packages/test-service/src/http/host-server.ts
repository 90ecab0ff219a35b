/** One origin of the service: a server on loopback that can go away and come back at the same port. */
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";

export class HostServer {
  readonly server: Server;
  readonly #sockets = new Set<Socket>();
  #port = 0;

  constructor(listener: RequestListener) {
    this.server = createServer(listener);
    // The service ends a connection only if the script requires it.
    this.server.keepAliveTimeout = 0;
    this.server.headersTimeout = 0;
    this.server.requestTimeout = 0;
    this.server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.setNoDelay(true);
      socket.on("close", () => this.#sockets.delete(socket));
      // Client errors of a connection are recorded; they are not errors of the service.
      socket.on("error", () => undefined);
    });
    this.server.on("clientError", (_error, socket) => socket.destroy());
  }

  get port(): number {
    return this.#port;
  }

  /** `127.0.0.1:49152` */
  get authority(): string {
    return `127.0.0.1:${this.#port}`;
  }

  get origin(): string {
    return `http://${this.authority}`;
  }

  /** @throws Error if the port is in use. */
  async listen(port: number = this.#port): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.server.once("error", reject);
      this.server.listen(port, "127.0.0.1", () => {
        this.server.off("error", reject);
        resolve();
      });
    });
    this.#port = (this.server.address() as AddressInfo).port;
  }

  /** Refuses new connections, and drops the open ones. */
  async close(): Promise<void> {
    const isClosed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    for (const socket of this.#sockets) socket.resetAndDestroy();
    await isClosed;
  }
}
