import { connect } from "node:net";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";

/** Timeout for the other process to accept the connection, in milliseconds. */
const PATIENCE = 5000;

/**
 * Forwards an upgrade request to the process at `url`, which responds to it. The origin is checked here, where the public
 * URL is known, and removed.
 */
export function forwardUpgrade(
  url: string,
  { request, socket, head }: { readonly request: IncomingMessage; readonly socket: Duplex; readonly head: Buffer },
  reject: () => void,
): void {
  const { hostname, port } = new URL(url);
  const target = connect({ host: hostname.replace(/^\[|\]$/g, ""), port: Number(port || 80), noDelay: true });
  let isOpen = false;
  const end = (): void => {
    target.destroy();
    if (isOpen) socket.destroy();
    else reject();
    isOpen = true;
  };
  target.setTimeout(PATIENCE, end);
  target.on("error", end);
  socket.on("error", () => target.destroy());
  socket.on("close", () => target.destroy());
  target.on("connect", () => {
    isOpen = true;
    target.setTimeout(0);
    const lines = [`${request.method ?? "GET"} ${request.url ?? "/"} HTTP/1.1`];
    for (let i = 0; i + 1 < request.rawHeaders.length; i += 2) {
      const name = request.rawHeaders[i] ?? "";
      if (name.toLowerCase() !== "origin") lines.push(`${name}: ${request.rawHeaders[i + 1] ?? ""}`);
    }
    target.write(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
    target.write(head);
    target.pipe(socket).pipe(target);
  });
  target.on("close", () => socket.destroy());
}
