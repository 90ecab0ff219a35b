import { WebSocket } from "ws";

/** A WebSocket of a stream, with all received messages. */
export interface StreamClient {
  readonly socket: WebSocket;
  readonly codes: string[];
  readonly frames: Buffer[];
  /** The close code, or the status of the response that rejected it. */
  readonly closed: Promise<number>;
}

/** @param options.hello Sent when it is open. */
export function connectStream(
  url: string,
  options: { readonly origin?: string; readonly hello?: string } = {},
): StreamClient {
  const socket = new WebSocket(url, options.origin === undefined ? {} : { origin: options.origin });
  const codes: string[] = [];
  const frames: Buffer[] = [];
  socket.on("open", () => void (options.hello !== undefined && socket.send(options.hello)));
  socket.on("message", (data: Buffer, isBinary) => {
    if (isBinary) frames.push(data);
    else codes.push((JSON.parse(data.toString("utf8")) as { code: string }).code);
  });
  const closed = new Promise<number>((resolve) => {
    socket.on("close", resolve);
    socket.on("unexpected-response", (_request, response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    socket.on("error", () => undefined);
  });
  return { socket, codes, frames, closed };
}
