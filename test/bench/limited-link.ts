/** A link of a given speed in front of a server of this machine. */
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export interface LimitedLink extends AsyncDisposable {
  readonly url: string;
  /** Bytes that were sent to the server. */
  readonly sent: () => number;
}

/** Forwards connections to a port: what clients send, all together, at most at `rate` bytes a second, answers as they come. */
export async function startLimitedLink(target: number, rate: number): Promise<LimitedLink> {
  let [sent, free] = [0, 0];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target, "127.0.0.1");
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => sockets.delete(socket));
    }
    upstream.pipe(client);
    void forward(client, upstream);
  });
  const forward = async (client: Socket, upstream: Socket): Promise<void> => {
    try {
      for await (const chunk of client as AsyncIterable<Buffer>) {
        sent += chunk.length;
        free = Math.max(free, performance.now()) + (1000 * chunk.length) / rate;
        const wait = free - performance.now();
        if (wait > 1) await sleep(wait);
        if (!upstream.write(chunk)) await once(upstream, "drain");
      }
      upstream.end();
    } catch {
      upstream.destroy();
    }
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    sent: () => sent,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
