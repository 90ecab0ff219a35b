import type { Server } from "node:http";
import type { Settings } from "../settings/settings.ts";
import type { StreamSockets } from "../streams/stream-sockets.ts";
import type { Closers } from "./closers.ts";

/** Accepts connections; resolves once the port is open. @throws {Error} of the system, if it cannot be opened. */
export async function listen(
  server: Server,
  sockets: StreamSockets,
  { port, host }: Settings,
  closers: Closers,
): Promise<void> {
  server.on("upgrade", (request, socket, head) => sockets.upgrade(request, socket, head));
  closers.add(async () => {
    sockets.close();
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
}
