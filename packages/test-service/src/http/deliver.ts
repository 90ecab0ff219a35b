/** Sends an answer, or the part of it that a fault delivers. */
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Delivery } from "../script/fault.ts";
import type { RequestEnd } from "../record/seen.ts";
import type { Reply } from "../messages/reply.ts";

const FLOOD_CHUNK = Buffer.alloc(64 << 10, "x");

/** The recipient of an answer. */
export interface Receiver {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** A wait of a fault, in milliseconds. */
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** @returns How the request ended; resolves when the last byte is handed over, or the connection is gone. */
export async function deliver(
  reply: Reply,
  delivery: Delivery,
  { request, response, wait }: Receiver,
): Promise<RequestEnd> {
  if (response.destroyed) return "left";
  switch (delivery.how) {
    case "whole":
      writeHead(response, reply);
      return await end(request.method === "HEAD" ? undefined : reply.body, response);
    case "reset":
      request.socket.resetAndDestroy();
      return "broken";
    case "hang-up":
      request.socket.destroy();
      return "broken";
    case "silence":
      return "held";
    case "noise":
      request.socket.end("220 mail.example ESMTP ready\r\n\r\n");
      return "broken";
    case "cut": {
      writeHead(response, reply);
      response.flushHeaders();
      await write(reply.body.subarray(0, Math.floor(reply.body.length * delivery.share)), response);
      if (delivery.and === "silence") return "held";
      if (delivery.and === "reset") {
        // Otherwise bytes that have not left the kernel would be lost with the connection.
        await sleep(20);
        request.socket.resetAndDestroy();
      } else request.socket.destroy();
      return "broken";
    }
    case "drip":
      writeHead(response, reply);
      response.flushHeaders();
      for (let at = 0; at < reply.body.length; at += delivery.bytes) {
        if (response.destroyed) return "left";
        await write(reply.body.subarray(at, at + delivery.bytes), response);
        // After the last piece the reader is done: it may send the next request over the same connection.
        if (at + delivery.bytes < reply.body.length) await wait(delivery.every);
      }
      return await end(undefined, response);
    case "flood":
      return await flood(reply, delivery.bytes, response);
  }
}

function writeHead(response: ServerResponse, reply: Reply): void {
  const hasBody = reply.status !== 204 && reply.status !== 304;
  response.writeHead(reply.status, {
    ...reply.headers,
    ...(hasBody && { "content-length": reply.headers["content-length"] ?? String(reply.body.length) }),
  });
}

/** Returns the same JSON with a leading field that adds the given length. Its length is not announced. */
async function flood(reply: Reply, bytes: number, response: ServerResponse): Promise<RequestEnd> {
  response.writeHead(reply.status, { ...reply.headers, "content-type": "application/json" });
  await write(Buffer.from('{"padding":"'), response);
  for (let left = bytes; left > 0; left -= FLOOD_CHUNK.length) {
    if (response.destroyed) return "left";
    await write(FLOOD_CHUNK.subarray(0, left), response);
  }
  const rest = Buffer.from(reply.body).toString().trimStart();
  return await end(Buffer.from(rest.startsWith("{") && rest !== "{}" ? `",${rest.slice(1)}` : '"}'), response);
}

/** Resolves when the bytes are handed to the kernel, or the connection is gone. */
async function write(chunk: Uint8Array, response: ServerResponse): Promise<void> {
  if (chunk.length === 0 || response.destroyed) return;
  await new Promise<void>((resolve) => {
    const go = (): void => {
      response.off("close", go);
      resolve();
    };
    response.on("close", go);
    response.write(chunk, go);
  });
}

async function end(chunk: Uint8Array | undefined, response: ServerResponse): Promise<RequestEnd> {
  if (response.destroyed) return "left";
  const isOver = once(response, "close");
  response.end(chunk);
  // `close` follows `finish`, or comes alone if the other side left first.
  await isOver;
  return response.writableFinished ? "answered" : "left";
}
