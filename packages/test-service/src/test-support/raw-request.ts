/** A raw request over a plain connection: the answer byte for byte, and how the connection ended. */
import { connect } from "node:net";

export interface RawAnswer {
  readonly bytes: Buffer;
  readonly end: "fin" | "rst" | "open";
  /** Milliseconds until the first byte, and between the first and the last. */
  readonly firstByteAfter: number;
  readonly chunks: number;
}

/** @param patience Milliseconds without a byte after which the connection counts as open, and is left. */
export async function rawRequest(
  origin: string,
  request: string | Uint8Array,
  patience = 10_000,
  isEnough: (bytes: Buffer) => boolean = () => false,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  const start = performance.now();
  const chunks: Buffer[] = [];
  let firstByteAfter = Infinity;
  const end = await new Promise<RawAnswer["end"]>((resolve) => {
    const socket = connect(Number(port), hostname);
    let timer = setTimeout(() => leave(), patience);
    const leave = (): void => {
      socket.destroy();
      resolve("open");
    };
    socket.on("data", (chunk: Buffer) => {
      firstByteAfter = Math.min(firstByteAfter, performance.now() - start);
      chunks.push(chunk);
      clearTimeout(timer);
      timer = setTimeout(() => leave(), patience);
      if (isEnough(Buffer.concat(chunks))) leave();
    });
    socket.on("end", () => resolve("fin"));
    socket.on("error", () => resolve("rst"));
    socket.on("close", () => clearTimeout(timer));
    socket.write(request);
  });
  return { bytes: Buffer.concat(chunks), end, firstByteAfter, chunks: chunks.length };
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Head and body unparsed; a chunked body with its chunk sizes. */
export function parseAnswer(bytes: Buffer): HttpAnswer {
  const text = bytes.toString("latin1");
  const cut = text.indexOf("\r\n\r\n");
  const [first = "", ...lines] = text.slice(0, cut).split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
  );
  return { status: Number(first.split(" ")[1]), headers, body: text.slice(cut + 4) };
}

export function postJson(path: string, key: string, body: object, close = true): string {
  const text = JSON.stringify(body);
  return [
    `POST ${path} HTTP/1.1`,
    "host: 127.0.0.1",
    `authorization: ${key}`,
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(text)}`,
    ...(close ? ["connection: close"] : []),
    "",
    text,
  ].join("\r\n");
}
